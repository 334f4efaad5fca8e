import type { ReadableTable, World } from '@palatine/world';

/** Moves count five times a second at most: each makes the lists that show them again. */
const MOVES_MS = 200;

/** The versions of the tables of a world, for responses that are valid while what they were read from is unchanged. */
export class TableVersions {
  readonly #world: World;
  /** How often everything has changed at once. */
  #epoch = 0;
  /** The version of the locations that is published. */
  #locations: number;
  /** When moves were published last, by a steady clock. */
  #movesMs = Number.NEGATIVE_INFINITY;

  constructor(world: World) {
    this.#world = world;
    this.#locations = world.locations.version;
  }

  /** Another number once one of the tables has changed: versions only count up. */
  of(tables: readonly ReadableTable[]): number {
    let sum = this.#epoch;
    for (const table of tables) sum += table === 'locations' ? this.#locations : this.#world[table].version;
    return sum;
  }

  /** After a change of what is in no table: the rules, the faults, the survey, what stands beside the bans. */
  changeAll(): void {
    this.#epoch += 1;
  }

  /** Publishes what a step of the simulation has moved, unless moves were published a moment ago. */
  publishMoves(nowMs: number): void {
    if (nowMs - this.#movesMs < MOVES_MS) return;
    this.#movesMs = nowMs;
    this.publishLocations();
  }

  publishLocations(): void {
    this.#locations = this.#world.locations.version;
  }
}
