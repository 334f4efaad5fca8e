import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type TestContext, test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { isInUse } from '@palatine/data-dir/data-folder';
import { testFolder } from '@palatine/platform/testing';
import { freePort } from '@palatine/stand-in/free-ports';
import { outputOf } from '@palatine/testing/child-process';
import { scarceSpace } from '@palatine/testing/disk-space';
import { type StartedProcess, startProcess } from '@palatine/testing/start-process';
import { until } from '@palatine/testing/until';

const ROOT = resolve(import.meta.dirname, '../../..');
const CLI = join(ROOT, 'apps/cli/src/main.ts');
const MAIN = join(ROOT, 'apps/cli/src/start.ts');
const SMALL = ['--demo', 'players=3', '--no-simulate'];
/** Every refused request is a line of the log. */
const DEBUG = { PALATINE_LOG: 'debug' };

const noTerminal = hasScript() ? false : 'script(1) of util-linux, which makes a terminal, is not installed';

function hasScript(): boolean {
  try {
    return execFileSync('script', ['--version'], { encoding: 'utf8' }).includes('util-linux');
  } catch {
    return false;
  }
}

/** Starts the program with its log on /dev/full, where every write fails as on a full disk. */
async function startWithFullLog(data: string, env: NodeJS.ProcessEnv = {}): Promise<StartedProcess> {
  const full = openSync('/dev/full', 'w');
  try {
    return await startProcess(['--data', data, ...SMALL], { ...DEBUG, ...env }, full);
  } finally {
    closeSync(full);
  }
}

/** Sends requests that are refused, and with it logged. */
async function logLines(url: string, count: number): Promise<void> {
  const path = `${url}/v1/pdapi/players/${'x'.repeat(500)}`;
  for (let i = 0; i < count; i++) assert.equal((await fetch(path)).status, 401);
}

async function droppedLines({ url, token }: StartedProcess): Promise<number> {
  const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  return Number(/^palatine_log_lines_dropped_total (\d+)$/m.exec(await response.text())?.[1]);
}

test('a log on a full disk costs its lines, not the service: they are counted, and a signal ends it with 0', async () => {
  await using service = await startWithFullLog(testFolder());
  await logLines(service.url, 3);
  assert.ok((await droppedLines(service)) >= 3);
  assert.equal(await service.end('SIGTERM'), 0);
});

test('a reader of the log that goes away costs its lines; a hangup then ends the service with 0', async () => {
  const data = testFolder();
  await using service = await startProcess(['--data', data, ...SMALL], DEBUG);
  service.child.stderr?.destroy();
  await logLines(service.url, 3);
  assert.ok((await droppedLines(service)) >= 3);
  assert.equal(await service.end('SIGHUP'), 0);
  assert.equal(isInUse(data), false);
});

test('a reader of the log that does not read holds up no answer, and later reads how many lines it missed', async () => {
  await using service = await startProcess(['--data', testFolder(), ...SMALL], DEBUG);
  service.child.stderr?.pause();
  while ((await droppedLines(service)) === 0) await logLines(service.url, 100);
  service.child.stderr?.resume();
  await until('the log names the gap', async () => {
    await logLines(service.url, 1);
    return /"missing":\d+,"msg":"log lines are missing here/.test(service.output());
  });
  assert.equal(await service.end('SIGTERM'), 0);
});

test('log and world on a full disk: reads go on, writes work again when there is space, and the log names the gap', async (t) => {
  using disk = scarceSpace();
  if (disk === undefined) return t.skip('neither a tmpfs can be mounted nor prlimit is installed');
  const log = join(disk.folder, 'log');
  const stderr = openSync(log, 'a');
  t.after(() => closeSync(stderr));
  await using service = await startProcess(['--data', join(disk.folder, 'data'), ...SMALL], {}, stderr);
  const headers = { authorization: `Bearer ${service.token}` };
  const broadcast = async () => {
    const body = JSON.stringify({ Message: 'hello' });
    return (await fetch(`${service.url}/v1/pdapi/Broadcast`, { method: 'POST', headers, body })).status;
  };
  assert.equal(await broadcast(), 200);
  const pid = service.child.pid ?? 0;
  disk.runOut(pid);
  for (let i = 0; i < 3; i++) assert.equal(await broadcast(), 500);
  assert.equal((await fetch(`${service.url}/v1/pdapi/players`, { headers })).status, 200);
  assert.ok((await droppedLines(service)) >= 3);
  disk.comeBack(pid);
  assert.equal(await broadcast(), 200);
  assert.equal(await service.end('SIGTERM'), 0);
  const lines = readFileSync(log, 'utf8').trimEnd().split('\n').slice(-2);
  const [gap, last] = lines.map((line) => JSON.parse(line) as { msg: string; missing?: number });
  assert.ok((gap?.missing ?? 0) >= 3);
  assert.equal(last?.msg, 'stopping');
});

