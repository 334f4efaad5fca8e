import assert from 'node:assert/strict';
import { chmodSync, copyFileSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { dataPaths, openDataFolder } from '@palatine/data-dir/data-folder';
import { createStore } from '@palatine/engine/store';
import { makeBackup } from '@palatine/save-tools/backup';
import { makeWorld } from '@palatine/save-tools/make-world';
import { OBSTACLES, replaceBy } from '@palatine/testing/obstacles';
import { runCommand } from '@palatine/testing/run-cli';
import { runToEnd } from '@palatine/testing/start-process';
import { newFolder, startService } from '@palatine/testing/start-service';
import { TestClock } from '@palatine/testing/test-clock';
import { aDemo } from '@palatine/testing/worlds';

const folders = [newFolder()];
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const sound = join(folders[0] ?? '', 'sound.db');
createStore(sound, aDemo().world);
const soundBytes = readFileSync(sound);

interface Damage {
  name: string;
  says: RegExp;
  /** Changes a sound world file. */
  apply(world: string): void;
  /** Whether the damage shows only once the world is loaded. */
  opens?: boolean;
}

function withDatabase(world: string, work: (database: DatabaseSync) => void): void {
  using database = new DatabaseSync(world);
  work(database);
}

const TO_RECOVER = 'palatine world restore NAME --replace goes back to a backup and keeps this file';
const NO_WORLD = new RegExp(`is damaged, or no world at all \\(.*\\): ${TO_RECOVER}$`);
const HOLDS_NONE = new RegExp(`holds no world: ${TO_RECOVER}$`);
const change = (sql: string) => (world: string) => withDatabase(world, (database) => database.exec(sql));
const DAMAGES: readonly Damage[] = [
  { name: 'is no database', says: NO_WORLD, apply: (world) => writeFileSync(world, 'no world'.repeat(2000)) },
  { name: 'is cut off', says: NO_WORLD, apply: (world) => truncateSync(world, 3 * 4096 + 100) },
  {
    name: 'is overwritten from its second page on',
    says: NO_WORLD,
    apply: (world) => writeFileSync(world, Buffer.from(soundBytes).fill(0xa5, 4096)),
  },
  { name: 'is empty', says: HOLDS_NONE, apply: (world) => writeFileSync(world, '') },
  {
    name: 'is the database of another program',
    says: HOLDS_NONE,
    apply(world) {
      rmSync(world);
      change('create table theirs (a)')(world);
    },
  },
  {
    name: 'holds a trigger of a stranger',
    says: new RegExp(`holds the trigger "evil", which Palatine did not write: ${TO_RECOVER}$`),
    apply: change('create trigger evil after insert on audit begin delete from audit; end'),
  },
  {
    name: 'shows a view in the place of a table',
    says: new RegExp(`holds the view "userBans", which Palatine did not write: ${TO_RECOVER}$`),
    apply: change("drop table userBans; create view userBans as select '' as key, '' as record"),
  },
  {
    name: 'has a column of another kind',
    says: /holds the table "ipBans", which Palatine did not write/,
    apply: change('drop table ipBans; create table ipBans (key text not null unique, record text) strict'),
  },
  {
    name: 'lacks an index',
    says: new RegExp(`lacks the index "audit_by_time": ${TO_RECOVER}$`),
    apply: change('drop index audit_by_time'),
  },
  {
    name: 'holds a record that is not JSON',
    says: new RegExp(`is damaged: a record cannot be read \\(accounts ".*": .*JSON.*\\): ${TO_RECOVER}$`),
    apply: change("update accounts set record = '{'"),
    opens: true,
  },
  {
    name: 'holds null for a record',
    says: /is damaged: a record cannot be read \(guilds ".*": it is no object\)/,
    apply: change("update guilds set record = 'null'"),
    opens: true,
  },
  {
    name: 'holds a record with a flipped bit in a name',
    says: /a record cannot be read \(characters ".*": its "passives" is missing or of another type\)/,
    apply: change(`update characters set record = replace(record, '"passives"', '"p!ssives"')`),
    opens: true,
  },
  {
    name: 'holds a record with a flipped bit in a name within a list',
    says: /a record cannot be read \(guilds ".*": its "members" is missing or of another type\)/,
    apply: change(`update guilds set record = replace(record, '"role"', '"rome"')`),
    opens: true,
  },
  {
    name: 'holds the record of another key',
    says: /is damaged: a record cannot be read \(characters ".*": it is the record of another key\)/,
    apply: change(
      'update characters set record = (select record from characters order by rowid desc limit 1)',
    ),
    opens: true,
  },
];

function folderWith({ apply }: Damage): string {
  const data = newFolder();
  folders.push(data);
  copyFileSync(sound, join(data, 'world.db'));
  apply(join(data, 'world.db'));
  return data;
}

function assertNames(error: unknown, data: string, says: RegExp): true {
  assert.ok(error instanceof Error);
  assert.equal(error.name, 'ConfigError', error.stack);
  assert.ok(error.message.startsWith(`${join(data, 'world.db')} `), error.message);
  assert.ok(!error.message.includes('\n'), error.message);
  assert.match(error.message, says);
  return true;
}

/** The file without its header, which says how it was last opened. */
function contentOf(data: string): Buffer {
  return readFileSync(join(data, 'world.db')).subarray(100);
}

for (const damage of DAMAGES) {
  test(`with a world file that ${damage.name}, a start and a backup end with one line that says what to do`, async () => {
    const data = folderWith(damage);
    const before = contentOf(data);
    await assert.rejects(startService({ data, clock: new TestClock() }), (error) =>
      assertNames(error, data, damage.says),
    );
    await assert.rejects(makeBackup(dataPaths(data)), (error) => assertNames(error, data, damage.says));
    if (damage.opens !== true) assert.ok(contentOf(data).equals(before), 'the file stays as it was');
    const folder = openDataFolder(data);
    const sizes = { players: 1, palsPerPlayer: 1, guilds: 1, camps: 1 };
    const { keptAside } = await makeWorld(folder, { from: 'demo', seed: 1, sizes }, true);
    folder.unlock();
    assert.match(keptAside ?? '', /^world-.*\.db$/);
    await using _service = await startService({ data, clock: new TestClock() });
  });
}

test('what stands in the place of the world file and is none is named, and nothing takes its place', async (t) => {
  if (process.platform === 'win32') return t.skip('Windows has none of these');
  const [damage] = DAMAGES;
  assert.ok(damage);
  for (const obstacle of OBSTACLES.filter(({ name }) => name !== 'a file of 2 GiB')) {
    const data = folderWith(damage);
    replaceBy(join(data, 'world.db'), obstacle);
    const refused = (error: unknown) =>
      assertNames(error, data, /is not a file|is a link that leads|cannot be/);
    await assert.rejects(startService({ data, clock: new TestClock() }), refused, obstacle.name);
    const { code, stdout, stderr } = await runCommand(['world', 'info', '--data', data]);
    assert.equal(code, 1, obstacle.name);
    assert.match(`${stdout}${stderr}`, /^palatine: .*world\.db .*\n$/, obstacle.name);
  }
});

test('the program and every command that reads the world end with that line and code 1', async () => {
  const [damage] = DAMAGES;
  assert.ok(damage);
  const data = folderWith(damage);
  const started = await runToEnd(['--data', data, '--port', '0']);
  assert.equal(started.code, 1);
  const lines = started.output.trimEnd().split('\n');
  assert.match(lines.at(-1) ?? '', /^palatine: .*world\.db is damaged, or no world at all/);
  for (const command of [
    ['world', 'info'],
    ['world', 'check'],
    ['world', 'backup'],
  ]) {
    const { code, stderr } = await runCommand([...command, '--data', data]);
    assert.equal(code, 1);
    assert.match(
      stderr
        .split('\n')
        .filter((line) => line.startsWith('palatine: '))
        .join(),
      /world\.db is damaged/,
    );
    assert.ok(!/^ +at /m.test(stderr), stderr);
  }
  const { code, stdout } = await runCommand(['doctor', '--data', data]);
  assert.equal(code, 1);
  assert.match(stdout, /world: .*world\.db is damaged/);
});

test('a start refuses pages that loading does not read, and names the file', async () => {
  const data = newFolder();
  folders.push(data);
  copyFileSync(sound, join(data, 'world.db'));
  const bytes = readFileSync(sound);
  withDatabase(sound, (database) => {
    const root = "select rootpage as page from sqlite_schema where name = 'sqlite_autoindex_characters_1'";
    const { page } = database.prepare(root).get() as { page: number };
    bytes.fill(0, (page - 1) * 4096, page * 4096);
  });
  writeFileSync(join(data, 'world.db'), bytes);
  await assert.rejects(startService({ data, clock: new TestClock() }), (error) =>
    assertNames(error, data, NO_WORLD),
  );
});

test('a file that this user may not write ends the start with one line', async (t) => {
  if (process.platform === 'win32' || process.geteuid?.() === 0) {
    return t.skip('root writes every file, and Windows has no modes');
  }
  const data = folderWith({ name: '', says: /./, apply: (world) => chmodSync(world, 0o400) });
  await assert.rejects(startService({ data, clock: new TestClock() }), (error) =>
    assertNames(error, data, /cannot be written by this user .*chmod/),
  );
});
