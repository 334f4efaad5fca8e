import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { testFolder } from '@palatine/platform/testing';
import { writeLargeSave } from '@palatine/testing/large-save';
import { isRefused, runCommand, runJson, succeeds } from '@palatine/testing/run-cli';
import { startProcess } from '@palatine/testing/start-process';
import { examine } from './examine.ts';

const folder = testFolder();

interface CreateResult {
  world: { players: number; origin: string };
  keptAside: string | null;
}

function demo(name: string, players: number, ...more: string[]): string[] {
  const sizes = ['--demo', `players=${players},palsPerPlayer=2`];
  return ['world', 'demo', '--data', join(folder, name), ...sizes, ...more];
}

test('a demo world is created, replaced only with --replace, and then kept under another name', async () => {
  const created = await runJson<CreateResult>(demo('demo', 5));
  assert.equal(created.answer.world.players, 5);
  await isRefused(demo('demo', 7), /holds a demo world already, created [-\d]+ [:\d]+ UTC; --replace/);
  const replaced = await runJson<CreateResult>(demo('demo', 7, '--replace'));
  assert.equal(replaced.answer.world.players, 7);
  assert.match(replaced.answer.keptAside ?? '', /^world-.*\.db$/);
  const args = ['world', 'info', '--data', join(folder, 'demo')];
  const { answer } = await runJson<{ players: number; keptAside: string[] }>(args);
  assert.equal(answer.players, 7);
  assert.deepEqual(answer.keptAside, [replaced.answer.keptAside]);
});

test('an import prints its progress, and a folder without a save is one clear line', async () => {
  const save = join(folder, 'save');
  await writeLargeSave(save, 'A large world', 4);
  const data = join(folder, 'imported');
  const { stdout, stderr } = await succeeds(['world', 'import', save, '--data', data]);
  assert.match(stderr, /^reading the save …\nfilling the world …\n/);
  assert.match(stdout, /players/);
  const none = ['world', 'import', join(folder, 'none'), '--data', join(folder, 'no')];
  await isRefused(none, /^palatine: there is no folder .*none\n$/);
});

test('a world is not replaced under a running server, and is read and checked beside it', async () => {
  const data = join(folder, 'running');
  await using _server = await startProcess(['--data', data, '--demo', 'players=4']);
  const expected = /^palatine: another server is using the data folder [^\n]+\n$/;
  await isRefused(demo('running', 5, '--replace'), expected);
  const check = await runJson<{ ok: boolean; problems: string[] }>(['world', 'check', '--data', data]);
  assert.deepEqual([check.code, check.answer], [0, { ok: true, damage: [], problems: [] }]);
  const info = await runJson<{ players: number; inUse: boolean }>(['world', 'info', '--data', data]);
  assert.deepEqual([info.answer.players, info.answer.inUse], [4, true]);
});

test('check and doctor report a world that contradicts itself, with exit code 1', async () => {
  await succeeds(demo('broken', 4));
  const data = join(folder, 'broken');
  const database = new DatabaseSync(join(data, 'world.db'));
  database.exec('delete from accounts where rowid = 1');
  database.close();
  const check = await runJson<{ ok: boolean; problems: string[] }>(['world', 'check', '--data', data]);
  assert.equal(check.code, 1);
  assert.match(check.answer.problems[0] ?? '', /has no account/);
  const text = await runCommand(['world', 'check', '--data', data]);
  assert.match(text.stdout, /inconsistencies:\n {2}player /);
  const doctor = await runCommand(['doctor', '--data', data]);
  assert.equal(doctor.code, 1);
  assert.match(doctor.stdout, /fail {2}world: it has \d+ inconsistenc/);
});

test('the doctor finds no failure in a sound folder, and runs every check', async () => {
  await succeeds(demo('well', 4));
  const data = join(folder, 'well');
  await succeeds(['init', '--data', data]);
  writeFileSync(join(data, 'RESTAPI', 'RESTConfig.json'), '{"Port":0}');
  await succeeds(['world', 'backup', '--data', data]);
  const { code, ok, findings } = await examine(data);
  assert.deepEqual([code, ok], [0, true]);
  for (const { check, state, found } of findings) assert.equal(state, 'ok', `${check}: ${found}`);
  const checks = findings.map(({ check }) => check);
  const ofMachine = ['Node', 'catalogue', 'data folder', 'lock', 'disk', 'permissions'];
  const ofFiles = ['Config.json', 'RESTAPI/RESTConfig.json', 'Banlist.json', 'Pals', 'tokens'];
  assert.deepEqual(checks, [...ofMachine, ...ofFiles, 'port', 'connections', 'world', 'backups']);
});

