import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import type { Banlist } from '@palatine/contract';
import { dataPaths } from '@palatine/data-dir/data-folder';
import { testFolder } from '@palatine/platform/testing';
import { writeLargeSave } from '@palatine/testing/large-save';
import { type Ended, runCommand, runJson, succeeds } from '@palatine/testing/run-cli';
import { runToEnd, startProcess } from '@palatine/testing/start-process';
import { startService } from '@palatine/testing/start-service';
import { TestClock } from '@palatine/testing/test-clock';
import { removeDemoBans, restoreDemoBans } from '../../src/import/demo-bans.ts';

const folder = testFolder();

const save = join(folder, 'save');
const demo = join(folder, 'demo');
let count = 0;

before(async () => {
  await writeLargeSave(save, 'My isle', 4);
  await demoWorld(demo);
});

function demoWorld(data: string, ...more: string[]): Promise<Ended> {
  return runCommand(['world', 'demo', '--demo', 'players=12,palsPerPlayer=1', ...more, '--data', data]);
}

/** A data folder with a demo world, as the first start leaves it. */
function aDemoFolder(): string {
  const data = join(folder, `data-${++count}`);
  cpSync(demo, data, { recursive: true });
  return data;
}

function importInto(data: string, ...more: string[]): Promise<Ended> {
  return runCommand(['world', 'import', save, ...more, '--data', data]);
}

function banlistOf(data: string, name = 'Banlist.json'): Banlist {
  return JSON.parse(readFileSync(join(data, name), 'utf8')) as Banlist;
}

async function activeBans(data: string): Promise<string[]> {
  const { answer } = await runJson<Banlist>(['ban', 'list', '--data', data]);
  return [...answer.UserEntries.map(({ UserId }) => UserId), ...answer.IPEntries.map(({ IP }) => IP)];
}

async function nameOf(data: string): Promise<string> {
  return (await runJson<{ name: string }>(['world', 'info', '--data', data])).answer.name;
}

test('a save replaces an unchanged demo world with its bans', async () => {
  const data = aDemoFolder();
  const before = banlistOf(data);
  assert.ok((await activeBans(data)).length > 0);
  const { code, stdout, stderr } = await importInto(data);
  assert.equal(code, 0, stderr);
  assert.match(stdout, /The former world is kept as world-(\w+)\.db\.\n.* kept in Banlist-\1\.json\./);
  assert.equal(await nameOf(data), 'My isle');
  assert.match((await runCommand(['ban', 'list', '--data', data])).stdout, /^Nobody is banned\.\n$/);
  const { answer } = await runJson(['ban', 'list', '--all', '--data', data]);
  assert.deepEqual(answer, { UserEntries: [], IPEntries: [], Pending: [] });
  const [aside = ''] = readdirSync(data).filter((name) => /^Banlist-.*\.json$/.test(name));
  assert.deepEqual(banlistOf(data, aside), before);
});

test('npm start -- --import does the same, even if the simulation has moved players, and reports it', async () => {
  const data = aDemoFolder();
  const first = await startProcess(['--data', data, '--simulate']);
  const watched = await fetch(`${first.url}/v1/pdapi/players`);
  assert.equal(watched.status, 401);
  assert.equal(await first.end('SIGTERM'), 0);
  await using second = await startProcess(['--data', data, '--import', save, '--no-simulate']);
  assert.match(second.output(), /serves "My isle"/);
  assert.match(second.output(), /bans of the demo world were removed with it/);
  const banlist = await fetch(`${second.url}/v1/pdapi/banlist`, {
    headers: { authorization: `Bearer ${first.token}` },
  });
  assert.deepEqual(((await banlist.json()) as { Banlist: Banlist }).Banlist.UserEntries, []);
});

test('the bans of the demo are restored if its world cannot be replaced', () => {
  const data = aDemoFolder();
  const before = readFileSync(join(data, 'Banlist.json'), 'utf8');
  const names = readdirSync(data);
  const removed = removeDemoBans(dataPaths(data), '20261122T000000');
  assert.ok(removed);
  assert.notEqual(readFileSync(join(data, 'Banlist.json'), 'utf8'), before);
  restoreDemoBans(dataPaths(data), removed);
  assert.equal(readFileSync(join(data, 'Banlist.json'), 'utf8'), before);
  const added = readdirSync(data).filter((name) => !names.includes(name));
  assert.deepEqual(added, []);
});

test('bans that an operator added stay active, and the import reports them', async () => {
  const data = aDemoFolder();
  const [renewed] = banlistOf(data).UserEntries;
  assert.ok(renewed);
  await runCommand(['ban', 'add', 'steam_7', '--data', data]);
  await runCommand(['ban', 'add', renewed.UserId, '--reason', 'Again', '--data', data]);
  const lifted = banlistOf(data).IPEntries.find(({ Active }) => Active)?.IP ?? '';
  await succeeds(['ban', 'remove', lifted, '--data', data]);
  const { code, stdout } = await importInto(data);
  assert.equal(code, 0);
  assert.match(stdout, /Banlist\.json bans 2 users and addresses from it/);
  assert.deepEqual((await activeBans(data)).sort(), ['steam_7', renewed.UserId].sort());
});

