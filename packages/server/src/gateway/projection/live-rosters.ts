import type { NatsConnection } from '@nats-io/transport-node';
import { rosterNowReply, SUBJECTS, type WorldKey } from '@palatine/fleet';
import type { Clock } from '../../game/clock.ts';
import { pause } from '../../game/pause.ts';
import type { Projection } from './projection.ts';

export interface LiveRostersOptions {
  nc: NatsConnection;
  projection: Pick<Projection, 'rosterSequence'>;
  clock: Clock;
}

interface Asked {
  atMs: number;
  /** Of the roster in its stream; undefined when the world has not answered. */
  sequence: Promise<number | undefined>;
}

const ANSWER_MS = 2000;
const PROJECTED_MS = 2000;
const LOOK_MS = 10;
/** Who asks for the same world within this time gets the same answer, so nobody can keep worlds busy with questions. */
const SHARED_MS = 500;

/** Has worlds say who is there now, for a search that must not be some seconds old. */
export class LiveRosters {
  readonly #options: LiveRostersOptions;
  readonly #asked = new Map<WorldKey, Asked>();

  constructor(options: LiveRostersOptions) {
    this.#options = options;
  }

  /**
   * Asks worlds, and waits until the projection has their answers, 4 s at most.
   * @returns those whose answer is not there: their players are as they were last known. Never rejects.
   */
  async refresh(worlds: readonly WorldKey[]): Promise<WorldKey[]> {
    const sequences = await Promise.all(worlds.map((world) => this.#ask(world)));
    const newest = Math.max(0, ...sequences.map((sequence) => sequence ?? 0));
    await this.#projected(newest);
    const projected = this.#options.projection.rosterSequence ?? 0;
    return worlds.filter((_, index) => (sequences[index] ?? Number.POSITIVE_INFINITY) > projected);
  }

  #ask(world: WorldKey): Promise<number | undefined> {
    const atMs = this.#options.clock.elapsed();
    const asked = this.#asked.get(world);
    if (asked !== undefined && atMs - asked.atMs < SHARED_MS) return asked.sequence;
    const sequence = this.#sequenceOf(world);
    this.#asked.set(world, { atMs, sequence });
    return sequence;
  }

  async #sequenceOf(world: WorldKey): Promise<number | undefined> {
    try {
      const message = await this.#options.nc.request(SUBJECTS.rosterNow(world), '', { timeout: ANSWER_MS });
      return rosterNowReply.unpack(message.string()).sequence;
    } catch {
      return undefined; // the world is away, fenced, hanging, or too old for the question: it counts as unanswered
    }
  }

  async #projected(sequence: number): Promise<void> {
    const { projection, clock } = this.#options;
    const endMs = clock.elapsed() + PROJECTED_MS;
    while ((projection.rosterSequence ?? 0) < sequence && clock.elapsed() < endMs)
      await pause(clock, LOOK_MS);
  }
}
