import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { type MaintenanceStep, parseGuid } from '@palatine/contract';
import { checkSave } from '@palatine/save/check-save';
import { openSave } from '@palatine/save/read-save-folder';
import { newViolations, type SaveViolation } from '@palatine/save/violation';
import { generatePlayers } from '@palatine/stand-in/generated-players';
import { openGameServer, type RunningGameServer } from '@palatine/stand-in/open-game-server';
import { type Beside, makeMirrorWorld } from '@palatine/testing/maintained';
import { newFolder } from '@palatine/testing/start-service';
import { until } from '@palatine/testing/until';
import { between, pick, type Random, seededRandom } from '@palatine/world/random';
import { MaintainedProcess } from './maintained-process.ts';

const EDITING = ['Editing', 'Editing', 'Editing'] as const;
const STEPS: readonly MaintenanceStep[] = [
  'Saving',
  'Stopping',
  'BackingUp',
  ...EDITING,
  'Starting',
  'Verifying',
];
/** Within a step, a process is killed at most so long after its beginning. */
const WITHIN_MS = 1_800;
const GIVEN_ITEMS = ['PalSphere', 'PalSphere_Mega', 'Wood', 'Stone'] as const;

/** Items that a player must finally have, besides those at the start. */
interface Owed {
  items: Record<string, number>;
  technologyPoints: number;
  pals: number;
}

/**
 * In each round: gives, begins a maintenance, and kills the process that does it, the game server, or both, during a step
 * taken at random, up to three times. Then all of it goes on by itself, and the game must hold each delivery once, answer,
 * and have a sound save. Throws with seed and round. @returns the killed processes, and their steps
 */
export async function maintenanceRounds(rounds: number, seed: number): Promise<string[]> {
  const random = seededRandom(seed);
  const variants = { autosaveMs: 5_000 };
  await using server = await openGameServer({ variants, seed });
  const data = newFolder();
  await makeMirrorWorld(data, server.saveFolder);
  const lane = await beginLane(server, data, random);
  const killed: string[] = [];
  let round = 1;
  try {
    for (; round <= rounds; round++) killed.push(...(await lane.round()));
  } catch (error) {
    const message = `seed ${seed}, round ${round}: ${(error as Error).message}\n${lane.output()}`;
    throw new Error(message, { cause: error });
  } finally {
    await lane.end();
  }
  await rm(data, { recursive: true, force: true });
  return killed;
}

/** A game server, and the process that maintains it, which is killed and started again. */
async function beginLane(server: RunningGameServer, data: string, random: Random) {
  const { saveFolder, url, port, password, controlPort } = server;
  const beside: Beside = { data, saveFolder, url, port, password, controlPort };
  const { players: playersBefore } = await server.control('audit');
  const violations = await violationsOf(saveFolder);
  const owedTo = new Map<string, Owed>();
  let palatine = new MaintainedProcess(beside);
  let accepted = 0;
  await palatine.ready();

  async function round(): Promise<string[]> {
    // What brings it back by itself: a restart policy, quick or slow, or nobody but us.
    const restartMs = pick(random, [null, 300, 2_500]);
    await server.control('restartMs', { ms: restartMs });
    const given = between(random, 1, 4);
    for (let n = 0; n < given; n++) await give();
    await palatine.call({ ask: 'start' });
    const killed: string[] = [];
    const kills = between(random, 1, 3);
    for (let n = 0; n < kills; n++) {
      if ((await palatine.state()).running !== '') killed.push(await killAtRandom(restartMs));
    }
    await settled();
    await deliverRest();
    await assertAsOwed();
    return killed;
  }

  async function give(): Promise<void> {
    const player = pick(random, generatePlayers());
    const owed = owedTo.get(player.playerId) ?? { items: {}, technologyPoints: 0, pals: 0 };
    owedTo.set(player.playerId, owed);
    accepted += 1;
    const params = { player_identifier: parseGuid(player.playerId) as string };
    const count = between(random, 1, 9);
    const deliver = (name: string, body: object) => palatine.call({ ask: 'deliver', name, params, body });
    switch (between(random, 0, 3)) {
      case 0:
        owed.technologyPoints += count;
        return void (await deliver('giveProgression', { TechnologyPoints: count }));
      case 1:
        owed.pals += 1;
        return void (await deliver('givePals', { Pals: [{ PalID: 'SheepBall', Level: 1 }] }));
      default: {
        const ItemID = pick(random, GIVEN_ITEMS);
        owed.items[ItemID] = (owed.items[ItemID] ?? 0) + count;
        await deliver('giveItems', { Items: [{ ItemID, Count: count }] });
      }
    }
  }

  /** The game server is only killed where something brings it back. */
  async function killAtRandom(restartMs: number | null): Promise<string> {
    const step = pick(random, STEPS);
    await palatine.reaches(step);
    await sleep(between(random, 0, WITHIN_MS));
    const what = restartMs === null ? 'Palatine' : pick(random, ['Palatine', 'Palatine', 'server', 'both']);
    const at = palatine.steps.at(-1) ?? '';
    if (what !== 'Palatine') await server.control('kill');
    if (what === 'server') return `server in ${at}`;
    await palatine.kill();
    await sleep(pick(random, [0, 0, 500, 3_000]));
    palatine = new MaintainedProcess(beside);
    await palatine.ready();
    return `${what} in ${at}`;
  }

  /** No maintenance runs, and the server answers. */
  const settled = () =>
    until('the maintenance comes to its end, and the server serves', async () => {
      const { running } = await palatine.state();
      return running === '' && (await server.control('supervision')).serving;
    });

  /** Runs a maintenance without faults for pending deliveries. */
  async function deliverRest(): Promise<void> {
    for (let again = 0; ; again++) {
      const { pending, delivering, failed, last } = await palatine.state();
      assert.equal(failed, 0, `a delivery failed: ${last}`);
      if (pending + delivering === 0) return;
      assert.ok(again < 4, `${pending} wait and ${delivering} are still being delivered: ${last}`);
      await server.control('restartMs', { ms: null });
      await palatine.call({ ask: 'start' });
      await settled();
    }
  }

  async function assertAsOwed(): Promise<void> {
    const { delivered } = await palatine.state();
    assert.equal(delivered, Math.min(accepted, 500), 'everything given is delivered');
    const { players } = await server.control('audit');
    for (const [playerId, { items, technologyPoints, pals }] of owedTo) {
      const [before, now] = [playersBefore[playerId], players[playerId]];
      assert.ok(before && now, `the player ${playerId} is gone`);
      for (const [itemId, count] of Object.entries(items)) {
        assert.equal(now.items[itemId] ?? 0, (before.items[itemId] ?? 0) + count, `${itemId} of ${now.name}`);
      }
      assert.equal(now.technologyPoints, before.technologyPoints + technologyPoints, `points of ${now.name}`);
      assert.equal(now.pals.length, before.pals.length + pals, `Pals of ${now.name}`);
    }
    const broken = newViolations(violations, await violationsOf(saveFolder));
    assert.deepEqual(broken, [], 'the save is sound');
  }

  return { round, output: () => palatine.output(), end: () => palatine.kill() };
}

/** Reads again where the game has just written. */
async function violationsOf(folder: string): Promise<SaveViolation[]> {
  for (let tries = 1; ; tries++) {
    try {
      return checkSave((await openSave(folder)).files);
    } catch (error) {
      if (tries >= 10) throw error;
      await sleep(100);
    }
  }
}
