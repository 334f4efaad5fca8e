import assert from 'node:assert/strict';
import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseGuid } from '@palatine/contract';
import { dataPaths } from '@palatine/data-dir/data-folder';
import { testFolder } from '@palatine/platform/testing';
import { readSaveFolder } from '@palatine/save/read-save-folder';
import { digestSave } from '@palatine/save-tools/save-files';
import { makeGameFolder, WORLD_GUID } from '@palatine/stand-in/game-folder';
import { generatePlayers } from '@palatine/stand-in/generated-players';
import { accepted, type aWrite } from '@palatine/testing/delivery-builder';
import { CLOSED_PORT } from '@palatine/testing/folder-contents';
import { loadCatalogue } from '@palatine/world/catalogue';
import { pendingDeliveries } from '@palatine/world/deliveries';
import { importSave } from '@palatine/world/import-save';
import type { DeliveryBatch, DeliveryRecord } from '@palatine/world/model';
import { aGameContext } from '@palatine/world/testing/worlds';
import { forgetHalfDone, inspectBatches } from '../../src/maintenance/batch-evidence.ts';
import { type DeliveryJob, deliverIntoSave } from '../../src/maintenance/deliver-into-save.ts';
import { pruneEditBackups, revertBatch } from '../../src/maintenance/revert-batch.ts';

// Deliveries into a save folder on the disk, without a server.

const root = realpathSync(testFolder());
const [ZOE] = generatePlayers();
const UID = parseGuid(ZOE?.playerId ?? '') as string;
const NOW_MS = Date.now();
const LONG_AGO_S = NOW_MS / 1000 - 3_600;
let folders = 0;

const savesIn = (server: string) => join(server, 'Pal', 'Saved', 'SaveGames', '0', WORLD_GUID);

const template = (await makeGameFolder({ root: join(root, 'template') })).root;
const save = await readSaveFolder(savesIn(template));
const world = importSave(save, { catalogue: loadCatalogue(), nowMs: NOW_MS, seed: 1 });
const game = aGameContext(world, { playerResolution: 'Known' });

/** A copy of a server's folder, with backups beside the save. @returns its save folder. */
function copyOf(server: string): string {
  const copy = join(root, `${folders++}`);
  cpSync(server, copy, { recursive: true, preserveTimestamps: true });
  return savesIn(copy);
}

function aSave(): string {
  const folder = copyOf(template);
  const players = readdirSync(join(folder, 'Players')).map((name) => `Players/${name}`);
  for (const path of ['Level.sav', 'LevelMeta.sav', ...players]) {
    utimesSync(join(folder, path), LONG_AGO_S, LONG_AGO_S);
  }
  return folder;
}

/** Accepts a write on a world that is rolled back. */
function delivery(...[name, asked]: Parameters<typeof aWrite>): DeliveryRecord {
  return game.world.rehearse(() => {
    accepted(game, name, asked);
    return pendingDeliveries(game.world).at(-1) as DeliveryRecord; // just accepted
  });
}

const params = { player_identifier: UID };
const items = () => delivery('giveItems', { params, body: { Items: [{ ItemID: 'PalSphere', Count: 7 }] } });
const points = () => delivery('giveProgression', { params, body: { TechnologyPoints: 3 } });

function aJob(folder: string, deliveries: readonly DeliveryRecord[]): DeliveryJob {
  const data = dataPaths(join(folder, '..', 'data'));
  const moment = { nowMs: NOW_MS, restPort: CLOSED_PORT, settledMs: 2_000 };
  return { folder, data, batch: 'batch-1', deliveries, ...moment };
}

const now = () => NOW_MS + 1_000;

async function deliver(folder: string, deliveries: readonly DeliveryRecord[]) {
  return await deliverIntoSave(aJob(folder, deliveries), { begin: async () => {}, now });
}

const digests = (folder: string) =>
  Object.fromEntries([...digestSave(folder)].map(([path, { sha256 }]) => [path, sha256]));

