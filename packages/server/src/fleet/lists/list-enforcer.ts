import type { Logger } from 'pino';
import type { FleetAllowed } from '../../attached/whitelist.ts';
import type { FleetBansOutcome } from '../../game/calls.ts';
import type { Clock } from '../../game/clock.ts';
import type { Game } from '../../game/game.ts';
import type { ListCopy } from './list-copy.ts';
import { allowedUsers, wantedBans } from './wanted-bans.ts';

export interface ListEnforcerOptions {
  readonly copy: ListCopy;
  /** The lists that this world subscribes to. */
  readonly lists: readonly string[];
  readonly game: Pick<Game, 'applyFleetLists'>;
  /** Tells the whitelist of a game server whom lists allow; absent for a world of its own. */
  readonly allow?: ((allowed: FleetAllowed) => void) | undefined;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Before what could not be enforced is tried again. */
const AGAIN_MS = 5000;

/** Puts in force what the copy of the lists says. One call of the game at a time; what is asked for meanwhile follows. */
export class ListEnforcer {
  readonly #options: ListEnforcerOptions;
  #asked = false;
  #running: Promise<void> = Promise.resolve();
  #outcome: FleetBansOutcome | undefined;
  #enforcedAtMs: number;
  #cancelAgain: () => void = () => {};
  #stopped = false;

  constructor(options: ListEnforcerOptions) {
    this.#options = options;
    this.#enforcedAtMs = options.clock.now();
  }

  /** What the last call came to; undefined before the first. */
  get outcome(): FleetBansOutcome | undefined {
    return this.#outcome;
  }

  /** Enforces the copy as it is now. Nothing is enforced before all of the lists was read once. */
  request(): void {
    const { copy, lists, allow, clock } = this.#options;
    if (this.#stopped) return;
    if (!copy.mark.whole) return allow?.('Unknown');
    allow?.(allowedUsers(copy, lists, clock.now()));
    if (this.#asked) return;
    this.#asked = true;
    this.#running = this.#running.then(() => this.#enforce());
  }

  /** Enforces what has expired since. */
  check(): void {
    const { copy, clock } = this.#options;
    if (copy.expiredBetween(this.#enforcedAtMs, clock.now())) this.request();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancelAgain();
    await this.#running;
  }

  async #enforce(): Promise<void> {
    const { copy, lists, game, clock, log } = this.#options;
    this.#asked = false;
    if (this.#stopped) return;
    this.#cancelAgain();
    const nowMs = clock.now();
    try {
      const outcome = await game.applyFleetLists(wantedBans(copy, lists, nowMs));
      this.#enforcedAtMs = nowMs;
      this.#report(outcome);
      if (outcome.blocked === undefined) return;
    } catch (error) {
      log.warn({ err: error }, 'the shared lists could not be enforced; it is tried again');
    }
    this.#cancelAgain = clock.after(AGAIN_MS, () => this.request());
  }

  #report(outcome: FleetBansOutcome): void {
    const before = JSON.stringify(this.#outcome);
    this.#outcome = outcome;
    if (JSON.stringify(outcome) === before) return;
    const { log } = this.#options;
    if (outcome.blocked !== undefined || outcome.leftOut > 0) {
      log.warn({ ...outcome }, 'not all bans of the shared lists are in force');
    } else log.info({ ...outcome }, 'the shared lists are in force');
  }
}