test('the doctor names errors of files, port and world, and what to do', async () => {
  const data = join(folder, 'ill');
  await runCommand(['init', '--data', data]);
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  writeFileSync(join(data, 'RESTAPI', 'RESTConfig.json'), JSON.stringify({ Port: port }));
  writeFileSync(join(data, 'Config.json'), '{');
  writeFileSync(join(data, 'RESTAPI', 'Tokens', 'Half.json'), '{"Name":');
  writeFileSync(join(data, 'world.db'), 'this is no world'.repeat(100));
  const { code, of } = await examine(data);
  server.close();
  assert.equal(code, 1);
  assert.equal(of('Config.json').state, 'fail');
  assert.match(of('port').found, /is taken by another program/);
  assert.match(of('tokens').found, /Half\.json: not JSON/);
  assert.equal(of('world').state, 'fail');
  assert.equal(of('backups').state, 'warn');
});

test('the doctor knows a running server from another program', async () => {
  const data = join(folder, 'at-work');
  await runCommand(['init', '--data', data]);
  await using server = await startProcess(['--data', data, '--demo', 'players=3']);
  const port = Number(new URL(server.url).port);
  writeFileSync(join(data, 'RESTAPI', 'RESTConfig.json'), JSON.stringify({ Port: port }));
  const { code, of } = await examine(data);
  assert.equal(code, 0);
  assert.match(of('lock').found, /a server is using the folder/);
  assert.match(of('port').found, /answers/);
});

test('a ban from the command line, and lifting it, go through a running server, and into the file without one', async () => {
  const data = join(folder, 'bans');
  await using server = await startProcess(['--data', data, '--demo', 'players=4', '--no-simulate']);
  const added = await succeeds(['ban', 'add', 'steam_7', '--reason', 'Cheating', '--data', data]);
  assert.equal(added.stdout, 'steam_7 is banned.\n');
  const banned = (userId: string) => {
    const { UserEntries } = JSON.parse(readFileSync(join(data, 'Banlist.json'), 'utf8')) as {
      UserEntries: { UserId: string; BannedBy: { Type: string; Reason: string } }[];
    };
    const { BannedBy } = UserEntries.find(({ UserId }) => UserId === userId) ?? {};
    return [BannedBy?.Type, BannedBy?.Reason];
  };
  assert.deepEqual(banned('steam_7'), ['rest', 'Cheating']);
  const expected = /palatine reload$/m;
  await isRefused(['ban', 'add', '192.0.2.0/24', '--data', data], expected);

  await succeeds(['ban', 'remove', 'steam_7', '--data', data]);
  assert.equal((await runCommand(['ban', 'remove', 'steam_7', '--data', data])).code, 1);
  assert.equal((await runCommand(['ban', 'add', 'Zoe', '--data', data])).code, 1);
  const { answer } = await runJson<{ UserEntries: { UserId: string }[] }>(['ban', 'list', '--data', data]);
  assert.ok(!answer.UserEntries.some(({ UserId }) => UserId === 'steam_7'));

  await server.end('SIGTERM');
  for (const target of ['steam_8', '192.0.2.0/24']) {
    await succeeds(['ban', 'add', target, '--reason', 'Later', '--data', data]);
  }
  assert.deepEqual(banned('steam_8'), ['console', 'Later']);
  await using again = await startProcess(['--data', data, '--no-simulate']);
  const lists = await fetch(`${again.url}/v1/pdapi/banlist?reason=Later`, {
    headers: { authorization: `Bearer ${server.token}` },
  });
  assert.match(await lists.text(), /"steam_8","Active":true.*"192\.0\.2\.0\/24","Active":true/);
});

test('an import sums up warnings for a person, and lists each with --json', async () => {
  const save = join(folder, 'isle');
  await writeLargeSave(save, 'Isle', 4);
  for (const file of readdirSync(join(save, 'Players')).slice(1)) rmSync(join(save, 'Players', file));
  const { stderr } = await succeeds(['world', 'import', save, '--data', join(folder, 'text')]);
  const more = Number(/no usable file: .* \(and (\d+) more like it\)/.exec(stderr)?.[1]);
  assert.ok(more > 0, stderr);
  const args = ['world', 'import', save, '--data', join(folder, 'json')];
  const { answer } = await runJson<{ warnings: { file: string; message: string }[] }>(args);
  const absent = answer.warnings.filter(({ message }) => message.startsWith('no usable file'));
  assert.equal(absent.length, more + 1);
  assert.equal(new Set(absent.map(({ file }) => file)).size, more + 1);
  assert.ok(!JSON.stringify(answer).includes('more like it'));
});

test('a backup that is not there is named with the places that were looked at and the backups there are', async () => {
  const data = join(folder, 'restored');
  await succeeds(['world', 'demo', '--demo', 'players=3', '--data', data]);
  const restore = ['world', 'restore', 'nope', '--data', data];
  await isRefused(
    restore,
    /^palatine: there is no backup "nope": .*nope and .*Backups.nope hold no backup\.json; Backups holds none\n$/,
  );
  await succeeds(['world', 'backup', '--data', data]);
  await isRefused(restore, /; Backups holds \d{8}T\d{6}Z\n$/);
});