test('a demo world with a change, and a real world, are replaced with --replace only; the message says which it is', async () => {
  const data = aDemoFolder();
  {
    await using service = await startService({ data, clock: new TestClock() });
    const [player] = (await service.api.getPlayers()).Players.filter(({ Status }) => Status === 'Online');
    const params = { player_identifier: player?.PlayerUID ?? '' };
    await service.api.giveItems({ params, body: { Items: [{ ItemID: 'Wood', Count: 1 }] } });
  }
  const refused = await importInto(data);
  assert.equal(refused.code, 1);
  assert.match(
    refused.stderr,
    /^palatine: .*world\.db holds a demo world that has been changed since [-\d]+ [:\d]+ UTC; --replace moves it aside and uses the new one\n$/,
  );
  assert.equal(await nameOf(data), 'Palatine demo');
  const replaced = await importInto(data, '--replace', '--name', 'Isle two');
  assert.equal(replaced.code, 0, replaced.stderr);
  assert.deepEqual(await activeBans(data), []);

  const real = await importInto(data);
  assert.equal(real.code, 1);
  assert.match(real.stderr, /holds the world "Isle two" already, imported [-\d]+ [:\d]+ UTC; --replace/);
  const started = await runToEnd(['--data', data, '--port', '0', '--import', save]);
  assert.equal(started.code, 1);
  assert.match(started.output, /holds the world "Isle two" already/);
});

test('a refused write does not count as a change', async () => {
  const data = aDemoFolder();
  {
    await using service = await startService({ data, clock: new TestClock() });
    await assert.rejects(service.api.kickPlayer({ params: { player_identifier: 'steam_1' } }));
    await service.fetch('/v1/pdapi/broadcast', { method: 'POST', authorization: '' });
  }
  assert.equal((await importInto(data)).code, 0);
});

test('another demo world replaces a demo only with --replace, and adds its own bans', async () => {
  const data = aDemoFolder();
  assert.equal((await demoWorld(data)).code, 1);
  const { code, stderr } = await demoWorld(data, '--seed', '2', '--replace');
  assert.equal(code, 0, stderr);
  const users = (list: Banlist) => list.UserEntries.map(({ UserId }) => UserId);
  const [now, former] = [users(banlistOf(data)), users(banlistOf(demo))];
  assert.ok(now.length > 0);
  const shared = now.filter((userId) => former.includes(userId));
  assert.deepEqual(shared, []);
});

test('a broken Banlist.json stops the import before anything changes: the owners of its bans are unknown', async () => {
  const data = aDemoFolder();
  writeFileSync(join(data, 'Banlist.json'), '{"Version":1');
  const { code, stderr } = await importInto(data);
  assert.equal(code, 1);
  assert.match(stderr, /palatine: Banlist\.json: not JSON/);
  assert.equal(await nameOf(data), 'Palatine demo');
  const dated = readdirSync(data).filter((name) => /-\d{8}T/.test(name));
  assert.deepEqual(dated, []);
});

test('a wrong save path is reported before the present world', async () => {
  const data = join(folder, 'real');
  assert.equal((await importInto(data)).code, 0);
  const importOf = (path: string) => runCommand(['world', 'import', path, '--data', data]);
  assert.match((await importOf(join(folder, 'none'))).stderr, /^palatine: there is no folder .*none\n$/);
  const empty = join(folder, 'empty');
  mkdirSync(empty);
  assert.match((await importOf(empty)).stderr, /empty holds no Level\.sav, and no folder below it does/);
  const { output } = await runToEnd(['--data', data, '--port', '0', '--import', empty]);
  assert.match(output, /^palatine: .*empty holds no Level\.sav/);
});

test('given a parent folder, an import lists the worlds below with date and size; Level.sav stands for its folder', async () => {
  const games = join(folder, 'SaveGames', '0');
  for (const name of ['A1', 'b2']) {
    const world = join(games, name);
    cpSync(save, world, { recursive: true });
    cpSync(save, join(world, 'backup', 'world', '2026.11.01'), { recursive: true });
  }
  const importOf = (path: string, data: string) =>
    runCommand(['world', 'import', path, '--data', join(folder, data)]);
  const { code, stderr } = await importOf(join(folder, 'SaveGames'), 'x');
  assert.equal(code, 1);
  for (const name of ['A1', 'b2']) {
    const listed = new RegExp(
      `0.${name} \\(Level\\.sav of \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC, [\\d.]+ \\w+\\)`,
    );
    assert.match(stderr, listed);
  }
  assert.doesNotMatch(stderr, /backup/);
  assert.equal((await importOf(join(games, 'A1', 'Level.sav'), 'by-level')).code, 0);
  const byMeta = await importOf(join(games, 'A1', 'LevelMeta.sav'), 'y');
  assert.match(byMeta.stderr, /LevelMeta\.sav is not a folder: name the one with Level\.sav/);
});

test('an imported world has the given name, which must be neither blank nor too long', async () => {
  const data = join(folder, 'named');
  assert.equal((await importInto(data, '--name', ' Tuesday ')).code, 0);
  assert.equal(await nameOf(data), 'Tuesday');
  for (const name of ['', ' ', 'x'.repeat(101)]) {
    assert.equal((await importInto(join(folder, 'unnamed'), `--name=${name}`)).code, 2, name);
  }
});

test('a failed start keeps no administrator token that was not shown', async () => {
  const data = join(folder, 'failing');
  const failed = await runToEnd(['--data', data, '--port', '0', '--import', join(folder, 'none')]);
  assert.equal(failed.code, 1);
  await using service = await startProcess(['--data', data, '--demo', 'players=3']);
  assert.notEqual(service.token, '');
});
