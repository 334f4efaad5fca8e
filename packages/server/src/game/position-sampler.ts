import type { Guid } from '@palatine/contract';
import type { World } from '@palatine/world';

/** What the reader of the positions has so far. */
export interface PositionsKnown {
  /** The epoch of its last sample; '' before the first. */
  readonly epoch: string;
  /** How many changes of the slots it has. */
  readonly changes: number;
}

/** Where every player is at one moment, by slot. A player keeps their slot for the life of the game thread. */
export interface PositionSample {
  /** Another one with each start of the game thread: the slots begin anew. */
  readonly epoch: string;
  /** ms since 1970. */
  readonly atMs: number;
  /** Slots that were given to a player since what the reader knows, in order; '' for one whose player is gone. */
  readonly changes: readonly (readonly [slot: number, uid: Guid | ''])[];
  /** x, y and z of each slot in whole cm. */
  readonly places: Int32Array<ArrayBuffer>;
  /** 1 for online, by slot. */
  readonly online: Uint8Array<ArrayBuffer>;
}

const AXES = 3;
const MAX = 2 ** 31 - 1;

/**
 * Samples where the players are. Nothing is done while nobody asks, and an answer is two arrays of numbers that are
 * handed to the other thread: a sample of 10,000 players holds the game thread for about a millisecond.
 */
export class PositionSampler {
  readonly #world: World;
  readonly #epoch: string;
  readonly #uids: (Guid | '')[] = [];
  readonly #slots = new Map<Guid, number>();
  /** By slot, as in a sample. */
  readonly #online: (0 | 1)[] = [];
  readonly #free: number[] = [];
  readonly #changes: [slot: number, uid: Guid | ''][] = [];

  /** `epoch`: an id that no other sampler has. */
  constructor(world: World, epoch: string) {
    this.#world = world;
    this.#epoch = epoch;
    world.locations.index({
      changed: (before, after) => {
        if (before === undefined && after !== undefined) this.#take(after.uid);
        else if (before !== undefined && after === undefined) this.#leave(before.uid);
      },
    });
    world.sessions.index({
      changed: (before, after) => {
        const slot = this.#slots.get((after ?? before)?.uid ?? '');
        if (slot !== undefined) this.#online[slot] = after === undefined ? 0 : 1;
      },
    });
  }

  sample(known: PositionsKnown, atMs: number): PositionSample {
    const uids = this.#uids;
    const places = new Int32Array(uids.length * AXES);
    let expected = 0;
    // The table has the order of the slots but for players who were removed, so that few have to be looked up by uid.
    for (const { uid, x, y, z } of this.#world.locations.values()) {
      const slot = uids[expected] === uid ? expected : this.#slots.get(uid);
      if (slot === undefined) continue;
      const at = slot * AXES;
      places[at] = wholeCm(x);
      places[at + 1] = wholeCm(y);
      places[at + 2] = wholeCm(z);
      expected = slot + 1;
    }
    const online = Uint8Array.from(this.#online);
    const from = known.epoch === this.#epoch ? known.changes : 0;
    return { epoch: this.#epoch, atMs, changes: this.#changes.slice(from), places, online };
  }

  #take(uid: Guid): void {
    const slot = this.#free.pop() ?? this.#uids.length;
    this.#uids[slot] = uid;
    this.#slots.set(uid, slot);
    this.#online[slot] = this.#world.sessions.has(uid) ? 1 : 0;
    this.#changes.push([slot, uid]);
  }

  #leave(uid: Guid): void {
    const slot = this.#slots.get(uid);
    if (slot === undefined) return;
    this.#slots.delete(uid);
    this.#uids[slot] = '';
    this.#online[slot] = 0;
    this.#free.push(slot);
    this.#changes.push([slot, '']);
  }
}

/** Within 32 bits, as a damaged save may not be; 0 for what is no number. */
function wholeCm(cm: number): number {
  return Math.min(MAX, Math.max(-MAX, Math.round(cm))) || 0;
}