function answers(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  );
}

for (const [name, program] of [
  ['npm start', [MAIN]],
  ['palatine serve', [CLI, 'serve']],
] as const) {
  test(`${name} serves although its welcome has no reader, and says so in the log`, async (t) => {
    const port = await freePort();
    const args = [...program, '--data', testFolder(), '--port', String(port), ...SMALL];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    t.after(() => child.kill('SIGKILL'));
    const log = outputOf(child.stderr);
    child.stdout.destroy();
    await until('the service answers', () => answers(port));
    child.kill('SIGTERM');
    assert.deepEqual(await once(child, 'close'), [0, null]);
    assert.match(log(), /the welcome was not printed/);
    assert.match(log(), /palatine token create creates another one/);
  });
}

test('the wrapper of npm start passes a hangup on, and ends with the code of the service', async (t) => {
  const data = testFolder();
  const port = await freePort();
  const full = openSync('/dev/full', 'w');
  t.after(() => closeSync(full));
  const wrapper = join(ROOT, 'scripts/run.mjs');
  const args = [wrapper, 'start', '--data', data, '--port', String(port), ...SMALL];
  const child = spawn(process.execPath, args, { stdio: ['ignore', full, full] });
  const exited = once(child, 'exit');
  t.after(() => child.kill('SIGTERM'));
  await until('the service answers', () => answers(port));
  child.kill('SIGHUP');
  assert.deepEqual(await exited, [0, null]);
  assert.equal(isInUse(data), false);
});

/** Starts a service on its own terminal. Killing the child closes the terminal. */
async function startOnTerminal(t: TestContext, command: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const [data, port] = [testFolder(), await freePort()];
  const words = [...command, '--data', data, '--port', String(port), ...SMALL];
  const line = words.map((word) => `'${word}'`).join(' ');
  const terminal = spawn('script', ['-qfec', `exec ${line}`, '/dev/null'], {
    cwd: ROOT,
    env: { ...process.env, ...DEBUG, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  t.after(() => terminal.kill('SIGKILL'));
  const output = outputOf(terminal.stdout);
  await until('the service answers', () => answers(port));
  return { terminal, output, data, url: `http://127.0.0.1:${port}` };
}

for (const [name, command] of [
  ['the program', [process.execPath, MAIN]],
  ['npm start', ['npm', 'start', '--']],
] as const) {
  test(`a terminal that is closed ends ${name}, and its data folder is free`, {
    skip: noTerminal,
  }, async (t) => {
    const { terminal, data } = await startOnTerminal(t, command);
    terminal.kill('SIGKILL');
    await until('the data folder is free', () => !isInUse(data));
  });
}

test('on a terminal the log is text for a person, with colors', { skip: noTerminal }, async (t) => {
  const colored = { NO_COLOR: '', TERM: 'xterm' };
  const { output, url } = await startOnTerminal(t, [process.execPath, MAIN], colored);
  await logLines(url, 1);
  await until('the refusal is logged', () => output().includes('a request was refused'));
  const line =
    output()
      .split('\n')
      .find((entry) => entry.includes('a request was refused')) ?? '';
  assert.ok(line.includes('\u001b['), line);
  assert.match(
    stripVTControlCharacters(line),
    /^[-\d]+ [:\d]+ debug a request was refused {2}requestId=\S+ method=GET path=\S+ code=INVALID_TOKEN\s*$/,
  );
});

test('a terminal that is stopped with Ctrl-S holds up no answer', { skip: noTerminal }, async (t) => {
  const { terminal, url } = await startOnTerminal(t, [process.execPath, MAIN]);
  terminal.stdin.write('\x13');
  await logLines(url, 500);
});

test('an uncaught error is one line of the log, and ends the process with 1', async () => {
  const fault = `process.on('SIGUSR2', () => { throw new Error('unforeseen') })`;
  const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(fault)}` };
  {
    await using service = await startProcess(['--data', testFolder(), ...SMALL], env);
    const before = service.output().length;
    assert.equal(await service.end('SIGUSR2'), 1);
    const last = JSON.parse(service.output().slice(before)) as { level: number; err: { message: string } };
    assert.deepEqual([last.level, last.err.message], [60, 'unforeseen']);
  }
  await using unheard = await startWithFullLog(testFolder(), env);
  assert.equal(await unheard.end('SIGUSR2'), 1);
});
