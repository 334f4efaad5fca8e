import assert from 'node:assert/strict';
import { cpSync, readFileSync, rmSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Banlist } from '@palatine/contract';
import { byTier, roundsSeed, testFolder } from '@palatine/platform/testing';
import { sharedSave } from '@palatine/save/testing';
import { recipientsIn } from '@palatine/testing/crash-writes';
import { smallDisk, spaceFor } from '@palatine/testing/disk-space';
import { writeLargeSave } from '@palatine/testing/large-save';
import { succeeds } from '@palatine/testing/run-cli';
import { startProcess } from '@palatine/testing/start-process';
import { startService } from '@palatine/testing/start-service';
import { readWorld, takeDiskSnapshot } from '@palatine/testing/store-snapshot';
import { loadCatalogue } from '@palatine/world/catalogue';
import { checkWorld } from '@palatine/world/check-world';
import { between, seededRandom } from '@palatine/world/random';
import { makeFolder, prepareData, TOKEN } from './crash-rounds.ts';
import { commandAndKill, type Moment, startAndKill } from './crash-start.ts';
import { fingerprintOf, grantAndKill, importWhole, leftovers, startPlain } from './import-crash-run.ts';
import { Connection } from './load.ts';

const REAL_SAVE = sharedSave('v1_relics');

const folder = testFolder();
const data = join(folder, 'data');
const [oldSave, newSave] = [join(folder, 'old-save'), join(folder, 'new-save')];
const seed = roundsSeed(1);
/** How long a process takes before it imports. */
const START_MS = 500;

await writeLargeSave(oldSave, 'Old', 1);
await writeLargeSave(newSave, 'New', 2);
const startedAt = Date.now();
const newFingerprint = await importWhole(newSave, join(folder, 'whole'));
const importMs = Date.now() - startedAt;

/** Moments to kill an import that takes `ms`: those at which it changes files, and in a deep run random ones. */
function momentsOf(
  ms: number,
  placed: string,
  isPlaced: (names: readonly string[]) => boolean,
): [name: string, moment: Moment][] {
  const random = seededRandom(seed);
  const times = Array.from({ length: byTier(0, 6) }, () => between(random, 50, START_MS + ms));
  return [
    ...times.map((time): [string, Moment] => [`after ${time} ms`, time]),
    ['once the new world is being written', (names) => names.includes('world.db.making') || isPlaced(names)],
    [placed, isPlaced],
  ];
}

test('an import into an empty folder, killed at any moment, leaves no world or the whole one', async (t) => {
  const placed = 'once the new world is in its place';
  for (const [name, moment] of momentsOf(importMs, placed, (names) => names.includes('world.db'))) {
    const about = `killed ${name}, seed ${seed}`;
    prepareData(data);
    await startAndKill(['--import', newSave], data, moment);
    const served = await startPlain(data);
    assert.deepEqual(served.contradictions, [], about);
    t.diagnostic(`${about}: ${served.origin === 'save' ? 'the whole world' : 'no world'}`);
    if (served.origin === 'save') assert.equal(served.fingerprint, newFingerprint, about);
    assert.deepEqual(leftovers(data), { setAside: [], unfinished: [] }, about);
    await rm(data, { recursive: true });
  }
});

test('an import with --replace, killed at any moment, leaves the old world or the new one with the old one set aside', (t) =>
  replaceAndKill(t, newSave, importMs, newFingerprint));

if (byTier(false, true))
  test('the same holds for a real save of the game', { skip: REAL_SAVE.skip }, async (t) => {
    const startedAt = Date.now();
    const fingerprint = await importWhole(REAL_SAVE.folder, join(folder, 'whole-real'));
    await replaceAndKill(t, REAL_SAVE.folder, Date.now() - startedAt, fingerprint);
  });

