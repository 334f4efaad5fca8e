import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { dataPaths, openDataFolder } from '@palatine/data-dir/data-folder';
import type { Manifest } from '@palatine/engine/backup-files';
import { createStore, loadWorld } from '@palatine/engine/store';
import { sha256Of } from '@palatine/platform/read-file';
import { runs, testFolder } from '@palatine/platform/testing';
import { loadCatalogue } from '@palatine/world/catalogue';
import { makeDemoWorld } from '@palatine/world/demo';
import { TABLE_NAMES } from '@palatine/world/world';
import fc from 'fast-check';
import { makeBackup, type Restored, type RestoreOptions, restoreBackup } from '../../src/import/backup.ts';

const root = testFolder();

const sizes = { players: 1, palsPerPlayer: 1, guilds: 1, camps: 1 };
const { world } = makeDemoWorld({ catalogue: loadCatalogue(), seed: 1, nowMs: 0, sizes });
let count = 0;

interface Sandbox {
  /** Contains all the others, and `beside.txt`. */
  outside: string;
  /** The data folder to restore into, two folders deep. */
  data: string;
  /** A backup, two folders deep. */
  backup: string;
}

/** A backup and a data folder, each beside a file that a restore must not touch. */
async function sandbox(): Promise<Sandbox> {
  const outside = join(root, `${++count}`);
  const original = dataPaths(join(outside, 'original', 'data'));
  mkdirSync(join(original.path, 'Pals', 'Templates'), { recursive: true });
  writeFileSync(join(original.path, 'Config.json'), '{}');
  createStore(original.world, world);
  const backup = join(outside, 'copies', 'backup');
  await makeBackup(original, { folder: backup });
  const data = join(outside, 'opt', 'data');
  mkdirSync(data, { recursive: true });
  for (const folder of ['.', 'opt', 'copies']) writeFileSync(join(outside, folder, 'beside.txt'), 'not ours');
  return { outside, data, backup };
}

/** Adds a file to a backup and to its manifest, as an attacker would. */
function addFile(backup: string, path: string, content = 'hostile'): void {
  const file = join(backup, path);
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  const added = { path, bytes: content.length, sha256: sha256Of(readFileSync(file, 'utf8')) };
  changeFiles(backup, (files) => [...files, added]);
}

/** Changes the list of files in a manifest. */
function changeFiles(backup: string, change: (files: Manifest['files']) => Manifest['files']): void {
  const file = join(backup, 'backup.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
  writeFileSync(file, JSON.stringify({ ...manifest, files: change(manifest.files) }));
}

async function restore({ data, backup }: Sandbox, options: RestoreOptions = {}): Promise<Restored> {
  const folder = openDataFolder(data, { folders: false });
  try {
    return await restoreBackup(folder, backup, { replace: true, ...options });
  } finally {
    folder.unlock();
  }
}

/** Every file outside the data folder, with its content. */
function outsideOf(box: Sandbox, folder = box.outside): Record<string, string> {
  const contents: Record<string, string> = {};
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (path === box.data) continue;
    if (statSync(path).isDirectory()) Object.assign(contents, outsideOf(box, path));
    else contents[path] = readFileSync(path, 'latin1');
  }
  return contents;
}

/** Changes the world of a backup, and its digest in the manifest, as an attacker would. */
function changeWorld(backup: string, sql: string): void {
  const file = join(backup, 'world.db');
  {
    using database = new DatabaseSync(file, { defensive: false });
    database.exec(sql);
  }
  const sha256 = sha256Of(readFileSync(file));
  changeFiles(backup, (files) =>
    files.map((copy) => (copy.path === 'world.db' ? { ...copy, sha256 } : copy)),
  );
}

const MARKER = 'not a row of any table';

const FOREIGN_STATEMENTS = [
  'create trigger evil after insert on audit begin delete from audit; end',
  'create trigger evil after insert on userBans begin delete from userBans; end',
  'create view evil as select * from audit',
  'create table evil (a)',
  'create unique index evil on audit (outcome)',
  `pragma user_version = 1; drop table facts; create view facts as with recursive n (i) as
     (select 1 union all select i + 1 from n) select i as name, i as value from n`,
];

for (const sql of FOREIGN_STATEMENTS) {
  test(`a backup whose world has had "${sql.slice(0, 50)}…" is refused, and nothing is written`, async () => {
    const box = await sandbox();
    changeWorld(box.backup, sql);
    await assert.rejects(restore(box), {
      name: 'ConfigError',
      message: /copies.backup.world\.db (holds the \w+ "evil", which Palatine did not write|holds no world)/,
    });
    assert.deepEqual(
      readdirSync(box.data).filter((name) => !name.endsWith('.lock')),
      [],
    );
  });
}

