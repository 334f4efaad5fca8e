/** Autosaves that have to be missed, and the shortest time that they take: a large world is saved slowly. */
const MISSED_SAVES = 10;
const MIN_STALLED_MS = 5 * 60_000;
/** Unless the game server says how far its autosaves are apart. */
const AUTOSAVE_SECONDS = 30;
/** The longest time between two looks that counts: a machine may have slept in a longer one. */
const MAX_LOOK_MS = 60_000;

export interface SaveLook {
  /** ms of a clock that never goes back. */
  readonly atMs: number;
  /** When the game wrote the save that is served, in ms since 1970; undefined before the first. */
  readonly savedAtMs: number | undefined;
  /** Whether somebody plays on a server that answers, and its save can be read. */
  readonly isPlayed: boolean;
  readonly autoSaveSeconds: number | undefined;
}

/** Notices a save that stands still: while somebody plays, the game writes it with every autosave. */
export class SaveWatch {
  #last: SaveLook | undefined;
  /** How long somebody has played since the save has changed. */
  #playedMs = 0;
  /** Whether ten autosaves, and five minutes of play, have left the save as it was. */
  #stalled = false;

  /** A warning with the next step while the save stands still; '' otherwise. */
  get warning(): string {
    if (!this.#stalled) return '';
    const minutes = Math.floor(this.#playedMs / 60_000);
    return (
      `the save has not changed in ${minutes} minutes of play: look whether the disk of the game server is full, whether it ` +
      'may write its save, and whether it plays the world of this folder; palatine server save asks it for a save'
    );
  }

  /** @returns whether the save has begun to stand still */
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
