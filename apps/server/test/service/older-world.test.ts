import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { testFolder } from '@palatine/platform/testing';
import { twoPlayersOneCamp, writeSaveFolder } from '@palatine/save/testing';
import { runCommand } from '@palatine/testing/run-cli';
import { runToEnd } from '@palatine/testing/start-process';
import { startService } from '@palatine/testing/start-service';

const root = testFolder();

/** Gives a world file the version of the last one that had migrations, and deliveries that wait or are done. */
function makeOlder(world: string, { waiting = 0 } = {}): void {
  using database = new DatabaseSync(world);
  const add = database.prepare('insert into deliveries (key, record) values (?, ?)');
  for (let number = 0; number < waiting; number++) add.run(`w${number}`, '{"state":"Pending"}');
  add.run('done', '{"state":"Delivered"}');
  database.exec('pragma user_version = 16');
}

const REFUSAL =
  'is of another version of Palatine, and 2 deliveries that wait in it end with it: ' +
  'palatine world import SAVE --replace takes the save again and keeps this file; ' +
  'for a new folder RESTAPI, Banlist.json and Pals can be copied';

test('a data folder of another version ends in one line that counts deliveries and names the way', async () => {
  const data = join(root, 'served');
  await (await startService({ data })).stop();
  makeOlder(join(data, 'world.db'), { waiting: 2 });
  const before = readFileSync(join(data, 'world.db'));

  const { code, output } = await runToEnd(['--data', data, '--port', '0']);
  assert.deepEqual([code, output], [1, `palatine: ${join(data, 'world.db')} ${REFUSAL}\n`]);
  for (const args of [
    ['world', 'info'],
    ['world', 'backup'],
    ['world', 'check'],
    ['audit'],
    ['ban', 'list'],
  ]) {
    const ended = await runCommand([...args, '--data', data]);
    assert.ok(`${ended.stdout}${ended.stderr}`.includes(REFUSAL), `${args.join(' ')}: ${ended.stderr}`);
  }
  assert.ok(readFileSync(join(data, 'world.db')).equals(before), 'and stays as it was');
});

test('an import replaces the world of another version, keeps its file, and says what ends with it', async () => {
  const data = join(root, 'imported');
  await (await startService({ data })).stop();
  makeOlder(join(data, 'world.db'), { waiting: 2 });
  const save = join(root, 'save');
  await writeSaveFolder(save, twoPlayersOneCamp('D'), { era: 'D' });
  const { code, stdout, stderr } = await runCommand(['world', 'import', save, '--replace', '--data', data]);
  assert.equal(code, 0, stderr);
  assert.match(
    stdout,
    /^Deliveries of the former world are not in this one: it is of another version of Palatine, and 2 deliveries that wait in it end with it\.$/m,
  );
  const expected = /The audit of the former world is not in this one: it is of another version of Palatine\./;
  assert.match(stdout, expected);
  assert.match(`${stdout}${stderr}`, /if it had bans by PlayerUID, they are lost/);
  assert.equal(readdirSync(data).filter((name) => /^world-.*\.db$/.test(name)).length, 1);
  await using service = await startService({ data });
  assert.equal((await service.api.getPlayers()).Players.length, 2);
});

test('a backup of another version is refused before anything is replaced', async () => {
  const [data, backup] = [join(root, 'restored'), join(root, 'backup')];
  await (await startService({ data })).stop();
  assert.equal((await runCommand(['world', 'backup', backup, '--data', data])).code, 0);
  makeOlder(join(backup, 'world.db'));
  const file = join(backup, 'backup.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as { files: { path: string }[] };
  const content = readFileSync(join(backup, 'world.db'));
  const sha256 = createHash('sha256').update(content).digest('hex');
  const files = manifest.files.map((entry) =>
    entry.path === 'world.db' ? { ...entry, bytes: content.length, sha256 } : entry,
  );
  writeFileSync(file, JSON.stringify({ ...manifest, files }));
  const present = () => readdirSync(data, { recursive: true }).sort();
  const before = [present(), readFileSync(join(data, 'world.db'))];
  const { code, stderr } = await runCommand(['world', 'restore', backup, '--replace', '--data', data]);
  assert.equal(code, 1);
  assert.match(stderr, /is of another version of Palatine/);
  assert.deepEqual([present(), readFileSync(join(data, 'world.db'))], before);
});