test('a restore takes the rows of a world and nothing else of its file', async () => {
  const box = await sandbox();
  changeWorld(
    box.backup,
    `create table evil (a); insert into evil values ('${MARKER}'); drop table evil;
     insert into audit (id, at, token, ip, route, target, outcome, status, reason, request)
     values (41, 0, 't', '', 'r', '', 'OK', 200, 'because of Zoe', 'x');
     insert into outcomes values ('t', 'k', '', 0, 200, '{}', 'OK', '');
     update sqlite_sequence set seq = 77 where name = 'audit';
     insert into audit_text_data values (99, '${MARKER}')`,
  );
  assert.ok(readFileSync(join(box.backup, 'world.db')).includes(MARKER));
  await restore(box);
  assert.ok(!readFileSync(join(box.data, 'world.db')).includes(MARKER));
  assert.deepEqual(readdirSync(box.backup).sort(), ['Config.json', 'backup.json', 'world.db']);

  const loaded = loadWorld(join(box.data, 'world.db')).world;
  for (const table of TABLE_NAMES) {
    assert.deepEqual([...loaded[table].entries()], [...world[table].entries()], table);
  }
  using database = new DatabaseSync(join(box.data, 'world.db'));
  const all = (sql: string) =>
    database
      .prepare(sql)
      .all()
      .map((row) => ({ ...row }));
  assert.deepEqual(all('select id, route from audit order by id'), [
    { id: 41, route: 'r' },
    { id: 42, route: 'palatine world restore' },
  ]);
  assert.deepEqual(all('select name, seq from sqlite_sequence'), [{ name: 'audit', seq: 77 }]);
  assert.deepEqual(all("select rowid from audit_text where audit_text match 'bec'"), [{ rowid: 41 }]);
  assert.deepEqual(all('select token, keys from key_counts'), [{ token: 't', keys: 1 }]);
  assert.deepEqual(all('pragma integrity_check'), [{ integrity_check: 'ok' }]);
});

test('rows that break a rule of their table are refused as damage', async () => {
  const box = await sandbox();
  changeWorld(
    box.backup,
    "pragma ignore_check_constraints = on; insert into bases values ('b', 'odd', 0, '', '')",
  );
  await assert.rejects(restore(box), {
    name: 'ConfigError',
    message: /world\.db is damaged: CHECK constraint/,
  });
});

const HOSTILE_PATHS = [
  ...['a\n/../../beside.txt', 'a\r/../../beside.txt', '../beside.txt', 'Pals/../../beside.txt'],
  ...['/etc/palatine-was-here', './Config.json', 'Pals//x.json', 'Pals\\..\\x.json', 'C:x.json'],
  ...['Pals/Templates/\u0007.json', 'Pals/Templates/\u2028.json', 'Backups/older/world.db', 'backup.json'],
  ...['world.db.making', 'world.db-wal', 'world.db-shm', 'World.db-WAL', 'palatine.lock', 'readers.lock'],
  ...['Banlist.json.lock', '.Banlist.json.lock', 'Config.json.1-0123456789ab.writing'],
];

for (const path of HOSTILE_PATHS) {
  test(`a backup whose manifest names ${JSON.stringify(path)} is refused, and nothing is written`, async () => {
    const box = await sandbox();
    addFile(box.backup, path);
    const before = outsideOf(box);
    await assert.rejects(restore(box), { name: 'ConfigError', message: /is not a path of a backup/ });
    assert.deepEqual(outsideOf(box), before);
    assert.ok(!existsSync(join(box.data, 'world.db')) && !existsSync(join(box.data, 'Config.json')));
    rmSync('/etc/palatine-was-here', { force: true });
  });
}

const SERVER_FILE = JSON.stringify({ Control: { Kind: 'Commands', Status: ['/bin/sh', '-c', 'id'] } });
/** Files that the author of a backup must not control, by the flag that includes them. */
const ASKED_FOR = {
  settings: ['Server.json', 'server.JSON', 'fleet.json', 'fleet.creds', 'RESTAPI/RESTConfig.json'],
  tokens: ['RESTAPI/Tokens/Evil.json', 'RESTAPI/tokens/evil.JSON'],
  nothing: [
    ...['maintenance.json', 'fleet.db', 'fleet.db-wal', 'Maintenance.JSON'],
    ...['Versions/Settings/Server.json/x.json', 'notes.txt', 'bin/run.sh', 'RESTAPI/x.json', 'WORLD.txt'],
  ],
};

test('a foreign backup restores no program, setting, token or state, and the restore reports it', async () => {
  const box = await sandbox();
  const all = Object.values(ASKED_FOR).flat();
  for (const path of all) addFile(box.backup, path, SERVER_FILE);
  addFile(box.backup, 'Pals/Templates/Mine.json', '{}');
  mkdirSync(join(box.data, 'RESTAPI', 'Tokens'), { recursive: true });
  const own = ['Server.json', 'RESTAPI/Tokens/Own.json', 'maintenance.json'];
  for (const path of own) writeFileSync(join(box.data, path), 'own');

  const { leftOut } = await restore(box);
  assert.deepEqual(leftOut.map(({ path }) => path).sort(), all.toSorted());
  for (const path of all) {
    const file = join(box.data, path);
    assert.ok(!existsSync(file) || readFileSync(file, 'utf8') === 'own', path);
  }
  for (const path of ['Config.json', 'Pals/Templates/Mine.json']) assert.ok(existsSync(join(box.data, path)));
  for (const path of own) assert.equal(readFileSync(join(box.data, path), 'utf8'), 'own', path);
});

