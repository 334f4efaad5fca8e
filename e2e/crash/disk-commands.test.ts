import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { smallDisk, spaceFor } from '@palatine/testing/disk-space';
import { runCommand, runProcess, succeeds } from '@palatine/testing/run-cli';
import { runToEnd } from '@palatine/testing/start-process';

test('on a full disk each command that writes, and a start, end with one line that names the file', async (t) => {
  using space = spaceFor(t, smallDisk);
  if (space === undefined) return;
  const data = join(space.folder, 'data');
  for (const command of [['init'], ['world', 'demo']]) {
    await succeeds([...command, '--data', data]);
  }
  space.runOut(process.pid, 0);
  const before = readdirSync(data);
  for (const [command, file] of [
    [['world', 'backup'], 'world.db'],
    [['world', 'demo', '--replace'], 'world.db.making'],
    [['token', 'create', 'Shop', '--permission', '*'], 'Shop.json'],
    [['ban', 'add', 'steam_7'], 'Banlist.json'],
    [['init', '--for', 'palworld-panel'], 'RESTConfig.json'],
  ] as const) {
    const run = command[1] === 'backup' ? runProcess : runCommand;
    const { code, stderr } = await run([...command, '--data', data]);
    const lines = stderr.split('\n').filter((line) => !line.endsWith(' …'));
    assert.equal(code, 1, command.join(' '));
    assert.equal(lines.length, 2, `one line and its end: ${stderr}`);
    assert.ok(lines[0]?.startsWith('palatine: ') && lines[0].includes(file), stderr);
    assert.match(lines[0] ?? '', /disk is full|ENOSPC/, stderr);
  }
  const added = readdirSync(data).filter((name) => !before.includes(name) && name !== 'Backups');
  assert.deepEqual(added, []);
  const { code, output } = await runToEnd(['--data', join(space.folder, 'other'), '--port', '0']);
  assert.equal(code, 1);
  assert.match(output, /^palatine: [^\n]+\n$/);
});
