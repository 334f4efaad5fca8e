import assert from 'node:assert/strict';
import {
  appendFileSync,
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { backupsIn } from '@palatine/engine/backup-files';
import { testFolder } from '@palatine/platform/testing';
import { isRefused, runCommand, runJson, succeeds } from '@palatine/testing/run-cli';
import { selfSigned } from '@palatine/testing/self-signed';
import { examine } from './examine.ts';

const folder = testFolder();

const sound = join(folder, 'sound');
let folders = 0;

for (const command of [['init'], ['world', 'demo'], ['world', 'backup']]) {
  await succeeds([...command, '--data', sound]);
}

function aFolder(): string {
  const data = join(folder, `data-${++folders}`);
  cpSync(sound, data, { recursive: true });
  return data;
}

/** Overwrites the second half of the root page of an index. */
function damageIndex(data: string): void {
  const world = join(data, 'world.db');
  let page: number;
  let bytes: number;
  {
    using database = new DatabaseSync(world);
    const root = "select rootpage from sqlite_schema where name = 'sqlite_autoindex_containers_1'";
    page = (database.prepare(root).get() as { rootpage: number }).rootpage;
    bytes = (database.prepare('pragma page_size').get() as { page_size: number }).page_size;
  }
  const handle = openSync(world, 'r+');
  writeSync(handle, Buffer.alloc(bytes / 2, 0xa5), 0, bytes / 2, (page - 1) * bytes + bytes / 2);
  closeSync(handle);
}

test('an overwritten page of an index, which loading does not read, is found by the doctor and by world check', async () => {
  const data = aFolder();
  damageIndex(data);
  const { code, of } = await examine(data);
  assert.equal(code, 1);
  assert.match(of('world').found, /^the file is damaged, and SQLite finds \d+ errors?, such as "/);
  assert.match(of('world').todo ?? '', /palatine world restore NAME --replace/);
  const check = await runJson<{ ok: boolean; damage: string[] }>(['world', 'check', '--data', data]);
  assert.deepEqual([check.code, check.answer.ok], [1, false]);
  assert.ok(check.answer.damage.length > 0 && check.answer.damage.length <= 20);
  const text = await runCommand(['world', 'check', '--data', data]);
  const expected = /^damaged: .*world\.db: palatine world restore NAME --replace goes back to a backup/;
  assert.match(text.stdout, expected);
  const backup = await runCommand(['world', 'backup', '--data', data]);
  assert.match(backup.stderr, /warning: the world is damaged or has inconsistencies \(\d+\)/);
});

test('a backup that is no longer what was backed up is named: a restore refuses it', async () => {
  const data = aFolder();
  const [backup] = backupsIn(join(data, 'Backups'));
  const altered = join(data, 'Backups', backup?.name ?? '');
  appendFileSync(join(altered, 'world.db'), 'x');
  const { code, of } = await examine(data);
  assert.equal(code, 1);
  assert.match(of('backups').found, /is damaged: world\.db is not what was backed up/);
  const restore = await runCommand(['world', 'restore', altered, '--replace', '--data', data]);
  assert.equal(restore.code, 1);
  assert.ok(restore.stderr.includes(of('backups').found), 'with the same words');
  const nowhere = join(folder, 'nowhere');
  assert.equal((await runCommand(['world', 'restore', altered, '--data', nowhere])).code, 1);
  assert.ok(!existsSync(nowhere), 'a refused restore leaves no folder');
  writeFileSync(join(altered, 'backup.json'), '{}');
  const expected = /backup\.json has a format unknown to this version/;
  assert.match((await examine(data)).of('backups').found, expected);
});

test('a file of the operator with a key twice is named by the doctor, whatever it holds', async () => {
  const data = aFolder();
  const files = [
    'Config.json',
    'RESTAPI/RESTConfig.json',
    'AllowList.json',
    'Banlist.json',
    'RESTAPI/Tokens/Shop.json',
    'Pals/Templates/Strong.json',
    'Pals/ImportRules/Default.json',
    'Catalogue/items.json',
  ];
  for (const file of files) {
    mkdirSync(dirname(join(data, file)), { recursive: true });
    writeFileSync(join(data, file), '{"x": 1, "x": 2}');
  }
  const { code, findings } = await examine(data);
  assert.equal(code, 1);
  const said = findings.map(({ check, found }) => `${check}: ${found}`).join('\n');
  for (const file of files) {
    assert.match(said, new RegExp(`${basename(file)}:? has the key "x" twice`), file);
  }
});

test('a file in the place of the data folder is named as one, by the doctor and by every command', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  const { code, findings, of } = await examine(file);
  assert.equal(code, 1);
  assert.match(of('data folder').found, /file is a file, not a folder$/);
  const actual = findings.filter(({ state }) => state !== 'ok').map(({ check }) => check);
  assert.deepEqual(actual, ['data folder']);
  for (const command of [
    ['token', 'list'],
    ['ban', 'list'],
    ['world', 'info'],
  ]) {
    const expected = /^palatine: .*file is not a folder; set the data folder with --data\n$/;
    await isRefused([...command, '--data', file], expected);
  }
});

test('an address that other machines reach without TLS is a warning, as at the start', async () => {
  const data = aFolder();
  const write = (settings: object) =>
    writeFileSync(join(data, 'RESTAPI', 'RESTConfig.json'), JSON.stringify({ Port: 0, ...settings }));
  write({ Address: '0.0.0.0' });
  const { code, of } = await examine(data);
  assert.deepEqual([code, of('port').state], [0, 'warn']);
  assert.match(of('port').found, /0\.0\.0\.0:0 is free; other machines reach it without TLS/);
  assert.match(of('port').todo ?? '', /set TLS in RESTAPI\/RESTConfig\.json/);
  assert.equal((await examine(data, { args: ['--address', '127.0.0.1'] })).of('port').state, 'ok');

  write({});
  assert.equal((await examine(data)).of('port').state, 'ok');
  assert.equal((await examine(data, { env: { PALATINE_ADDRESS: '0.0.0.0' } })).of('port').state, 'warn');

  const { cert, key } = selfSigned();
  writeFileSync(join(data, 'cert.pem'), cert);
  writeFileSync(join(data, 'key.pem'), key);
  write({ Address: '0.0.0.0', TLS: { Certificate: 'cert.pem', Key: 'key.pem' } });
  assert.equal((await examine(data)).of('port').state, 'ok');
  write({ TLS: { Certificate: 'cert.pem' } });
  const half = await examine(data);
  assert.deepEqual([half.code, half.of('RESTAPI/RESTConfig.json').state], [1, 'fail']);
});

test('the port that is looked at is the one a start would take: --port, else PALATINE_PORT, else the file', async () => {
  const data = aFolder();
  writeFileSync(join(data, 'RESTAPI', 'RESTConfig.json'), '{"Port":0}');
  const portOf = async (args: string[], env: NodeJS.ProcessEnv = {}) =>
    /:(\d+) /.exec((await examine(data, { args, env })).of('port').found)?.[1];
  assert.equal(await portOf([]), '0');
  assert.equal(await portOf([], { PALATINE_PORT: '18299' }), '18299');
  assert.equal(await portOf(['--port', '18298'], { PALATINE_PORT: '18299' }), '18298');
  await isRefused(['doctor', '--port', 'abc', '--data', data], /--port must be a whole number/, { code: 2 });
});

test('a history that cannot be read is found, and so is one that was moved aside', async () => {
  const data = aFolder();
  rmSync(join(data, 'history.db'));
  const actual = (await examine(data)).findings.some(({ check }) => check === 'history');
  assert.equal(actual, false);
  writeFileSync(join(data, 'history.db'), 'no database, and longer than its header'.repeat(100));
  const unreadable = (await examine(data)).of('history');
  assert.deepEqual([unreadable.state, unreadable.found], ['warn', 'file is not a database']);
  rmSync(join(data, 'history.db'));
  writeFileSync(join(data, 'history-damaged-20260712T181502.db'), 'what was left');
  const aside = (await examine(data)).of('history');
  assert.equal(aside.found, 'history-damaged-20260712T181502.db could not be read');
});
