import { setTimeout as delay } from 'node:timers/promises';
import { pick, seededRandom } from '@palatine/world/testing';
import type { RandomKind } from '../game-server/control/commands.ts';
import type { GameServerProcess } from '../game-server/start-game-server.ts';
import { ANSWER_FAULTS, type DiskFault } from '../game-server/variants.ts';

/** What players do by chance. They come more often than they go, since a crash or a maintenance sends all away. */
const KINDS: readonly RandomKind[] = [
  'join',
  'join',
  'join',
  'leave',
  'move',
  'gainItem',
  'gainLevel',
  'catchPal',
];
const EVERY_MS = 250;
const LOOK_MS = 300;
/** Between two faults, at least and at most. */
const FAULTS_MS = { least: 1000, most: 5000 };
const LONGEST_STALL_MS = 3000;

/** Two may still meet a fault that was set before, and fail; the next leaves Level.sav empty, and the last is whole. */
const HEALING_ROUNDS = 4;

type Fault = (life: ServerLife) => Promise<unknown>;

/**
 * Faults after which the game's own next round of saving makes all well, or that harm nothing. Not the empty file of a
 * player: once the server is stopped, nothing mends it, and rightly no maintenance edits such a save. With an empty
 * Level.sav no server starts: see `ServerLife.damageDisk`.
 */
const DISK_FAULTS: readonly DiskFault[] = [
  'emptyLevel',
  'emptyMeta',
  'halfWrittenTmp',
  'diskFull',
  'unfinishedGeneration',
];

/** Lets players come and go and things fail, by chance, until it is told to stop. */
export class ServerLife {
  readonly game: GameServerProcess;
  readonly random: () => number;
  /** How often each fault was injected. */
  readonly faults = new Map<string, number>();
  boots = 0;
  #failing = false;
  #living = false;
  #lives: Promise<unknown> = Promise.resolve();
  #fails: Promise<unknown> = Promise.resolve();
  /** Rounds of saving that have to be written before the server may crash: the files are the game's to mend. */
  #healsAt = 0;
  #emptyLevel: Promise<unknown> = Promise.resolve();
  #maintained = false;

  constructor(game: GameServerProcess, seed: number) {
    this.game = game;
    this.random = seededRandom(`life ${seed}`);
  }

  start(): void {
    this.#living = true;
    this.#failing = true;
    this.#lives = this.#live();
    this.#fails = this.#fail();
  }

  /** No further fault; those that are set end. */
  async stopFaults(): Promise<void> {
    this.#failing = false;
    await this.#fails;
    await this.game.control('clearAnswerFaults').catch(() => {}); // a new process has none
    await this.game.control('resume').catch(() => {}); // likewise
  }

  /** Nobody does anything any more. */
  async stop(): Promise<void> {
    await this.stopFaults();
    this.#living = false;
    await this.#lives;
    await this.game.control('random', {});
  }

  /** Chance is of the process: after each start it begins anew. */
  async #live(): Promise<void> {
    for (; this.#living; await delay(LOOK_MS)) {
      const { boots, serving } = await this.game.control('supervision');
      if (!serving || boots === this.boots) continue;
      const seed = Math.floor(this.random() * 1e9);
      await this.game.control('random', { seed, everyMs: EVERY_MS, kinds: KINDS }).then(
        () => {
          this.boots = boots;
        },
        () => {}, // it has ended again
      );
    }
  }

  async #fail(): Promise<void> {
    while (this.#failing) {
      await delay(FAULTS_MS.least + (FAULTS_MS.most - FAULTS_MS.least) * this.random());
      if (!this.#failing) return;
      const [name, fault] = pick(this.random, FAULTS);
      const done = await fault(this).then(
        (result) => result !== false,
        () => false, // the server is down just now
      );
      if (done) this.faults.set(name, (this.faults.get(name) ?? 0) + 1);
    }
  }

  /** Maintains the server once Level.sav is whole, and leaves it so: a server that is stopped over an empty one is lost. */
  async whileMaintained<T>(maintain: () => Promise<T>): Promise<T> {
    this.#maintained = true;
    try {
      await this.#emptyLevel;
      return await maintain();
    } finally {
      this.#maintained = false;
    }
  }

  /** @returns false when the server must not be hurt so just now */
  async damageDisk(): Promise<boolean> {
    const fault = pick(this.random, DISK_FAULTS);
    if (fault === 'emptyLevel') {
      if (this.#maintained) return false;
      this.#emptyLevel = this.#emptyForAMoment().catch(() => {}); // the server is down: the next start is whole
      await this.#emptyLevel;
      return true;
    }
    const { saves } = await this.game.control('status');
    this.#healsAt = saves + 3;
    await this.game.control('diskFault', { fault });
    return true;
  }

  async #emptyForAMoment(): Promise<void> {
    await this.game.control('diskFault', { fault: 'emptyLevel' });
    await this.game.control('save');
    await delay(LONGEST_STALL_MS * this.random());
    for (let round = 0; round < HEALING_ROUNDS; round++) await this.game.control('save');
  }

  /** @returns false when the files have to be mended first */
  async crash(): Promise<boolean> {
    const { saves } = await this.game.control('status');
    if (saves < this.#healsAt) return false;
    this.#healsAt = 0;
    await this.game.control('crash', {});
    return true;
  }

  async pause(): Promise<void> {
    await this.game.control('pause', {});
    await delay(LONGEST_STALL_MS * this.random());
    await this.game.control('resume');
  }
}

const spoil: Fault = ({ game, random }) =>
  game.control('answerFault', { fault: pick(random, ANSWER_FAULTS), times: 1 + Math.floor(3 * random()) });

/** Those that stand there several times come as often. */
const FAULTS: readonly [string, Fault][] = [
  ['wrong answers', spoil],
  ['wrong answers', spoil],
  ['wrong answers', spoil],
  ['hang', ({ game, random }) => game.control('hang', { ms: LONGEST_STALL_MS * random() })],
  ['pause', (life) => life.pause()],
  ['disk', (life) => life.damageDisk()],
  ['disk', (life) => life.damageDisk()],
  ['crash', (life) => life.crash()],
];