const inspect = (folder: string, batch: DeliveryBatch) =>
  inspectBatches({ folder, batches: [batch], isDown: true, restPort: CLOSED_PORT }, { now });

/** The folder of the server after a kill at each step of a delivery, and its batch. */
async function killedAtEachStep() {
  const folder = aSave();
  const left: { step: string; folder: string }[] = [];
  let batch: DeliveryBatch | undefined;
  await deliverIntoSave(aJob(folder, [items(), points()]), {
    begin: async (begun) => {
      batch = begun;
      left.push({ step: 'begun', folder: copyOf(join(folder, '../../../../..')) });
    },
    now,
    step: (step) => void left.push({ step, folder: copyOf(join(folder, '../../../../..')) }),
  });
  assert.ok(batch);
  return { left, batch };
}

test('a kill at any step of a delivery leaves a save that shows whether it is in', async () => {
  const { left, batch } = await killedAtEachStep();
  const verdicts = new Set<string>();
  for (const { step, folder } of left) {
    const { findings, halfDone } = await inspect(folder, batch);
    const [finding] = findings;
    assert.equal(halfDone, false, step);
    const expected = finding?.verdict === 'Written' ? batch.after : batch.before;
    assert.deepEqual(digests(folder), expected, step);
    assert.equal(finding?.placedAtMs !== undefined, finding?.verdict === 'Written', `the mark, ${step}`);
    verdicts.add(finding?.verdict ?? '');
  }
  assert.deepEqual([...verdicts].sort(), ['Reverted', 'Written']);
  assert.ok(left.length > 10, `${left.length} steps`);
});

test('while the server runs, a half-done edit is left alone', async () => {
  const { left, batch } = await killedAtEachStep();
  const { folder } = left.find(({ step }) => step.startsWith('replaced Players/')) ?? assert.fail();
  const state = digests(folder);
  const running = { folder, batches: [batch], isDown: false, restPort: CLOSED_PORT };
  const { findings } = await inspectBatches(running, { now });
  assert.equal(findings[0]?.verdict, 'Unknown');
  assert.deepEqual(digests(folder), state);
});

