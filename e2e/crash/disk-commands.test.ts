import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { smallDisk, spaceFor } from '@palatine/testing/disk-space';
import { runProcess } from '@palatine/testing/run-cli';
import { runToEnd } from '@palatine/testing/start-process';

test('on a full disk each command that writes, and a start, end with one line that names the file', async (t) => {
  using space = spaceFor(t, smallDisk);
  if (space === undefined) return;
  const data = join(space.folder, 'data');
  for (const command of [['init'], ['world', 'demo']]) {
    const { code, stderr } = await runProcess([...command, '--data', data]);
    assert.equal(code, 0, stderr);
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
    const { code, stderr } = await runProcess([...command, '--data', data]);
    const line = stderr.split('\n').filter((each) => !each.endsWith(' …'));
    assert.equal(code, 1, command.join(' '));
    assert.equal(line.length, 2, `one line and its end: ${stderr}`);
    assert.ok(line[0]?.startsWith('palatine: ') && line[0].includes(file), stderr);
    assert.match(line[0] ?? '', /disk is full|ENOSPC/, stderr);
  }
  const added = readdirSync(data).filter((name) => !before.includes(name) && name !== 'Backups');
  assert.deepEqual(added, []);
  const { code, output } = await runToEnd(['--data', join(space.folder, 'other'), '--port', '0']);
  assert.equal(code, 1);
  assert.match(output, /^palatine: [^\n]+\n$/);
});