test('settings and tokens of a backup are restored on request, and state never', async () => {
  const box = await sandbox();
  for (const path of Object.values(ASKED_FOR).flat()) addFile(box.backup, path, SERVER_FILE);
  await restore(box, { settings: true, tokens: true });
  for (const path of [...ASKED_FOR.settings, ...ASKED_FOR.tokens])
    assert.ok(existsSync(join(box.data, path)));
  for (const path of ASKED_FOR.nothing) assert.equal(existsSync(join(box.data, path)), false, path);
});

test('a backup whose manifest names a file twice, or no world, is refused', async () => {
  const twice = await sandbox();
  addFile(twice.backup, 'Config.json');
  await assert.rejects(restore(twice), /names Config\.json twice/);
  const none = await sandbox();
  const manifest = join(none.backup, 'backup.json');
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace('"world.db"', '"other"'));
  writeFileSync(join(none.backup, 'other'), readFileSync(join(none.backup, 'world.db')));
  await assert.rejects(restore(none), /names no world\.db/);
});

test('a file of a backup that is a link, or behind one, is refused', async () => {
  const box = await sandbox();
  rmSync(join(box.backup, 'Config.json'));
  writeFileSync(join(box.outside, 'elsewhere.json'), '{}');
  symlinkSync(join(box.outside, 'elsewhere.json'), join(box.backup, 'Config.json'));
  await assert.rejects(restore(box), /Config\.json is not a file/);

  const behind = await sandbox();
  symlinkSync(behind.outside, join(behind.backup, 'Pals'));
  addFile(behind.backup, 'Pals/beside.txt');
  await assert.rejects(restore(behind), /"Pals\/beside\.txt" leads out of/);
});

test('a folder that links out of the data folder is not followed, and the restore changes nothing', async () => {
  const box = await sandbox();
  addFile(box.backup, 'Pals/Templates/x.json', '{}');
  const elsewhere = join(box.outside, 'elsewhere');
  mkdirSync(elsewhere);
  symlinkSync(elsewhere, join(box.data, 'Pals'));
  await assert.rejects(restore(box), /"Pals\/Templates\/x\.json" leads out of/);
  assert.deepEqual(readdirSync(elsewhere), [], 'no folder either');
  rmSync(join(box.data, 'Pals'));
  mkdirSync(join(box.data, 'Pals'));
  symlinkSync(join(box.outside, 'opt'), join(box.data, 'Pals', 'Templates'));
  const before = outsideOf(box);
  await assert.rejects(restore(box), /"Pals\/Templates\/(x\.json|beside\.txt)" leads out of/);
  assert.deepEqual(outsideOf(box), before);
  assert.ok(!existsSync(join(box.data, 'world.db')));
});

test('with any paths in a manifest, a restore writes nothing outside the data folder', async () => {
  const box = await sandbox();
  const manifest = join(box.backup, 'backup.json');
  const original = readFileSync(manifest, 'utf8');
  const part = fc.constantFrom(
    ...['..', '.', '', 'a', 'b', 'Pals', 'Config.json', 'beside.txt', 'world.db', 'world.db-wal', 'C:', '~'],
    ...['\n', '\r', '\\', '\0', ' ', '..\n', '\n..', '..\\', '‥', '．．', '%2e%2e', 'palatine.lock'],
  );
  const separator = fc.constantFrom('/', '/', '/', '\\', '\n/', '//');
  const paths = fc
    .array(fc.tuple(part, separator), { minLength: 1, maxLength: 6 })
    .map((parts) => parts.flat().slice(0, -1).join(''));
  await fc.assert(
    fc.asyncProperty(paths, async (path) => {
      writeFileSync(manifest, original);
      const planted = join(box.backup, path.replaceAll('\0', ''));
      if (planted.startsWith(`${box.backup}/`) && path !== '') plant(box.backup, path);
      const before = outsideOf(box);
      await restore(box).catch((error: Error) => assert.equal(error.name, 'ConfigError', error.stack));
      assert.deepEqual(outsideOf(box), before);
    }),
    runs(15),
  );
});

/** As `addFile`, for any path: ignores one that the file system refuses. */
function plant(backup: string, path: string): void {
  try {
    addFile(backup, path);
  } catch (error) {
    assert.match((error as NodeJS.ErrnoException).code ?? '', /^(E|ERR_)/);
  }
}