test('after a start of the game on a half-done edit, missing deliveries are pending again, and the others are named', async () => {
  const { left, batch } = await killedAtEachStep();
  for (const [at, verdict, doubtful] of [
    [/^wrote the journal/, 'Reverted', []],
    [/^replaced Players\//, 'Reverted', [`Players/${ZOE?.playerId}.sav`]],
    [/^replaced Level\.sav/, 'Written', []],
  ] as const) {
    const { folder } = left.find(({ step }) => at.test(step)) ?? assert.fail(String(at));
    const level = join(folder, 'Level.sav');
    writeFileSync(level, Buffer.concat([readFileSync(level), Buffer.from('the game has written it')]));
    const { findings, halfDone } = await inspect(folder, batch);
    const found = [findings[0]?.verdict, findings[0]?.doubtful, halfDone];
    assert.deepEqual(found, [verdict, doubtful, true], String(at));
    forgetHalfDone(folder);
    assert.equal(existsSync(join(folder, 'palatine-edit.json')), false);
    const unfinished = readdirSync(folder).filter((name) => name.endsWith('.writing'));
    assert.deepEqual(unfinished, []);
  }
});

test('a batch is reverted, completely or where the game has not written since, and reports it', async () => {
  for (const which of ['All', 'AsWritten'] as const) {
    const folder = aSave();
    const { batch } = await deliver(folder, [items(), points()]);
    assert.ok(batch);
    const job = { folder, batch, which, nowMs: Date.now(), restPort: CLOSED_PORT, settledMs: 0 };
    assert.ok((await revertBatch(job)).length > 1);
    assert.deepEqual(digests(folder), batch.before);
    assert.equal((await inspect(folder, batch)).findings[0]?.verdict, 'Reverted');
    assert.deepEqual(await revertBatch(job), []);
  }
  const folder = aSave();
  const { batch } = await deliver(folder, [items(), points()]);
  assert.ok(batch);
  writeFileSync(join(folder, 'Level.sav'), 'the game has written it');
  const moment = { nowMs: Date.now() + 5, restPort: CLOSED_PORT, settledMs: 0 };
  assert.deepEqual(await revertBatch({ folder, batch, which: 'AsWritten', ...moment }), [
    `Players/${ZOE?.playerId}.sav`,
  ]);
});

test('a delivery that a save cannot hold stays pending with the reason, and the others are delivered', async () => {
  const folder = aSave();
  const body = { PalEggs: [{ EggID: 'PalEgg_Fire_01', PalID: 'Kitsunebi', Level: 20 }] };
  const egg = delivery('givePalEggs', { params, body });
  const [first, last] = [items(), points()];
  const { batch, replaced, rejected, refused } = await deliver(folder, [first, egg, last]);
  assert.equal(refused, '');
  assert.equal(replaced, true);
  assert.deepEqual(batch?.deliveries, [first.id, last.id]);
  const left = rejected.map(({ id, permanent }) => [id, permanent]);
  assert.deepEqual(left, [[egg.id, false]]);
  assert.match(rejected[0]?.reason ?? '', /eggs hatch at level 1/);
});

test('a batch that is not committed changes nothing, and archives nothing', async () => {
  const folder = aSave();
  const [camp] = game.world.camps.values();
  assert.ok(camp, 'the made world has a base');
  const base = delivery('deleteBase', { params: { base_camp_id: camp.id } });
  const state = digests(folder);
  const refusing = async () => {
    throw new Error('it was canceled');
  };
  await assert.rejects(deliverIntoSave(aJob(folder, [base]), { begin: refusing, now }), /it was canceled/);
  assert.deepEqual(digests(folder), state);
  const archives = join(folder, '..', 'data', 'Archives');
  assert.equal(existsSync(archives) && readdirSync(archives).length > 0, false);

  const { batch, rejected } = await deliver(folder, [base]);
  assert.deepEqual(batch?.deliveries, [base.id], rejected[0]?.reason);
  assert.equal(readdirSync(archives).length, 1);
});

test('deliveries that change nothing are delivered without a write', async () => {
  const folder = aSave();
  const learn = delivery('learnTechnologies', { params, body: { Technology: 'All' } });
  const forget = delivery('forgetTechnologies', { params, body: { Technology: 'All' } });
  const both = [learn, { ...forget, id: 'forget' }, { ...learn, id: 'again' }];
  const first = await deliver(folder, both);
  assert.equal(first.replaced, true);
  const job = { ...aJob(folder, [learn]), batch: 'batch-2', nowMs: Date.now() };
  const again = await deliverIntoSave(job, { begin: async () => {}, now });
  assert.deepEqual([again.replaced, again.batch?.deliveries], [false, [learn.id]], again.rejected[0]?.reason);
  assert.ok(again.batch);
  assert.equal((await inspect(folder, again.batch)).findings[0]?.verdict, 'Written');
});

test('old backups of deliveries are removed, but never one of an open batch', async () => {
  const folder = aSave();
  const { batch } = await deliver(folder, [items()]);
  assert.ok(batch);
  const job = { folder, nowMs: NOW_MS + 10 * 86_400_000, keepDays: 7, keepAtLeast: 0 };
  assert.deepEqual(pruneEditBackups({ ...job, openBatches: [batch.id] }), []);
  assert.deepEqual(pruneEditBackups({ ...job, keepDays: 0, openBatches: [] }), []);
  assert.deepEqual(pruneEditBackups({ ...job, keepAtLeast: 1, openBatches: [] }), []);
  assert.equal(pruneEditBackups({ ...job, openBatches: [] }).length, 1);
});
