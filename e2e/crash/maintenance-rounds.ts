import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { type MaintenanceStep, parseGuid } from '@palatine/contract';
import { checkSave, newViolations, openSave, type SaveViolation } from '@palatine/save';
import type { PlayerTruth } from '@palatine/stand-in/commands';
import { generatePlayers } from '@palatine/stand-in/generated-players';
import { type GameServerProcess, startGameServer } from '@palatine/stand-in/start-game-server';
import { type Beside, makeMirrorWorld } from '@palatine/testing/maintained';
import { newFolder } from '@palatine/testing/start-service';
import type { Random } from '@palatine/world';
import { between, pick, seededRandom } from '@palatine/world/testing';
import { MaintainedProcess } from './maintained-process.ts';

export interface RoundsOptions {
  seed: number;
  rounds: number;
  onRound?: (report: RoundReport) => void;
}

export interface RoundReport {
  round: number;
  /** The killed process, and the step. */
  killed: readonly string[];
  /** Deliveries that were given in this round. */
  accepted: number;
  /** Maintenances that were begun again because something waited still. */
  again: number;
  ms: number;
}

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
const MAX_MS = 240_000;
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
 * and have a sound save. Throws with seed and round.
 */
export async function maintenanceRounds({ seed, rounds, onRound }: RoundsOptions): Promise<RoundReport[]> {
  const random = seededRandom(seed);
  const variants = { autosaveMs: 5_000 };
  await using server = await startGameServer({ supervised: { restartMs: null }, variants, seed });
  const data = newFolder();
  await makeMirrorWorld(data, server.saveFolder);
  const lane = await Lane.begin(server, data, random);
  const reports: RoundReport[] = [];
  try {
    for (let round = 1; round <= rounds; round++) {
      const report = await lane.round(round);
      reports.push(report);
      onRound?.(report);
    }
  } catch (error) {
    const message = `seed ${seed}, round ${reports.length + 1}: ${(error as Error).message}\n${lane.output()}`;
    throw new Error(message, { cause: error });
  } finally {
    await lane.end();
  }
  await rm(data, { recursive: true, force: true });
  return reports;
}

class Lane {
  readonly #server: GameServerProcess;
  readonly #beside: Beside;
  readonly #random: Random;
  readonly #before: Record<string, PlayerTruth>;
  readonly #violations: SaveViolation[];
  readonly #owed = new Map<string, Owed>();
  #palatine: MaintainedProcess;
  #accepted = 0;

  private constructor(
    server: GameServerProcess,
    beside: Beside,
    random: Random,
    before: Record<string, PlayerTruth>,
    violations: SaveViolation[],
  ) {
    this.#server = server;
    this.#beside = beside;
    this.#random = random;
    this.#before = before;
    this.#violations = violations;
    this.#palatine = new MaintainedProcess(beside);
  }

  static async begin(server: GameServerProcess, data: string, random: Random): Promise<Lane> {
    const { saveFolder, url, port, password, controlPort } = server;
    const beside: Beside = { data, saveFolder, url, port, password, controlPort };
    const { players } = await server.control('audit');
    const lane = new Lane(server, beside, random, players, await violationsOf(saveFolder));
    await lane.#palatine.ready();
    return lane;
  }

  output(): string {
    return this.#palatine.output();
  }

  async end(): Promise<void> {
    await this.#palatine.kill();
  }

