import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, test } from 'node:test';
import { promisify } from 'node:util';
import { testFolder } from '@palatine/platform/testing';
import { until } from '@palatine/testing/until';
import type { ControlSettings } from '../../src/process/control.ts';
import { serverControl } from '../../src/process/server-control.ts';

const root = testFolder();

let rounds = 0;
let folder = '';
let running = '';
beforeEach(() => {
  folder = join(root, `${rounds++}`);
  mkdirSync(folder);
  running = join(folder, 'running');
});

/** A program of one line of JavaScript, with its further arguments in `args`. */
const js = (code: string, ...args: string[]) => [
  process.execPath,
  '-e',
  `const fs = require('fs'); const args = process.argv.slice(1); ${code}`,
  '--',
  ...args,
];

const SETTINGS: ControlSettings = {
  ...{ Kind: 'Commands', Container: '', Socket: '', Stop: [], Start: [], Status: [] },
  ...{ StopTimeoutSeconds: 20, StartTimeoutSeconds: 20 },
};

/** Control of a server that is running while a file exists. */
function aControl(commands: Partial<ControlSettings>, environment: NodeJS.ProcessEnv = process.env) {
  const settings: ControlSettings = {
    ...SETTINGS,
    Stop: js('fs.rmSync(args[0])', running),
    Start: js("fs.writeFileSync(args[0], '')", running),
    Status: js('process.exitCode = fs.existsSync(args[0]) ? 0 : 3', running),
    ...commands,
  };
  return serverControl(settings, { environment });
}

test('a pair of commands starts and stops, also a server that is there already', async () => {
  const control = aControl({});
  assert.equal(control.isAutomatic, true);
  assert.equal(await control.state(), 'Stopped');
  await control.stop(); // its command fails: there is no file to remove
  await control.start();
  assert.equal(await control.state(), 'Running');
  await control.start();
  await control.stop();
  assert.equal(await control.state(), 'Stopped');
});

test('Stop runs although Status reports a stopped server, which a supervisor may be about to restart', async () => {
  const calls = join(folder, 'calls');
  await aControl({ Stop: js("fs.appendFileSync(args[0], 'stop')", calls) }).stop();
  assert.equal(readFileSync(calls, 'utf8'), 'stop');
  await assert.rejects(aControl({ Stop: [join(folder, 'missing')] }).stop(), /cannot be run/);
});

test('without a Status command the state is unknown, and exit code 0 is enough', async () => {
  const control = aControl({ Status: [] });
  await control.start();
  assert.equal(await control.state(), 'Unknown');
  assert.ok(existsSync(running));
  await control.stop();
  assert.ok(!existsSync(running));
});

test('an exit code of Status other than 0 and 3 is unknown, and so is a missing program', async () => {
  assert.equal(await aControl({ Status: js('process.exitCode = 4') }).state(), 'Unknown');
  assert.equal(await aControl({ Status: [join(folder, 'missing')] }).state(), 'Unknown');
});

