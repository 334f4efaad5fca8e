import assert from 'node:assert/strict';
import { chmodSync, copyFileSync, cpSync, existsSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, beforeEach, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { DiskFault, Variants } from '@palatine/stand-in/variants';
import { becomes, PLAYERS, STAYS, startObserved } from './observed-service.ts';

// States of the save folder during a read (docs/game-server.md#how-the-game-writes). A player finds items of one kind
// all the time; the displayed number never decreases.

const ITEM = 'Stone';
const UID = (PLAYERS[0]?.playerId ?? '').replace(/(.{8})(.{8})(.{8})(.{8})/, '$1-$2-$3-$4');

const observed = await startObserved({
  config: { playerResolution: 'Known' },
  // Longer than a file is missing.
  server: { Polls: { SettleSeconds: 2 } },
});
const { players } = await observed.gameServer.control('audit');
/** Number in the memory of the game. */
let held = players[PLAYERS[0]?.playerId ?? '']?.items[ITEM] ?? 0;
await becomes(shown, held);
const watching = { on: true, last: 0, wrong: [] as string[] };
const watched = watch();
after(async () => {
  watching.on = false;
  await watched;
  await observed[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await observed.gameServer.control('save');
  await becomes(shown, held);
  await becomes(problem, '');
});
afterEach(() => {
  assert.deepEqual(watching.wrong.splice(0), []);
  assert.deepEqual(observed.journeys.splice(0), [], 'nobody comes or goes because of a file');
});

async function shown(): Promise<number> {
  const { Inventory } = await observed.service.api.getItems({ params: { player_identifier: UID } });
  return countIn(Inventory);
}

/** The total of the item, over all containers. */
function countIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const { ItemID, Count } = value as { ItemID?: string; Count?: number };
  if (ItemID === ITEM) return Count ?? 0;
  return Object.values(value).reduce<number>((sum, inner) => sum + countIn(inner), 0);
}

/** Checks that no read finds fewer items than the one before, or a missing player. */
async function watch(): Promise<void> {
  for (; watching.on; await delay(60)) {
    try {
      const [count, { Players }] = await Promise.all([shown(), observed.service.api.getPlayers()]);
      if (count < watching.last) watching.wrong.push(`${ITEM} fell from ${watching.last} to ${count}`);
      if (Players.length < PLAYERS.length) watching.wrong.push(`${Players.length} players were listed`);
      watching.last = count;
    } catch (error) {
      watching.wrong.push(String(error));
    }
  }
}

async function problem(): Promise<string> {
  return (await observed.server()).Save.Problem;
}

/** The player finds another item, which is in the next save. */
async function find(): Promise<void> {
  await observed.gameServer.control('gainItem', { userId: STAYS, itemId: ITEM, count: 1 });
  held += 1;
}

const SLOWLY = { autosaveMs: 10_000, fileGapMs: 1500 };
const ROUNDS: [what: string, changed: Partial<Variants>][] = [
  ['again and again', { autosaveMs: 10_000 }],
  ['all files of players', { autosaveMs: 10_000, savedPlayers: 'all' }],
  ['its players first, Level.sav much later', { ...SLOWLY, saveOrder: ['players', 'level', 'meta'] }],
  ['Level.sav first, its players much later', { ...SLOWLY, saveOrder: ['level', 'players', 'meta'] }],
  ['files that are missing for half a second', { autosaveMs: 10_000, missingMs: 500 }],
  ['files whose .tmp is half written', { autosaveMs: 10_000, halfWrittenMs: 500 }],
];
for (const [what, changed] of ROUNDS) {
  test(`a game that writes ${what} is followed`, async () => {
    await using _ = await observed.variants(changed);
    for (let round = 0; round < 2; round++) {
      await find();
      await becomes(shown, held);
    }
  });
}

test('while Level.sav is missing, a newer copy that the game has finished is served', async () => {
  const { control, saveFolder } = observed.gameServer;
  await using _ = await observed.variants({ missingMs: 60_000, saveOrder: ['level'], generations: false });
  await find();
  const saved = control('save');
  await becomes(async () => existsSync(join(saveFolder, 'Level.sav')), false);
  const generation = join(saveFolder, 'backup', 'world', '2099.01.01-00.00.00');
  cpSync(join(saveFolder, 'Players'), join(generation, 'Players'), { recursive: true });
  copyFileSync(join(saveFolder, 'Level.sav.tmp'), join(generation, 'Level.sav'));
  await becomes(shown, held);
  await becomes(async () => (await observed.server()).Save.Source, 'Backup');
  rmSync(generation, { recursive: true });
  await saved;
  await becomes(async () => (await observed.server()).Save.Source, 'Live');
});

const FAULTS: [fault: DiskFault, said: RegExp | undefined][] = [
  ['emptyLevel', /Level\.sav is empty/],
  ['emptyMeta', undefined],
  ['emptyPlayer', undefined],
  ['halfWrittenTmp', undefined],
  ['diskFull', undefined],
  ['unfinishedGeneration', undefined],
  ['secondWorld', undefined],
];
for (const [fault, said] of FAULTS) {
  test(`${fault}: the last save stays, and the next good one is read`, async () => {
    await using _ = await observed.variants({ generations: false });
    const { control } = observed.gameServer;
    await find();
    await control('diskFault', { fault });
    await control('save');
    if (said !== undefined) await becomes(async () => said.test(await problem()), true);
    else await observed.passes(30_000);
    await find();
    await control('save');
    await becomes(shown, held);
    await becomes(problem, '');
    assert.equal((await observed.server()).Save.Source, 'Live');
    assert.equal((await observed.server()).Info.WorldGuid, observed.gameServer.worldGuid);
  });
}

test('while Level.sav cannot be opened, that is reported, and a copy or the last save is served', async () => {
  const { saveFolder, control } = observed.gameServer;
  const level = join(saveFolder, 'Level.sav');
  const isRoot = process.geteuid?.() === 0; // may read everything, so a link in a circle stands for it
  if (isRoot) {
    renameSync(level, `${level}.kept`);
    symlinkSync('Level.sav', level);
  } else chmodSync(level, 0);
  await becomes(async () => /Level\.sav/.test(await problem()), true);
  assert.equal(await shown(), held);
  if (isRoot) rmSync(level);
  await find();
  await control('save');
  await becomes(shown, held);
  await becomes(problem, '');
  rmSync(`${level}.kept`, { force: true });
});

test('a game that cannot replace a file while it is open elsewhere writes every round', async () => {
  // Linux can show that no file read here is still open when the game replaces it. The case of an open file, and
  // that its sharing modes let the game replace it, only Windows can show.
  const { control } = observed.gameServer;
  await using _ = await observed.variants({ failsWhenOpen: true, savedPlayers: 'all' });
  const before = await control('status');
  for (let round = 0; round < 4; round++) {
    await find();
    {
      using _ = observed.clock.hold(); // no read starts meanwhile
      await control('save');
    }
    await becomes(shown, held);
  }
  const { saves, failedSaves } = await control('status');
  assert.equal(saves, before.saves + 4);
  assert.equal(failedSaves, before.failedSaves);
});

test("a player's file in lower case, which the game does not find, hides nobody", async () => {
  const { control } = observed.gameServer;
  await control('diskFault', { fault: 'lowerCasePlayer' });
  await find();
  await control('save');
  await becomes(shown, held);
});