/** Replaces the world of the old save by that of another one, and kills the import, once at each moment. */
async function replaceAndKill(t: TestContext, save: string, ms: number, saveFingerprint: string) {
  const old = join(folder, 'old');
  await importWhole(oldSave, old);
  const oldFingerprint = await grantAndKill(old);
  assert.notEqual(oldFingerprint, saveFingerprint);

  const isAside = (names: readonly string[]) => names.some((name) => /^world-.*\.db$/.test(name));
  for (const [name, moment] of momentsOf(ms, 'once the old world has its second name', isAside)) {
    const about = `killed ${name}, seed ${seed}`;
    cpSync(old, data, { recursive: true });
    await startAndKill(['--import', save, '--replace'], data, moment);

    const served = await startPlain(data);
    assert.deepEqual(served.contradictions, [], about);
    const isEither = [oldFingerprint, saveFingerprint].includes(served.fingerprint);
    assert.ok(isEither, `${about}: the world is neither the old nor the new one`);
    const replaced = served.fingerprint === saveFingerprint;
    t.diagnostic(`${about}: the ${replaced ? 'new' : 'old'} world`);
    const { setAside, unfinished } = leftovers(data);
    assert.deepEqual(unfinished, [], about);
    assert.equal(setAside.length, replaced ? 1 : 0, about);
    for (const name of setAside) {
      assert.equal(fingerprintOf(join(data, name)), oldFingerprint, about);
      assert.deepEqual(checkWorld(readWorld(join(data, name)), loadCatalogue()), [], about);
    }
    await rm(data, { recursive: true });
  }
  await rm(old, { recursive: true });
}

test('kill -9 under read load changes nothing: a restart serves the same world', async () => {
  const data = testFolder();
  const { expected } = makeFolder(1, data);
  const [player] = takeDiskSnapshot(data).world.players.values();
  const uid = player?.uid;
  const paths = ['/players', '/guilds', '/banlist', `/items/${uid}`, `/pals/${uid}`, `/progression/${uid}`];
  const readAll = async (connection: Connection) => {
    const all = [];
    for (const path of paths) all.push(await connection.request('GET', path));
    return all;
  };
  const first = await startProcess(['--data', data, '--no-simulate']);
  const connections = Array.from({ length: 32 }, () => new Connection({ url: first.url, token: TOKEN }));
  const replies = await readAll(connections[0] as Connection);
  assert.ok(replies.every(({ status }) => status === 200));
  let rounds = 0;
  const reading = connections.map(async (connection) => {
    for (;;) {
      assert.deepEqual(await readAll(connection), replies);
      rounds += 1;
      if (rounds === 3 * connections.length) first.child.kill('SIGKILL');
    }
  });
  for (const { reason } of (await Promise.allSettled(reading)) as PromiseRejectedResult[]) {
    assert.match(String((reason as NodeJS.ErrnoException).code), /ECONN|EPIPE/);
  }
  for (const connection of connections) connection[Symbol.dispose]();

  await using second = await startService({ data });
  using connection = new Connection({ url: second.url, token: TOKEN });
  assert.deepEqual(await readAll(connection), replies);
  await second.stop();
  const snapshot = takeDiskSnapshot(data);
  assert.deepEqual(snapshot.contradictions, []);
  assert.deepEqual(snapshot.balances, expected.balances);
});

// Answered writes of a killed process may be in SQLite's journal only. It belongs to its own world file.

/** More than the new world needs, less than the journal holds. */
const MORE_BYTES = 48 * 1024;
const PALS = Array.from({ length: 100 }, () => ({ PalID: 'Anubis', Level: 1 }));

/** Writes a lot and kills the program before the journal reaches the file. @returns the world's fingerprint. */
async function fillJournal(data: string): Promise<string> {
  const recipients = recipientsIn(takeDiskSnapshot(data).world).slice(0, 5);
  await using program = await startProcess(['--data', data, '--no-simulate']);
  using connection = new Connection({ url: program.url, token: TOKEN });
  for (const { uid } of recipients) {
    const { status, body } = await connection.request('POST', `/give/pals/${uid}`, { Pals: PALS });
    assert.equal(status, 200, body);
  }
  await program.end('SIGKILL');
  return JSON.stringify([...takeDiskSnapshot(data).balances]);
}