test('the error of a failed command has its exit code and the first line of its errors, and no argument', async () => {
  const code = "process.stderr.write('\\n\\u001b[31mno such server\\nat line 1\\n'); process.exitCode = 7";
  const Stop = js(code, 'a-secret');
  await assert.rejects(aControl({ Stop, Status: [] }).stop(), (error: Error) => {
    assert.equal(error.name, 'ControlError');
    assert.match(error.message, /the Stop command \(.*\) ended with exit code 7: \[31mno such server$/);
    assert.doesNotMatch(error.message, /a-secret|line 1/);
    return true;
  });
  await assert.rejects(aControl({ Stop: [join(folder, 'missing')], Status: [] }).stop(), {
    name: 'ControlError',
    message: /the Stop command cannot be run: .*ENOENT/,
  });
  const killed = js("process.kill(process.pid, 'SIGKILL'); setTimeout(() => {}, 1e6)");
  await assert.rejects(aControl({ Stop: killed, Status: [] }).stop(), /was ended by a signal/);
});

test('a command that exits with 0 without effect is a failure', async () => {
  const control = aControl({ Start: js(''), StartTimeoutSeconds: 1 });
  await assert.rejects(control.start(), {
    name: 'ControlError',
    message: /the Start command succeeded, but 1 seconds after .* does not report that the server is running/,
  });
});

test('a command that does not exit is left running, can keep writing, and is reported', async () => {
  const beat = join(folder, 'beat');
  writeFileSync(running, '');
  const Stop = js(
    "setInterval(() => { process.stdout.write('here'); fs.appendFileSync(args[0], 'b'); if (!fs.existsSync(args[1])) process.exit() }, 20)",
    beat,
    running,
  );
  await assert.rejects(aControl({ Stop, Status: [], StopTimeoutSeconds: 1 }).stop(), {
    name: 'ControlError',
    message: /had not ended after 1 seconds, and was left running/,
  });
  const beats = () => (existsSync(beat) ? readFileSync(beat, 'utf8').length : 0);
  const before = beats();
  await until('the command keeps running', () => beats() > before + 10);
  rmSync(running);
});

test('nothing is passed to a shell', async () => {
  const out = join(folder, 'out');
  const odd = ['$(touch x)', '; rm -rf y', '"quoted" \'both\'', '*', 'a b', ''];
  const Stop = js('fs.writeFileSync(args[0], JSON.stringify(args.slice(1)))', out, ...odd);
  await aControl({ Stop, Status: [] }).stop();
  assert.deepEqual(JSON.parse(readFileSync(out, 'utf8')), odd);
});

test('a program gets the environment without what belongs to Palatine', async () => {
  const out = join(folder, 'out');
  const environment = { ...process.env, PALATINE_SERVER_PASSWORD: 'hunter2', OTHER: 'kept' };
  const Stop = js('fs.writeFileSync(args[0], JSON.stringify(process.env))', out);
  await aControl({ Stop, Status: [] }, environment).stop();
  const seen = readFileSync(out, 'utf8');
  assert.match(seen, /"OTHER":"kept"/);
  assert.doesNotMatch(seen, /hunter2|PALATINE/);
});

test('endless output does not block and is not collected', async () => {
  const Stop = js("for (let i = 0; i < 200; i++) fs.writeSync(1, 'x'.repeat(65536)); process.exitCode = 1");
  await assert.rejects(aControl({ Stop, Status: [] }).stop(), (error: Error) => {
    assert.ok(error.message.length < 1000);
    return true;
  });
});

test('a server that Start leaves running survives the process that started it', async () => {
  const [script, beat] = [join(folder, 'start.mjs'), join(folder, 'beat')];
  const server = [
    "const fs = require('fs');",
    "setInterval(() => { process.stdout.write('x'.repeat(1e5)); fs.appendFileSync(process.argv[1], 'b');",
    'if (!fs.existsSync(process.argv[2])) process.exit() }, 20)',
  ].join('');
  // As a script with an ampersand does: the server inherits the output of its starter.
  const start = [
    "import { spawn } from 'node:child_process';",
    `spawn(process.execPath, ${JSON.stringify(['-e', server, '--', beat, running])}, { stdio: 'inherit' }).unref();`,
  ].join('');
  writeFileSync(running, '');
  writeFileSync(script, start);
  const settings = { ...SETTINGS, Stop: ['none'], Start: [process.execPath, script] };
  const starter =
    "import { serverControl } from '../../src/process/server-control.ts'; await serverControl(JSON.parse(process.argv[1])).start()";
  const args = ['--input-type=module', '-e', starter, '--', JSON.stringify(settings)];
  await promisify(execFile)(process.execPath, args, { cwd: import.meta.dirname });
  const beats = () => (existsSync(beat) ? readFileSync(beat, 'utf8').length : 0);
  const before = beats();
  await until('the server keeps running', () => beats() > before + 20);
  rmSync(running);
});

test('commands that cannot be run are refused before they are needed', () => {
  const refused = { name: 'ConfigError', message: /Control\.(Stop|Start|Status) / };
  assert.throws(() => aControl({ Stop: [] }), refused);
  assert.throws(() => aControl({ Start: [' '] }), refused);
  assert.throws(() => aControl({ Status: ['a', 'b\0c'] }), refused);
});

test('a server that somebody else controls is neither stopped nor started', async () => {
  const control = aControl({ Kind: 'Somebody' });
  assert.equal(control.isAutomatic, false);
  assert.equal(await control.state(), 'Unknown');
  await assert.rejects(control.stop(), { name: 'ControlError', message: /not stopped by Palatine/ });
  await assert.rejects(control.start(), { name: 'ControlError' });
});
