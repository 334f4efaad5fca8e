import { type Sentence, sentence } from '@palatine/contract';

/** Autosaves that have to be missed, and the minimum time: saving a large world is slow. */
const MISSED_SAVES = 10;
const MIN_STALLED_MS = 5 * 60_000;
/** Default for game servers that do not report their autosave interval. */
const AUTOSAVE_SECONDS = 30;
/** Maximum time between two checks that counts: the machine may have slept in a longer one. */
const MAX_LOOK_MS = 60_000;

export interface SaveLook {
  /** ms on the monotonic clock. */
  readonly atMs: number;
  /** When the game wrote the served save, in ms since 1970; undefined before the first. */
  readonly savedAtMs: number | undefined;
  /** Whether somebody plays on a server that responds, and its save is readable. */
  readonly isPlayed: boolean;
  readonly autoSaveSeconds: number | undefined;
}

/** Detects a stalled save: while somebody plays, the game writes it with every autosave. */
export class SaveWatch {
  #last: SaveLook | undefined;
  #playedMs = 0;
  /** Whether ten autosaves, and five minutes of play, have not changed the save. */
  #stalled = false;

  /** A warning with the next step while the save is stalled. */
  get warning(): Sentence | undefined {
    if (!this.#stalled) return undefined;
    return sentence('server.stalled', { minutes: Math.floor(this.#playedMs / 60_000) });
  }

  /** @returns whether the save has just stalled */
  look(now: SaveLook): boolean {
    const last = this.#last;
    const before = this.#stalled;
    this.#last = now;
    if (now.savedAtMs === undefined || now.savedAtMs !== last?.savedAtMs) {
      this.#playedMs = 0;
      this.#stalled = false;
      return false;
    }
    if (last.isPlayed && now.isPlayed) this.#playedMs += Math.min(now.atMs - last.atMs, MAX_LOOK_MS);
    const spanMs = (now.autoSaveSeconds ?? AUTOSAVE_SECONDS) * 1000;
    this.#stalled = this.#playedMs >= Math.max(MIN_STALLED_MS, MISSED_SAVES * spanMs);
    return this.#stalled && !before;
  }
}
