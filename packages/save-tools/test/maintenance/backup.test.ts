import assert from 'node:assert/strict';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import type { AuditPage, Banlist } from '@palatine/contract';
import { testFolder } from '@palatine/platform/testing';
import { filesBelow } from '@palatine/testing/folder-contents';
import { isRefused, runCommand, runJson, succeeds } from '@palatine/testing/run-cli';
import { type StartedProcess, startProcess } from '@palatine/testing/start-process';
import { until } from '@palatine/testing/until';

const folder = testFolder();

const ADMIN = 'backup-administrator';

function prepare(data: string): void {
  mkdirSync(join(data, 'RESTAPI', 'Tokens'), { recursive: true });
  writeFileSync(join(data, 'Config.json'), '{"playerResolution":"Known"}');
  const token = { Name: 'Admin', Token: ADMIN, Permissions: '*' };
  writeFileSync(join(data, 'RESTAPI', 'Tokens', 'Admin.json'), JSON.stringify(token));
}

async function ask<T>(server: StartedProcess, method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(`${server.url}/v1/${path}`, {
    method,
    headers: { authorization: `Bearer ${ADMIN}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as T;
  assert.equal(response.status, 200, JSON.stringify(answer));
  return answer;
}

async function technologyPoints(server: StartedProcess, player: string): Promise<number> {
  type Reply = { Progression: { Currencies: { technologyPoints: number } } };
  const { Progression } = await ask<Reply>(server, 'GET', `pdapi/progression/${player}`);
  return Progression.Currencies.technologyPoints;
}

async function bannedUsers(server: StartedProcess): Promise<Set<string>> {
  const { Banlist } = await ask<{ Banlist: Banlist }>(server, 'GET', 'pdapi/banlist?active=1');
  return new Set(Banlist.UserEntries.map(({ UserId }) => UserId));
}

test('a backup under load has everything answered before it began, and starts as a valid world', async () => {
  const data = join(folder, 'busy');
  prepare(data);
  const counts = { granted: 0, sent: 0, banned: 0 };
  let player = '';
  let before = { granted: 0, banned: 0 };
  {
    await using server = await startProcess(['--data', data, '--demo', 'players=60,palsPerPlayer=20']);
    const { Players } = await ask<{ Players: { PlayerUID: string }[] }>(server, 'GET', 'pdapi/players');
    player = Players[0]?.PlayerUID ?? '';
    const atFirst = await technologyPoints(server, player);
    let working = true;
    const grant = async () => {
      while (working) {
        counts.sent++;
        await ask(server, 'POST', `pdapi/give/progression/${player}`, { TechnologyPoints: 1 });
        counts.granted++;
      }
    };
    const ban = async () => {
      while (working) {
        await ask(server, 'POST', `pdapi/ban/steam_${1000 + counts.banned}`, { Reason: 'load' });
        counts.banned++;
      }
    };
    const load = [grant(), grant(), grant(), grant(), ban()];
    await until('the load has started', () => counts.granted > 0 && counts.banned > 0);
    before = { granted: counts.granted, banned: counts.banned };
    await succeeds(['world', 'backup', join(folder, 'copy'), '--data', data]);
    const after = { ...counts };
    working = false;
    await Promise.all(load);
    assert.ok(after.granted > before.granted && after.banned > before.banned, 'there was load meanwhile');
    assert.equal(await technologyPoints(server, player), atFirst + counts.granted, 'the server lost nothing');
    await server.end('SIGTERM');
    before.granted += atFirst;
    counts.sent += atFirst;
  }

  const restored = join(folder, 'restored');
  await succeeds(['world', 'restore', join(folder, 'copy'), '--data', restored]);
  const check = await runJson<{ problems: string[] }>(['world', 'check', '--data', restored]);
  assert.deepEqual(check.answer.problems, []);

  prepare(restored); // backups have no tokens that are not stored as a hash
  await using server = await startProcess(['--data', restored, '--no-simulate']);
  const points = await technologyPoints(server, player);
  assert.ok(points >= before.granted, `${points} points, of ${before.granted} that were confirmed`);
  assert.ok(points <= counts.sent);
  const banned = await bannedUsers(server);
  for (let number = 0; number < before.banned; number++) {
    assert.ok(banned.has(`steam_${1000 + number}`), `ban ${number} of ${before.banned} is missing`);
  }
  // Every ban in the audit of the world is in the list, which is never older than the world.
  let cursor: string | undefined;
  do {
    const query = `Route=${encodeURIComponent('POST /ban/:player_identifier')}&Outcome=OK&Limit=500`;
    const path = `palatine/audit?${query}${cursor === undefined ? '' : `&Cursor=${cursor}`}`;
    const page: AuditPage = await ask(server, 'GET', path);
    for (const { Target } of page.Entries) assert.ok(banned.has(Target), `${Target} is in the audit only`);
    cursor = page.Next;
  } while (cursor !== undefined);
});

async function quietWorld(name: string): Promise<string> {
  const data = join(folder, name);
  prepare(data);
  const sizes = ['--demo', 'players=5,palsPerPlayer=2'];
  await succeeds(['world', 'demo', '--data', data, ...sizes]);
  return data;
}

test('a restore restores bans and rules, keeps tokens, and keeps the replaced files aside', async () => {
  const data = await quietWorld('quiet');
  const bans = readFileSync(join(data, 'Banlist.json'), 'utf8');
  const { answer } = await runJson<{ folder: string }>(['world', 'backup', '--data', data]);
  const name = answer.folder.split(/[\\/]/).at(-1) ?? '';
  await runCommand(['ban', 'add', 'steam_9', '--data', data]);
  await runCommand(['token', 'create', 'Later', '--permission', '*', '--data', data]);
  writeFileSync(join(data, 'Config.json'), '{"playerResolution":"Online"}');
  const later = readFileSync(join(data, 'Banlist.json'), 'utf8');

  await isRefused(['world', 'restore', name, '--data', data], /holds a demo world .*; --replace/);
  assert.equal(readFileSync(join(data, 'Banlist.json'), 'utf8'), later, 'a refusal changes nothing');

  type Restored = { keptAside: string; filesKeptAside: string };
  const restored = await runJson<Restored>(['world', 'restore', name, '--replace', '--data', data]);
  assert.equal(restored.code, 0);
  assert.equal(readFileSync(join(data, 'Banlist.json'), 'utf8'), bans);
  assert.match(readFileSync(join(data, 'Config.json'), 'utf8'), /Known/);
  assert.deepEqual(readdirSync(join(data, 'RESTAPI', 'Tokens')).sort(), ['Admin.json', 'Later.json']);
  assert.ok(existsSync(join(data, restored.answer.keptAside)));
  const aside = join(data, restored.answer.filesKeptAside);
  assert.equal(readFileSync(join(aside, 'Banlist.json'), 'utf8'), later);
  assert.ok(!existsSync(join(aside, 'RESTAPI')), 'unchanged files are not copied');
});

/** Files of a data folder besides the game's own, by the option that includes them. */
const FILES = {
  always: {
    'Server.json': '{}',
    'fleet.json': '{}',
    'RESTAPI/RESTConfig.json': '{}',
    'RESTAPI/Tokens/Hashed.json': `{"Name":"Hashed","TokenSHA256":"${'0'.repeat(64)}","Permissions":"*"}`,
    'WhiteList.json': '[]',
    'Catalogue/items.json': '[]',
    'Console/map-main.png': '',
  },
  secrets: {
    'server-password': 'SECRET',
    'fleet.creds': 'SECRET',
    'key.pem': 'SECRET',
    'tls/server.key': 'SECRET',
    'RESTAPI/Tokens/Plain.json': '{"Name":"Plain","Token":"SECRET","Permissions":"*"}',
    'RESTAPI/Tokens/Broken.json': '{"Token":"SECRET',
  },
  never: {
    'maintenance.json': 'SECRET',
    'fleet.db': 'SECRET',
    'fleet.db-wal': 'SECRET',
    'Versions/Settings/Server.json/x.json': 'SECRET',
    'notes.txt': 'SECRET',
    'bin/run.sh': 'SECRET',
  },
};

test('a backup has no secrets by default, no state and no foreign files, and reports what it leaves out', async () => {
  const data = await quietWorld('secrets');
  for (const [path, text] of Object.values(FILES).flatMap((files) => Object.entries(files))) {
    mkdirSync(dirname(join(data, path)), { recursive: true });
    writeFileSync(join(data, path), text);
  }
  const make = async (...flags: string[]) => {
    const copy = join(folder, `secrets-copy-${flags.join()}`);
    const { stderr } = await succeeds(['world', 'backup', copy, '--data', data, ...flags]);
    return { files: filesBelow(copy), stderr, copy };
  };
  const { files, stderr, copy } = await make();
  for (const path of Object.keys(FILES.always)) assert.ok(files.includes(path), path);
  const absent = Object.keys({ ...FILES.secrets, ...FILES.never });
  for (const path of [...absent, 'RESTAPI/Tokens/Admin.json']) assert.ok(!files.includes(path), path);
  for (const path of files) assert.ok(!readFileSync(join(copy, path), 'latin1').includes('SECRET'), path);
  assert.match(stderr, /server-password.* not in the backup: .*--secrets/);
  assert.match(stderr, /notes\.txt.* not in the backup: no file of the service/);

  const whole = await make('--secrets');
  for (const path of Object.keys(FILES.secrets)) assert.ok(whole.files.includes(path), path);
  for (const path of Object.keys(FILES.never)) assert.ok(!whole.files.includes(path), path);
});

test('with --world-only settings and tokens are unchanged', async () => {
  const data = await quietWorld('world-only');
  const copy = join(folder, 'world-only-copy');
  await runCommand(['world', 'backup', copy, '--data', data]);
  await runCommand(['token', 'create', 'Later', '--permission', '*', '--data', data]);
  await runCommand(['ban', 'add', 'steam_9', '--data', data]);
  await succeeds(['world', 'restore', copy, '--world-only', '--replace', '--data', data]);
  assert.ok(existsSync(join(data, 'RESTAPI', 'Tokens', 'Later.json')));
  assert.ok(!readFileSync(join(data, 'Banlist.json'), 'utf8').includes('steam_9'));
});

test('a damaged backup, and a folder that is not a backup, is refused before anything changes', async () => {
  const data = await quietWorld('damaged');
  const copy = join(folder, 'damaged-copy');
  await runCommand(['world', 'backup', copy, '--data', data]);
  appendFileSync(join(copy, 'Banlist.json'), ' ');
  const world = readFileSync(join(data, 'world.db'));
  for (const [from, message] of [
    [copy, /is damaged: Banlist\.json is not what was backed up/],
    [join(folder, 'nothing'), /there is no backup ".*nothing": .*nothing holds no backup\.json/],
  ] as const) {
    await isRefused(['world', 'restore', from, '--replace', '--data', data], message);
  }
  assert.deepEqual(readFileSync(join(data, 'world.db')), world);
});

test('an unreadable world is replaced by its backup, and kept', async () => {
  const data = await quietWorld('ruined');
  const copy = join(folder, 'ruined-copy');
  await runCommand(['world', 'backup', copy, '--data', data]);
  writeFileSync(join(data, 'world.db'), 'this is no world'.repeat(1000));
  const args = ['world', 'restore', copy, '--replace', '--data', data];
  const { code, answer } = await runJson<{ keptAside: string }>(args);
  assert.equal(code, 0);
  assert.match(answer.keptAside, /\.damaged\.db$/);
  assert.match(readFileSync(join(data, answer.keptAside), 'utf8'), /^this is no world/);
  await succeeds(['world', 'check', '--data', data]);
});

test('a restore is refused while a server runs, and a backup never overwrites another', async () => {
  const data = await quietWorld('held');
  const copy = join(folder, 'held-copy');
  await using _server = await startProcess(['--data', data]);
  await succeeds(['world', 'backup', copy, '--data', data]);
  await isRefused(['world', 'backup', copy, '--data', data], /already exists/);
  await isRefused(
    ['world', 'restore', copy, '--replace', '--data', data],
    /another server is using the data folder/,
  );
});
