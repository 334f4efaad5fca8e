import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createStore } from '@palatine/engine/store';
import { readTextFile } from '@palatine/platform/read-file';
import { testFolder } from '@palatine/platform/testing';
import { logOf } from '@palatine/testing/log-lines';
import { OBSTACLES, putSocket, replaceBy } from '@palatine/testing/obstacles';
import { runCommand, runJson, succeeds } from '@palatine/testing/run-cli';
import { selfSigned } from '@palatine/testing/self-signed';
import { startService, type TestService } from '@palatine/testing/start-service';
import { TestClock } from '@palatine/testing/test-clock';
import { until } from '@palatine/testing/until';
import { aDemo } from '@palatine/testing/worlds';
import { createToken } from '../src/token-files.ts';

const skip = process.platform === 'win32' && 'Windows has none of these';
interface Place {
  file: string;
  /** A valid content. */
  right: string;
}

const { cert, key } = selfSigned();
const REST = '{"TLS":{"Certificate":"cert.pem","Key":"key.pem"}}';
/** Files that a start requires to be valid, if present. */
const PLACES: readonly Place[] = [
  { file: 'Config.json', right: '{}' },
  { file: 'RESTAPI/RESTConfig.json', right: REST },
  { file: 'cert.pem', right: cert },
  { file: 'key.pem', right: key },
  { file: 'Banlist.json', right: '{"Version":1,"BannedMessage":"","UserEntries":[],"IPEntries":[]}' },
];

/** A data folder with a world and every file of PLACES. */
function madeFolder(): string {
  const data = testFolder();
  mkdirSync(join(data, 'RESTAPI', 'Tokens'), { recursive: true });
  createStore(join(data, 'world.db'), aDemo().world);
  for (const { file, right } of PLACES) replaceBy(join(data, file), right);
  return data;
}

/** Runs work as a user without access to our files; root could read everything. */
function asAnotherUser<T>(work: () => T): T {
  if (process.geteuid?.() !== 0) return work();
  process.seteuid?.(65_534);
  try {
    return work();
  } finally {
    process.seteuid?.(0);
  }
}

test('a file that this user may not read is named', { skip }, () => {
  const file = join(testFolder(), 'closed');
  writeFileSync(file, '{}', { mode: 0 });
  assert.throws(() => asAnotherUser(() => readTextFile(file)), /closed cannot be read by this user/);
});

test('a socket in place of a file is named, and a file that grows beyond its limit is refused', async () => {
  const path = join(testFolder(), 'socket');
  await using _socket = await putSocket(path);
  assert.throws(() => readTextFile(path), /is a socket, not a file/);
  const file = join(testFolder(), 'large');
  replaceBy(file, 'x'.repeat(11));
  assert.throws(() => readTextFile(file, 10), /large has 11 bytes; at most 10 are read/);
  assert.equal(readTextFile(file, 11), 'x'.repeat(11));
  assert.equal(readTextFile(join(testFolder(), 'missing')), undefined);
});

test('a start with an obstacle in place of a file fails with one line that names the file', {
  skip,
}, async () => {
  const data = madeFolder();
  for (const { file, right } of PLACES) {
    for (const obstacle of OBSTACLES) {
      const path = join(data, file);
      replaceBy(path, obstacle);
      await assert.rejects(
        startService({ data, clock: new TestClock() }),
        (error: Error) => {
          assert.equal(error.name, 'ConfigError', `${file}, ${obstacle.name}: ${error.stack}`);
          assert.match(error.message, obstacle.says, `${file}, ${obstacle.name}`);
          assert.match(error.message, new RegExp(file.replace('.', '\\.')));
          assert.ok(!error.message.includes('\n'));
          return true;
        },
        `${file}, ${obstacle.name}`,
      );
      replaceBy(path, right);
    }
  }
  await using _service = await startService({ data, clock: new TestClock(), restConfig: {} });
});

test('ReloadConfig rejects an obstacle in place of a file and says why', {
  skip,
}, async () => {
  const options = { clock: new TestClock(), config: {}, banlist: JSON.parse(PLACES.at(-1)?.right ?? '') };
  await using service = await startService(options);
  for (const { file, right } of PLACES.filter(({ file }) => !file.endsWith('.pem'))) {
    const settled = file === 'RESTAPI/RESTConfig.json' ? '{}' : right;
    for (const obstacle of OBSTACLES) {
      replaceBy(join(service.data, file), obstacle);
      const since = service.game.reads.newestEventId;
      assert.deepEqual(await reload(service), { Success: false }, `${file}, ${obstacle.name}`);
      const { events } = service.game.reads.eventsSince(since);
      const text = JSON.stringify(events);
      // The bans stay active even if their file is gone, and the event has its own words for it.
      const says = file === 'Banlist.json' ? /Banlist\.json .*the active bans stay/ : obstacle.says;
      assert.match(text, says, `${file}, ${obstacle.name}`);
      replaceBy(join(service.data, file), settled);
      assert.deepEqual(await reload(service), { Success: true }, `${file}, after ${obstacle.name}`);
    }
  }
});

async function reload(service: TestService): Promise<unknown> {
  return (await service.post('/v1/pdapi/ReloadConfig')).json();
}

