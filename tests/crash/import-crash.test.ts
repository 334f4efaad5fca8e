import assert from 'node:assert/strict';
import { cpSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { sharedSave } from '@palatine/save/testing';
import { checkWorld, loadCatalogue } from '@palatine/world';
import { writeLargeSave } from '../harness/large-save.ts';
import { startProcess } from '../harness/start-process.ts';
import { newFolder } from '../harness/start-service.ts';
import { makeFolder, TOKEN } from './crash-rounds.ts';
import { type Moment, startAndKill } from './crash-start.ts';
import { importWhole, leftOvers, prepareData, printOf, startPlain } from './import-crash-run.ts';
import { Connection } from './load.ts';
import { readRemains, readWorld } from './snapshot.ts';
import { between, type Random, randomOf } from './writes.ts';

const REAL_SAVE = sharedSave('v1_relics');

async function inNewFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = newFolder();
  try {
    await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Moments over an import that takes `ms`: any, and those at which it does what could go wrong. */
function momentsOf(ms: number, random: Random): [name: string, moment: Moment][] {
  const anyTime = between(random, 50, ms);
  const late = between(random, Math.floor(0.8 * ms), Math.floor(1.1 * ms));
  return [
    [`after ${anyTime} ms`, anyTime],
    [`after ${late} ms`, late],
    ['once the new world is being written', (names) => names.includes('world.db.making')],
  ];
}

test('an import killed at any moment onto an empty folder leaves no world or the whole one', (t) =>
  inNewFolder(async (folder) => {
    const save = join(folder, 'save');
    await writeLargeSave(save, 'Isle', 20);
    const { ms, print } = await importWhole(save, join(folder, 'whole'));
    assert.ok(ms >= 100);
    const seed = Date.now() % 1_000_000;
    const inPlace: Moment = (names) => names.includes('world.db');
    const moments = [
      ...momentsOf(ms, randomOf(seed)),
      ['once the new world is in its place', inPlace] as const,
    ];
    for (const [name, moment] of moments) {
      const told = `killed ${name}, seed ${seed}`;
      const data = join(folder, 'data');
      prepareData(data);
      await startAndKill(['--import', save], data, moment);
      const found = await startPlain(data);
      assert.deepEqual(found.contradictions, [], told);
      t.diagnostic(`${told}: ${found.origin === 'save' ? 'the whole world' : 'no world'}`);
      if (found.origin === 'save') assert.equal(found.print, print, told);
      assert.deepEqual(leftOvers(data), { asides: [], unfinished: [] }, told);
      await rm(data, { recursive: true });
    }
  }));

test('an import with --replace killed at any moment leaves the old world or the new one, and the old one aside', (t) =>
  inNewFolder(async (folder) => {
    const saves = [join(folder, 'one'), join(folder, 'other')] as const;
    await writeLargeSave(saves[0], 'One', 12);
    await writeLargeSave(saves[1], 'Other', 16);
    await replaceAndKill(t, folder, saves);
  }));

test('the same holds for a real save of the game', { skip: REAL_SAVE.skip }, (t) =>
  inNewFolder(async (folder) => {
    const made = join(folder, 'one');
    await writeLargeSave(made, 'One', 2);
    await replaceAndKill(t, folder, [made, REAL_SAVE.folder]);
  }),
);

/** Replaces the world of one save by the other's, killed at every moment in turn. */
async function replaceAndKill(
  t: TestContext,
  folder: string,
  [one, other]: readonly [string, string],
): Promise<void> {
  const old = join(folder, 'old');
  await importWhole(one, old);
  const { print: oldPrint } = await startPlain(old, { grant: true });
  const { ms, print: newPrint } = await importWhole(other, join(folder, 'whole'));
  assert.notEqual(oldPrint, newPrint);

  const seed = Date.now() % 1_000_000;
  const aside: Moment = (names) => names.some((name) => /^world-.*\.db$/.test(name));
  const moments = [
    ...momentsOf(ms, randomOf(seed)),
    ['once the old one has its second name', aside] as const,
  ];
  for (const [name, moment] of moments) {
    const told = `killed ${name}, seed ${seed}`;
    const data = join(folder, 'data');
    cpSync(old, data, { recursive: true });
    await startAndKill(['--import', other, '--replace'], data, moment);

    const found = await startPlain(data);
    assert.deepEqual(found.contradictions, [], told);
    assert.ok([oldPrint, newPrint].includes(found.print), `${told}: neither the old world nor the new one`);
    const replaced = found.print === newPrint;
    t.diagnostic(`${told}: the ${replaced ? 'new' : 'old'} world`);
    const { asides, unfinished } = leftOvers(data);
    assert.deepEqual(unfinished, [], told);
    assert.equal(asides.length, replaced ? 1 : 0, told);
    for (const name of asides) {
      assert.equal(printOf(join(data, name)), oldPrint, told);
      assert.deepEqual(checkWorld(readWorld(join(data, name)), loadCatalogue()), [], told);
    }
    await rm(data, { recursive: true });
  }
}

test('kill -9 under read load changes nothing: a restart serves the same world', () =>
  inNewFolder(async (folder) => {
    const { data, ledger } = makeFolder(1, join(folder, 'data'));
    const [player] = readRemains(data).world.players.values();
    const uid = player?.uid;
    const paths = ['/players', '/guilds', '/banlist', `/items/${uid}`, `/pals/${uid}`, `/progression/${uid}`];
    const askAll = async (connection: Connection) => {
      const replies = [];
      for (const path of paths) replies.push(await connection.ask('GET', path));
      return replies;
    };
    const first = await startProcess(['--data', data, '--no-simulate']);
    const connections = Array.from({ length: 32 }, () => new Connection({ url: first.url, token: TOKEN }));
    const before = await askAll(connections[0] as Connection);
    assert.ok(before.every(({ status }) => status === 200));
    const reading = connections.map(async (connection) => {
      for (;;) assert.deepEqual(await askAll(connection), before);
    });
    setTimeout(() => first.child.kill('SIGKILL'), 500);
    for (const { reason } of (await Promise.allSettled(reading)) as PromiseRejectedResult[]) {
      assert.match(String((reason as NodeJS.ErrnoException).code), /ECONN|EPIPE/);
    }
    for (const connection of connections) connection.close();

    await using second = await startProcess(['--data', data, '--no-simulate']);
    const connection = new Connection({ url: second.url, token: TOKEN });
    assert.deepEqual(await askAll(connection), before);
    connection.close();
    await second.end('SIGTERM');
    const remains = readRemains(data);
    assert.deepEqual(remains.contradictions, []);
    assert.deepEqual(remains.holdings, ledger.holdings);
  }));
