import type { DatabaseSync } from 'node:sqlite';
import type { FleetBansOutcome } from '@palatine/engine/calls';
import type { Game } from '@palatine/engine/game';
import type { Clock } from '@palatine/platform/clock';
import type { FleetAllowed } from '@palatine/sidecar/whitelist';
import type { FleetBan } from '@palatine/world';
import type { Logger } from 'pino';
import { isInForce, listPrefix } from '../messages/index.ts';
import type { FollowedBucket } from '../replicas/bucket-follower.ts';
import { ListTable } from '../replicas/list-table.ts';

export interface WorldListsOptions {
  /** Of the fleet, in the data folder. */
  readonly database: DatabaseSync;
  /** The lists that this world enforces, by name. */
  readonly lists: readonly string[];
  readonly game: Pick<Game, 'applyFleetLists' | 'watch'>;
  /** Tells the whitelist of a game server whom lists allow; absent for a world of its own. */
  readonly allow?: ((allowed: FleetAllowed) => void) | undefined;
  readonly clock: Clock;
  readonly log: Logger;
}

/** How often it looks whether an entry has expired. */
const CHECK_MS = 5000;
/** Before what could not be enforced is tried again. */
const AGAIN_MS = 5000;

/** The shared lists at a world: enforced also when it is cut off. One call of the game at a time. */
export class WorldLists {
  readonly #options: WorldListsOptions;
  readonly #table: ListTable;
  readonly #ends: (() => void)[];
  #asked = false;
  #running: Promise<void> = Promise.resolve();
  #cancelAgain: () => void = () => {};
  #outcome: FleetBansOutcome | undefined;
  /** When the next of the entries that are in force expires: ms since 1970. */
  #nextExpiryMs = Number.POSITIVE_INFINITY;
  #stopped = false;

  constructor(options: WorldListsOptions) {
    const { database, lists, game, clock, log } = options;
    this.#options = options;
    this.#table = new ListTable(database, log);
    if (subscribesToMore(database, lists)) this.#table.startAnew();
    this.#ends = [
      clock.every(CHECK_MS, () => {
        if (clock.now() >= this.#nextExpiryMs) this.#enforceSoon();
      }),
      game.watch((events) => {
        if (events.some(isOfWorld)) this.#enforceSoon();
      }, 'punishment'),
    ];
    this.#enforceSoon();
  }

  /** Up to which change the lists were read. */
  get read(): number {
    return this.#table.newest;
  }

  get followed(): FollowedBucket {
    const prefixes = this.#options.lists.map(listPrefix);
    return {
      bucket: 'lists',
      table: this.#table,
      wants: (key) => prefixes.some((prefix) => key.startsWith(prefix)),
      onNews: () => this.#enforceSoon(),
    };
  }

  /** Stops enforcing. Banlist.json stays as it is. */
  async stop(): Promise<void> {
    this.#stopped = true;
    for (const end of this.#ends) end();
    this.#cancelAgain();
    await this.#running;
  }

  /** Nothing is enforced before all was read once. */
  #enforceSoon(): void {
    const { allow } = this.#options;
    if (this.#stopped) return;
    if (!this.#table.whole) return allow?.('Unknown');
    const entries = this.#entries();
    const users = entries.filter(
      ({ definition, entry }) => definition.Kind === 'Allow' && entry.Kind === 'User',
    );
    allow?.([...new Set(users.map(({ entry }) => entry.Id))]);
    this.#nextExpiryMs = entries.reduce(
      (next, { entry: { Expires } }) => (Expires === undefined ? next : Math.min(next, Date.parse(Expires))),
      Number.POSITIVE_INFINITY,
    );
    if (this.#asked) return;
    this.#asked = true;
    this.#running = this.#running.then(() => this.#enforce());
  }

  async #enforce(): Promise<void> {
    const { game, clock, log } = this.#options;
    this.#asked = false;
    if (this.#stopped) return;
    this.#cancelAgain();
    try {
      const outcome = await game.applyFleetLists(this.#bans());
      this.#report(outcome);
      if (outcome.blocked === undefined) return;
    } catch (error) {
      log.warn({ err: error }, 'the shared lists could not be enforced; it is tried again');
    }
    this.#cancelAgain = clock.after(AGAIN_MS, () => this.#enforceSoon());
  }

  #report(outcome: FleetBansOutcome): void {
    const { log } = this.#options;
    const before = JSON.stringify(this.#outcome);
    this.#outcome = outcome;
    if (JSON.stringify(outcome) === before) return;
    if (outcome.blocked !== undefined || outcome.leftOut > 0) {
      log.warn({ ...outcome }, 'not all bans of the shared lists are in force');
    } else log.info({ ...outcome }, 'the shared lists are in force');
  }

  /** The bans that this world is to enforce, the first list first. */
  #bans(): FleetBan[] {
    return this.#entries()
      .filter(({ definition }) => definition.Kind === 'Ban')
      .map(({ list, definition, entry: { Kind, Id, Reason, BannedAt } }) => ({
        list,
        kind: Kind,
        id: Id,
        reason: Reason,
        bannedAtMs: Date.parse(BannedAt),
        mayLift: definition.LocalUnban,
      }));
  }

  /** The entries that are in force. */
  #entries() {
    const nowMs = this.#options.clock.now();
    return this.#options.lists.flatMap((list) => {
      const definition = this.#table.definition(list);
      if (definition === undefined) return [];
      const entries = this.#table.entriesOf(list).filter((entry) => isInForce(entry, nowMs));
      return entries.map((entry) => ({ list, definition, entry }));
    });
  }
}

/** Remembers the lists. @returns whether one of them is new, so that what was read so far lacks it. */
function subscribesToMore(database: DatabaseSync, lists: readonly string[]): boolean {
  database.exec('create table if not exists subscribed (lists text not null) strict');
  const row = database.prepare('select lists from subscribed').get() as { lists: string } | undefined;
  const before = row === undefined ? [] : (JSON.parse(row.lists) as string[]);
  database.exec('delete from subscribed');
  database.prepare('insert into subscribed values (?)').run(JSON.stringify(lists));
  return lists.some((list) => !before.includes(list));
}

/** Whether a punishment is not one of the lists. */
function isOfWorld({ data }: { readonly data: unknown }): boolean {
  const { issuer } = data as { issuer: string }; // of the contract
  return !issuer.startsWith('fleet:');
}