test('a world whose journal does not fit into its file is not replaced, and nothing of it is lost', async (t) => {
  const folder = testFolder();
  const save = join(folder, 'save');
  await writeLargeSave(save, 'Isle', 1);
  const whole = join(folder, 'whole');
  const newFingerprint = await importWhole(save, whole);

  using space = spaceFor(t, () => smallDisk(statSync(join(whole, 'world.db')).size + MORE_BYTES));
  if (space === undefined) return;
  const { data } = makeFolder(1, join(space.folder, 'data'));
  const oldFingerprint = await fillJournal(data);
  space.runOut(0);
  const replaced = await startProcess(['--data', data, '--import', save, '--replace', '--no-simulate']).catch(
    (error: Error) => error.message,
  );
  if (typeof replaced !== 'string') await replaced.end('SIGKILL');
  space.comeBack(0);

  const served = await startPlain(data);
  assert.deepEqual(served.contradictions, []);
  assert.ok(
    [oldFingerprint, newFingerprint].includes(served.fingerprint),
    'the world is neither the old nor the new one',
  );
  const { setAside, unfinished } = leftovers(data);
  assert.deepEqual(unfinished, []);
  if (served.fingerprint === oldFingerprint) return t.diagnostic(`not replaced: ${String(replaced)}`);
  assert.equal(setAside.length, 1);
  assert.equal(fingerprintOf(join(data, setAside[0] as string)), oldFingerprint);
});

test('the journal of a deleted world file does not damage the next world', async (_t) => {
  const folder = testFolder();
  const { data } = makeFolder(1, join(folder, 'data'));
  await fillJournal(data);
  rmSync(join(data, 'world.db'));
  const fresh = await startPlain(data);
  assert.deepEqual(fresh.contradictions, []);
  assert.equal((await startPlain(data)).fingerprint, fresh.fingerprint);
});

const demoRoot = testFolder();

const MAX_COMMAND_MS = 1_200;
const REMOVING: Moment = (names) => names.some((name) => name.startsWith('Banlist-'));
const REPLACING: Moment = (names) => names.some((name) => /^world-.*\.db$/.test(name));

function bansOf(data: string): number {
  const { UserEntries, IPEntries } = JSON.parse(readFileSync(join(data, 'Banlist.json'), 'utf8')) as Banlist;
  return UserEntries.length + IPEntries.length;
}

test('an import over a demo world, killed at any moment, never leaves the new world with the bans of the demo', async (t) => {
  const save = join(demoRoot, 'save');
  const demo = join(demoRoot, 'demo');
  const data = join(demoRoot, 'data');
  await writeLargeSave(save, 'Isle', 1);
  await succeeds(['world', 'demo', '--demo', 'players=12', '--data', demo]);
  assert.ok(bansOf(demo) > 0);

  const seed = roundsSeed(1);
  const late = between(seededRandom(seed), 300, MAX_COMMAND_MS);
  const moments: [name: string, moment: Moment][] = [
    ['once the bans are being removed', REMOVING],
    ['once the demo world has its second name', REPLACING],
  ];
  if (byTier(false, true)) moments.push([`after ${late} ms`, late]);
  for (const [name, moment] of moments) {
    cpSync(demo, data, { recursive: true });
    await commandAndKill(['world', 'import', save], data, moment);
    const { origin } = readWorld(join(data, 'world.db')).info;
    const about = `killed ${name}, seed ${seed}: the ${origin} world with ${bansOf(data)} bans`;
    t.diagnostic(about);
    if (origin === 'save') assert.equal(bansOf(data), 0, about);
    if (origin === 'demo') await succeeds(['world', 'import', save, '--data', data]);
    assert.equal(readWorld(join(data, 'world.db')).info.origin, 'save', about);
    assert.equal(bansOf(data), 0, about);
    assert.deepEqual(leftovers(data).unfinished, [], about);
    await rm(data, { recursive: true });
  }
});
