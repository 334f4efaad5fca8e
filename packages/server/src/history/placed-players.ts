import type { Guid } from '@palatine/contract';
import type { PositionSample, PositionsKnown } from '../game/position-sampler.ts';

const AXES = 3;

/** The players of the world with the places of one moment, kept up to date by samples of the game thread. */
export class PlacedPlayers {
  /** Another one once the slots begin anew; '' before the first sample. */
  epoch = '';
  /** When the places were sampled: ms since 1970. */
  atMs = 0;
  /** By slot; '' for one without a player. */
  readonly uids: (Guid | '')[] = [];
  #changes = 0;
  #places = new Int32Array();
  #online = new Uint8Array();

  /** What to ask the game thread with. */
  get known(): PositionsKnown {
    return { epoch: this.epoch, changes: this.#changes };
  }

  get slots(): number {
    return this.uids.length;
  }

  /** How many are online. */
  get onlineCount(): number {
    return this.#online.reduce((sum, online) => sum + online, 0);
  }

  apply({ epoch, atMs, changes, places, online }: PositionSample): void {
    if (epoch !== this.epoch) {
      this.epoch = epoch;
      this.uids.length = 0;
      this.#changes = 0;
    }
    for (const [slot, uid] of changes) this.uids[slot] = uid;
    this.#changes += changes.length;
    this.#places = places;
    this.#online = online;
    this.atMs = atMs;
  }

  /** World coordinates in whole cm. */
  x(slot: number): number {
    return this.#places[slot * AXES] ?? 0;
  }

  y(slot: number): number {
    return this.#places[slot * AXES + 1] ?? 0;
  }

  z(slot: number): number {
    return this.#places[slot * AXES + 2] ?? 0;
  }

  isOnline(slot: number): boolean {
    return this.#online[slot] === 1;
  }
}