test('token files that cannot be read are skipped and reported; the others are valid, and tokens can be created', {
  skip,
}, async () => {
  const clock = new TestClock();
  const { log, lines } = logOf('warn');
  const data = testFolder();
  const tokens = join(data, 'RESTAPI', 'Tokens');
  mkdirSync(tokens, { recursive: true });
  for (const [at, obstacle] of OBSTACLES.entries()) replaceBy(join(tokens, `odd-${at}.json`), obstacle);
  createStore(join(data, 'world.db'), aDemo().world);
  await using service = await startService({ data, clock, log });
  for (const [at, { says }] of OBSTACLES.entries()) {
    const line = lines.find((text) => text.includes(`odd-${at}.json`));
    assert.match(line ?? '', says);
  }
  const { secret } = createToken(tokens, {
    name: 'Late',
    permissions: ['*'],
    answerForm: undefined,
    plain: false,
  });
  clock.advance(1000);
  const status = () => service.statusFor(secret);
  await until('the new token is valid', async () => (await status()) === 200);

  const list = await runJson<{ file: string; error: string | null }[]>(['token', 'list', '--data', data]);
  assert.equal(list.code, 0);
  for (const [at, { says }] of OBSTACLES.entries()) {
    const listed = JSON.stringify(list.answer);
    assert.match(listed, new RegExp(`odd-${at}\\.json`));
    assert.match(listed, says);
  }
  const folder = OBSTACLES.findIndex(({ name }) => name === 'a folder');
  const refused = await runCommand(['token', 'revoke', `odd-${folder}`, '--data', data]);
  const expected = /^palatine: .*odd-\d\.json is a folder, not a token file; remove it yourself\n$/;
  assert.match(refused.stderr, expected);
  const pipe = OBSTACLES.findIndex(({ name }) => name === 'a named pipe');
  await succeeds(['token', 'revoke', `odd-${pipe}`, '--data', data]);
  await succeeds(['token', 'revoke', 'Late', '--data', data]);
});

test('a template or a file of import rules that cannot be read refuses the request that names it', {
  skip,
}, async () => {
  await using service = await startService({ clock: new TestClock() });
  const [player] = (await service.api.getPlayers()).Players.filter(({ Status }) => Status === 'Online');
  const give = async (name: string) => {
    const body = JSON.stringify({ PalTemplates: [name] });
    return service.fetch(`/v1/pdapi/give/paltemplate/${player?.UserId}`, { method: 'POST', body });
  };
  const template = join(service.data, 'Pals', 'Templates', 'odd.json');
  const rules = join(service.data, 'Pals', 'ImportRules', 'SheepBall.json');
  for (const obstacle of OBSTACLES) {
    replaceBy(template, obstacle);
    assert.equal((await give('odd')).status, 400, obstacle.name);
  }
  replaceBy(template, '{"PalID":"SheepBall"}');
  for (const obstacle of OBSTACLES.filter(({ name }) => name !== 'a folder')) {
    replaceBy(rules, obstacle);
    assert.equal((await give('odd')).status, 400, obstacle.name);
  }
  rmSync(rules);
  assert.equal((await give('odd')).status, 200);
});

test('every command fails with clear lines when nothing in the data folder can be read', {
  skip,
}, async () => {
  const data = madeFolder();
  const write = ['Catalogue', 'Backups', 'Archives', 'Pals/Templates', 'Pals/ImportRules'];
  for (const folder of write) mkdirSync(join(data, folder), { recursive: true });
  for (const [at, obstacle] of OBSTACLES.entries()) {
    for (const place of [
      'RESTAPI/Tokens/odd',
      'Catalogue/odd',
      'Pals/Templates/odd',
      'Pals/ImportRules/odd',
    ]) {
      replaceBy(join(data, `${place}-${at}.json`), obstacle);
    }
    replaceBy(join(data, 'Archives', `odd-${at}.gz`), obstacle);
    mkdirSync(join(data, 'Backups', `odd-${at}`));
    replaceBy(join(data, 'Backups', `odd-${at}`, 'backup.json'), obstacle);
    replaceBy(join(data, 'Backups', `20200101T00000${at}Z.making`), obstacle);
    replaceBy(join(data, `world-2020010${at}T000000.db`), obstacle);
    replaceBy(join(data, `Banlist.broken-2020010${at}T000000.json`), obstacle);
  }
  const pipe = OBSTACLES.find(({ name }) => name === 'a named pipe');
  assert.ok(pipe);
  for (const { file } of PLACES) replaceBy(join(data, file), pipe);

  const commands: [string[], number][] = [
    [['doctor'], 1],
    [['token', 'list'], 0],
    [['token', 'create', 'New', '--permission', '*'], 0],
    [['ban', 'list'], 1],
    [['ban', 'add', 'steam_1'], 1],
    [['init'], 1],
    [['world', 'info'], 0],
    [['world', 'check'], 0],
    [['world', 'restore', 'odd-3'], 1],
  ];
  for (const [command, code] of commands) {
    const ended = await runCommand([...command, '--data', data]);
    assert.equal(ended.code, code, `${command.join(' ')}: ${ended.stdout}${ended.stderr}`);
    assert.ok(!/^ +at /m.test(ended.stdout + ended.stderr), `${command.join(' ')}: ${ended.stderr}`);
  }
  for (const { file, right } of PLACES) replaceBy(join(data, file), right);

  const args = ['world', 'backup', '--data', data];
  const { answer, code } = await runJson<{
    leftOut: { path: string; reason: string }[];
    problems: string[];
    folder: string;
  }>(args);
  assert.equal(code, 0, JSON.stringify(answer));
  const paths = answer.leftOut.map(({ path }) => path);
  for (const [at, { name, says }] of OBSTACLES.entries()) {
    if (name === 'a folder') continue; // it is empty
    assert.ok(paths.includes(`RESTAPI/Tokens/odd-${at}.json`), paths.join());
    assert.ok(paths.includes(`Catalogue/odd-${at}.json`), paths.join());
    if (!/cannot be read/.test(String(says))) continue;
    const problem = answer.problems.find((text) => text.startsWith(`Catalogue/odd-${at}.json is not in the`));
    assert.match(problem ?? '', says);
  }
  assert.equal(readFileSync(join(answer.folder, 'Config.json'), 'utf8'), '{}');
});
