import assert from 'node:assert/strict';
import { cpSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { byTier, roundsSeed, sharedSave } from '@palatine/save/testing';
import { writeLargeSave } from '@palatine/testing/large-save';
import { startProcess } from '@palatine/testing/start-process';
import { readWorld, takeDiskSnapshot } from '@palatine/testing/store-snapshot';
import { checkWorld, loadCatalogue, type Random } from '@palatine/world';
import { between, seededRandom } from '@palatine/world/testing';
import { inNewFolder, makeFolder, TOKEN } from './crash-rounds.ts';
import { type Moment, startAndKill } from './crash-start.ts';
import { fingerprintOf, importWhole, leftovers, prepareData, startPlain } from './import-crash-run.ts';
import { Connection } from './load.ts';

const REAL_SAVE = sharedSave('v1_relics');

/** Moments to kill an import that takes `ms`: random ones, and the ones at which it changes files. */
function momentsOf(
  ms: number,
  random: Random,
  placed: string,
  isPlaced: (names: readonly string[]) => boolean,
): [name: string, moment: Moment][] {
  const late = between(random, Math.floor(0.8 * ms), Math.floor(1.1 * ms));
  const others = Array.from({ length: byTier(0, 5) }, () => between(random, 50, Math.max(50, ms)));
  return [
    ...[late, ...others].map((time): [string, Moment] => [`after ${time} ms`, time]),
    ['once the new world is being written', (names) => names.includes('world.db.making') || isPlaced(names)],
    [placed, isPlaced],
  ];
}

test('an import into an empty folder, killed at any moment, leaves no world or the whole one', (t) =>
  inNewFolder(async (folder) => {
    const save = join(folder, 'save');
    await writeLargeSave(save, 'Isle', 8);
    const { ms, fingerprint } = await importWhole(save, join(folder, 'whole'));
    const seed = roundsSeed(1);
    const placed = 'once the new world is in its place';
    const moments = momentsOf(ms, seededRandom(seed), placed, (names) => names.includes('world.db'));
    for (const [name, moment] of moments) {
      const about = `killed ${name}, seed ${seed}`;
      const data = join(folder, 'data');
      prepareData(data);
      await startAndKill(['--import', save], data, moment);
      const served = await startPlain(data);
      assert.deepEqual(served.contradictions, [], about);
      t.diagnostic(`${about}: ${served.origin === 'save' ? 'the whole world' : 'no world'}`);
      if (served.origin === 'save') assert.equal(served.fingerprint, fingerprint, about);
      assert.deepEqual(leftovers(data), { setAside: [], unfinished: [] }, about);
      await rm(data, { recursive: true });
    }
  }));

test('an import with --replace, killed at any moment, leaves the old world or the new one with the old one set aside', (t) =>
  inNewFolder(async (folder) => {
    const saves = [join(folder, 'one'), join(folder, 'other')] as const;
    await writeLargeSave(saves[0], 'One', 5);
    await writeLargeSave(saves[1], 'Other', 7);
    await replaceAndKill(t, folder, saves);
  }));

if (byTier(false, true))
  test('the same holds for a real save of the game', { skip: REAL_SAVE.skip }, (t) =>
    inNewFolder(async (folder) => {
      const first = join(folder, 'one');
      await writeLargeSave(first, 'One', 2);
      await replaceAndKill(t, folder, [first, REAL_SAVE.folder]);
    }),
  );

/** Replaces the world of one save by that of the other and kills the import, once at each moment. */
async function replaceAndKill(t: TestContext, folder: string, [one, other]: readonly [string, string]) {
  const old = join(folder, 'old');
  await importWhole(one, old);
  const { fingerprint: oldFingerprint } = await startPlain(old, { grant: true });
  const { ms, fingerprint: newFingerprint } = await importWhole(other, join(folder, 'whole'));
  assert.notEqual(oldFingerprint, newFingerprint);

  const seed = roundsSeed(1);
  const isAside = (names: readonly string[]) => names.some((name) => /^world-.*\.db$/.test(name));
  const renamedMoment = 'once the old world has its second name';
  for (const [name, moment] of momentsOf(ms, seededRandom(seed), renamedMoment, isAside)) {
    const about = `killed ${name}, seed ${seed}`;
    const data = join(folder, 'data');
    cpSync(old, data, { recursive: true });
    await startAndKill(['--import', other, '--replace'], data, moment);

    const served = await startPlain(data);
    assert.deepEqual(served.contradictions, [], about);
    const isEither = [oldFingerprint, newFingerprint].includes(served.fingerprint);
    assert.ok(isEither, `${about}: the world is neither the old nor the new one`);
    const replaced = served.fingerprint === newFingerprint;
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
}

test('kill -9 under read load changes nothing: a restart serves the same world', () =>
  inNewFolder(async (folder) => {
    const { data, expected } = makeFolder(1, join(folder, 'data'));
    const [player] = takeDiskSnapshot(data).world.players.values();
    const uid = player?.uid;
    const paths = ['/players', '/guilds', '/banlist', `/items/${uid}`, `/pals/${uid}`, `/progression/${uid}`];
    const readAll = async (connection: Connection) => {
      const replies = [];
      for (const path of paths) replies.push(await connection.request('GET', path));
      return replies;
    };
    const first = await startProcess(['--data', data, '--no-simulate']);
    const connections = Array.from({ length: 32 }, () => new Connection({ url: first.url, token: TOKEN }));
    const before = await readAll(connections[0] as Connection);
    assert.ok(before.every(({ status }) => status === 200));
    let rounds = 0;
    const reading = connections.map(async (connection) => {
      for (;;) {
        assert.deepEqual(await readAll(connection), before);
        rounds += 1;
        if (rounds === 3 * connections.length) first.child.kill('SIGKILL');
      }
    });
    for (const { reason } of (await Promise.allSettled(reading)) as PromiseRejectedResult[]) {
      assert.match(String((reason as NodeJS.ErrnoException).code), /ECONN|EPIPE/);
    }
    for (const connection of connections) connection.close();

    await using second = await startProcess(['--data', data, '--no-simulate']);
    const connection = new Connection({ url: second.url, token: TOKEN });
    assert.deepEqual(await readAll(connection), before);
    connection.close();
    await second.end('SIGTERM');
    const snapshot = takeDiskSnapshot(data);
    assert.deepEqual(snapshot.contradictions, []);
    assert.deepEqual(snapshot.balances, expected.balances);
  }));
