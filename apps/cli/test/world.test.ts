import assert from 'node:assert/strict';
import { readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { writeLargeSave } from '@palatine/testing/large-save';
import { runCommand, runJson, runProcess } from '@palatine/testing/run-cli';
import { startProcess } from '@palatine/testing/start-process';
import { startService } from '@palatine/testing/start-service';
import { TestClock } from '@palatine/testing/test-clock';
import { testFolder } from '@palatine/testing/test-folder';
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
  const again = await runCommand(demo('demo', 7));
  assert.equal(again.code, 1);
  assert.match(again.stderr, /holds a demo world already, created [-\d]+ [:\d]+ UTC; --replace/);
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
  const { code, stdout, stderr } = await runCommand(['world', 'import', save, '--data', data]);
  assert.equal(code, 0, stderr);
  assert.match(stderr, /^reading the save …\nfilling the world …\n/);
  assert.match(stdout, /players/);
  const none = await runCommand(['world', 'import', join(folder, 'none'), '--data', join(folder, 'no')]);
  assert.equal(none.code, 1);
  assert.match(none.stderr, /^palatine: there is no folder .*none\n$/);
});

test('a world is not replaced under a running server, and is read and checked beside it', async () => {
  const data = join(folder, 'running');
  await using _server = await startProcess(['--data', data, '--demo', 'players=4']);
  const { code, stderr } = await runCommand(demo('running', 5, '--replace'));
  assert.equal(code, 1);
  assert.match(stderr, /^palatine: another server is using the data folder [^\n]+\n$/);
  const check = await runJson<{ ok: boolean; problems: string[] }>(['world', 'check', '--data', data]);
  assert.deepEqual([check.code, check.answer], [0, { ok: true, damage: [], problems: [] }]);
  const info = await runJson<{ players: number; inUse: boolean }>(['world', 'info', '--data', data]);
  assert.deepEqual([info.answer.players, info.answer.inUse], [4, true]);
});

test('check and doctor report a world that contradicts itself, with exit code 1', async () => {
  await runCommand(demo('broken', 4));
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
  await runCommand(demo('well', 4));
  const data = join(folder, 'well');
  await runCommand(['init', '--data', data]);
  writeFileSync(join(data, 'RESTAPI', 'RESTConfig.json'), '{"Port":0}');
  await runCommand(['world', 'backup', '--data', data]);
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

test('the doctor names a Banlist.json that ReloadConfig has put aside, and the reason', async () => {
  const clock = new TestClock();
  await using service = await startService({ clock });
  const file = join(service.data, 'Banlist.json');
  writeFileSync(file, '{"Version":1}');
  utimesSync(file, clock.now() / 1000, clock.now() / 1000);
  assert.deepEqual(await service.api.reloadConfig(), { Success: false });
  clock.advance(5000); // until then somebody may still be writing it
  assert.deepEqual(await service.api.reloadConfig(), { Success: false });
  const { of } = await examine(service.data, { run: runProcess }); // not in the process of the server
  assert.equal(of('Banlist.json').state, 'warn');
  assert.match(of('Banlist.json').found, /Banlist\.broken-\w+\.json: .*UserEntries/);
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
  const added = await runCommand(['ban', 'add', 'steam_7', '--reason', 'Cheating', '--data', data]);
  assert.equal(added.code, 0);
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
  assert.match((await runCommand(['ban', 'add', '192.0.2.0/24', '--data', data])).stderr, expected);

  assert.equal((await runCommand(['ban', 'remove', 'steam_7', '--data', data])).code, 0);
  assert.equal((await runCommand(['ban', 'remove', 'steam_7', '--data', data])).code, 1);
  assert.equal((await runCommand(['ban', 'add', 'Zoe', '--data', data])).code, 1);
  const { answer } = await runJson<{ UserEntries: { UserId: string }[] }>(['ban', 'list', '--data', data]);
  assert.ok(!answer.UserEntries.some(({ UserId }) => UserId === 'steam_7'));

  await server.end('SIGTERM');
  for (const target of ['steam_8', '192.0.2.0/24']) {
    assert.equal((await runCommand(['ban', 'add', target, '--reason', 'Later', '--data', data])).code, 0);
  }
  assert.deepEqual(banned('steam_8'), ['console', 'Later']);
  await using again = await startProcess(['--data', data, '--no-simulate']);
  const lists = await fetch(`${again.url}/v1/pdapi/banlist?reason=Later`, {
    headers: { authorization: `Bearer ${server.token}` },
  });
  assert.match(await lists.text(), /"steam_8","Active":true.*"192\.0\.2\.0\/24","Active":true/);
});
