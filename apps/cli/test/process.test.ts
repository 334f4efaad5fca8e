import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { testFolder } from '@palatine/platform/testing';
import { runCommand, runProcess, runProgram, succeeds } from '@palatine/testing/run-cli';

// The other tests of commands call the function; here its process is held to the same answers.

const MAIN = resolve(import.meta.dirname, '../src/main.ts');
const folder = testFolder();
const [data, none] = [join(folder, 'data'), join(folder, 'none')];
const noFullDevice = existsSync('/dev/full') ? false : 'there is no /dev/full';

await succeeds(['world', 'demo', '--demo', 'players=2', '--data', data]);

/** One command of each group, and its exit code. */
const COMMANDS: readonly [args: string, folder: string, code: number][] = [
  ['world list --json', data, 0],
  ['save check nowhere', data, 1],
  ['server status', data, 1],
  ['archive list', data, 0],
  ['deliveries list', data, 1],
  ['token list --json', none, 1],
  ['ban list --json', data, 0],
  ['players', data, 1],
  ['audit --limit 1', data, 0],
  ['find Cake --limit 3', data, 0],
  ['doctor --json', none, 1],
  ['fleet worlds', none, 1],
  ['fleet start --creds x', none, 2],
  ['init --for unknown', none, 2],
  ['attach --control docker', none, 2],
  ['serve --port x', none, 2],
];

for (const [typed, folderOf, code] of COMMANDS) {
  test(`the process of palatine ${typed} prints what the function prints, and ends with ${code}`, async () => {
    const args = [...typed.split(' '), '--data', folderOf];
    const ended = await runProcess(args);
    assert.equal(ended.code, code, ended.stderr);
    assert.deepEqual(ended, await runCommand(args));
  });
}

test('palatine find loads no package but those that it needs', async () => {
  const hooks = `import { registerHooks } from 'node:module';
    registerHooks({ load(url, context, next) { console.error(url); return next(url, context); } });`;
  const hooked = ['--import', `data:text/javascript,${encodeURIComponent(hooks)}`];
  const { code, stderr } = await runProgram([...hooked, MAIN, 'find', 'Cake', '--data', none]);
  assert.equal(code, 0, stderr);
  assert.doesNotMatch(stderr, /node_modules|\/(client|engine|fleet|gateway|save-tools|server|web)\/src\//);
});

test('a reader that has closed the pipe, as head does, ends the process with 0', async () => {
  const child = spawn(process.execPath, [MAIN, 'find', 'Cake', '--data', none]);
  child.stdout.destroy();
  const [stderr, ended] = await Promise.all([text(child.stderr), once(child, 'close')]);
  assert.deepEqual([stderr, ended], ['', [0, null]]);
});

test('a standard output that is full is one line and exit code 1', { skip: noFullDevice }, async () => {
  const full = openSync('/dev/full', 'w');
  const child = spawn(process.execPath, [MAIN, '--version'], { stdio: ['ignore', full, 'pipe'] });
  closeSync(full);
  assert.ok(child.stderr);
  const [stderr, ended] = await Promise.all([text(child.stderr), once(child, 'close')]);
  assert.match(stderr, /^palatine: standard output cannot be written: ENOSPC[^\n]+\n$/);
  assert.deepEqual(ended, [1, null]);
});

test('a standard error without a reader, or on a full disk, does not change the exit code', {
  skip: noFullDevice,
}, async () => {
  const full = openSync('/dev/full', 'w');
  for (const stderr of ['pipe', full] as const) {
    const child = spawn(process.execPath, [MAIN, 'wrold'], { stdio: ['ignore', 'ignore', stderr] });
    child.stderr?.destroy();
    assert.deepEqual(await once(child, 'close'), [2, null]);
  }
  closeSync(full);
});