  async round(round: number): Promise<RoundReport> {
    const startedAt = performance.now();
    const random = this.#random;
    // What brings it back by itself: a restart policy, quick or slow, or nobody but us.
    const restartMs = pick(random, [null, 300, 2_500]);
    await this.#server.control('restartMs', { ms: restartMs });
    const accepted = between(random, 1, 4);
    for (let n = 0; n < accepted; n++) await this.#give();
    await this.#palatine.call({ ask: 'start' });
    const killed: string[] = [];
    const kills = between(random, 1, 3);
    for (let n = 0; n < kills; n++) {
      if ((await this.#palatine.state()).running !== '') killed.push(await this.#killAtRandom(restartMs));
    }
    await this.#settled();
    const again = await this.#deliverRest();
    await this.#assertAsOwed();
    return { round, killed, accepted, again, ms: Math.round(performance.now() - startedAt) };
  }

  async #give(): Promise<void> {
    const player = pick(this.#random, generatePlayers());
    const owed = this.#owed.get(player.playerId) ?? { items: {}, technologyPoints: 0, pals: 0 };
    this.#owed.set(player.playerId, owed);
    this.#accepted += 1;
    const params = { player_identifier: parseGuid(player.playerId) as string };
    const count = between(this.#random, 1, 9);
    const deliver = (name: string, body: object) =>
      this.#palatine.call({ ask: 'deliver', name, params, body });
    switch (between(this.#random, 0, 3)) {
      case 0:
        owed.technologyPoints += count;
        return void (await deliver('giveProgression', { TechnologyPoints: count }));
      case 1:
        owed.pals += 1;
        return void (await deliver('givePals', { Pals: [{ PalID: 'SheepBall', Level: 1 }] }));
      default: {
        const ItemID = pick(this.#random, GIVEN_ITEMS);
        owed.items[ItemID] = (owed.items[ItemID] ?? 0) + count;
        await deliver('giveItems', { Items: [{ ItemID, Count: count }] });
      }
    }
  }

  /** The game server is only killed where something brings it back. */
  async #killAtRandom(restartMs: number | null): Promise<string> {
    const random = this.#random;
    const step = pick(random, STEPS);
    await this.#palatine.reaches(step);
    await sleep(between(random, 0, WITHIN_MS));
    const what = restartMs === null ? 'Palatine' : pick(random, ['Palatine', 'Palatine', 'server', 'both']);
    const at = this.#palatine.steps.at(-1) ?? '';
    if (what !== 'Palatine') await this.#server.control('kill');
    if (what === 'server') return `server in ${at}`;
    await this.#palatine.kill();
    await sleep(pick(random, [0, 0, 500, 3_000]));
    this.#palatine = new MaintainedProcess(this.#beside);
    await this.#palatine.ready();
    return `${what} in ${at}`;
  }

  /** No maintenance runs, and the server answers. */
  async #settled(): Promise<void> {
    const end = performance.now() + MAX_MS;
    for (;;) {
      const state = await this.#palatine.state();
      const { serving } = await this.#server.control('supervision');
      if (state.running === '' && serving) return;
      const message = `it does not come to its end: ${JSON.stringify(state)}, serving ${serving}`;
      assert.ok(performance.now() < end, message);
      await sleep(100);
    }
  }

  /** Runs a maintenance without faults for pending deliveries. */
  async #deliverRest(): Promise<number> {
    for (let again = 0; ; again++) {
      const { pending, delivering, failed, last } = await this.#palatine.state();
      assert.equal(failed, 0, `a delivery failed: ${last}`);
      if (pending + delivering === 0) return again;
      assert.ok(again < 4, `${pending} wait and ${delivering} are still being delivered: ${last}`);
      await this.#server.control('restartMs', { ms: null });
      await this.#palatine.call({ ask: 'start' });
      await this.#settled();
    }
  }

  async #assertAsOwed(): Promise<void> {
    const { delivered } = await this.#palatine.state();
    assert.equal(delivered, Math.min(this.#accepted, 500), 'everything given is delivered');
    const { players } = await this.#server.control('audit');
    for (const [playerId, { items, technologyPoints, pals }] of this.#owed) {
      const [before, now] = [this.#before[playerId], players[playerId]];
      assert.ok(before && now, `the player ${playerId} is gone`);
      for (const [itemId, count] of Object.entries(items)) {
        assert.equal(now.items[itemId] ?? 0, (before.items[itemId] ?? 0) + count, `${itemId} of ${now.name}`);
      }
      assert.equal(now.technologyPoints, before.technologyPoints + technologyPoints, `points of ${now.name}`);
      assert.equal(now.pals.length, before.pals.length + pals, `Pals of ${now.name}`);
    }
    const broken = newViolations(this.#violations, await violationsOf(this.#beside.saveFolder));
    assert.deepEqual(broken, [], 'the save is sound');
  }
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
