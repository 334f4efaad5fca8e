import type { DatabaseSync } from 'node:sqlite';
import type { FleetBansOutcome } from '@palatine/engine/calls';
import type { Game } from '@palatine/engine/game';
import type { Clock } from '@palatine/platform/clock';
import type { FleetAllowed } from '@palatine/sidecar/whitelist';
import type { FleetBan } from '@palatine/world';
import type { Logger } from 'pino';
import { isActiveAt, listPrefix } from '../messages/index.ts';
import type { FollowedBucket } from '../replicas/bucket-follower.ts';
import { ListTable } from '../replicas/list-table.ts';

export interface WorldListsOptions {
  /** fleet.db in the data folder. */
  readonly database: DatabaseSync;
  /** The lists that this world enforces, by name. */
  readonly lists: readonly string[];
  readonly game: Pick<Game, 'applyFleetLists' | 'watch'>;
  /** Updates the whitelist of a game server; absent for a world without one. */
  readonly allow?: ((allowed: FleetAllowed) => void) | undefined;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Interval of checks for expired entries. */
const CHECK_MS = 5000;
const RETRY_MS = 5000;

/** The shared lists at a world: enforced also when it is cut off. One call of the game at a time. */
export class WorldLists {
  readonly #options: WorldListsOptions;
  readonly #table: ListTable;
  readonly #ends: (() => void)[];
  #scheduled = false;
  #running: Promise<void> = Promise.resolve();
  #cancelRetry: () => void = () => {};
  #outcome: FleetBansOutcome | undefined;
  /** When the next active entry expires: ms since 1970. */
  #nextExpiryMs = Number.POSITIVE_INFINITY;
  #stopped = false;

  constructor(options: WorldListsOptions) {
    const { database, lists, game, clock, log } = options;
    this.#options = options;
    this.#table = new ListTable(database, log);
    if (subscribesToMore(database, lists)) this.#table.reset();
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

  /** The newest change that was read. */
  get read(): number {
    return this.#table.newest;
  }

  get followed(): FollowedBucket {
    const prefixes = this.#options.lists.map(listPrefix);
    return {
      bucket: 'lists',
      table: this.#table,
      wants: (key) => prefixes.some((prefix) => key.startsWith(prefix)),
      onChange: () => this.#enforceSoon(),
    };
  }

  /** Stops enforcing. Banlist.json stays as it is. */
  async stop(): Promise<void> {
    this.#stopped = true;
    for (const end of this.#ends) end();
    this.#cancelRetry();
    await this.#running;
  }

  /** Enforces nothing before everything was read once. */
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
    if (this.#scheduled) return;
    this.#scheduled = true;
    this.#running = this.#running.then(() => this.#enforce());
  }

  async #enforce(): Promise<void> {
    const { game, clock, log } = this.#options;
    this.#scheduled = false;
    if (this.#stopped) return;
    this.#cancelRetry();
    try {
      const outcome = await game.applyFleetLists(this.#bans());
      this.#report(outcome);
      if (outcome.blocked === undefined) return;
    } catch (error) {
      log.warn({ err: error }, 'could not enforce the shared lists; retrying');
    }
    this.#cancelRetry = clock.after(RETRY_MS, () => this.#enforceSoon());
  }

  #report(outcome: FleetBansOutcome): void {
    const { log } = this.#options;
    const before = JSON.stringify(this.#outcome);
    this.#outcome = outcome;
    if (JSON.stringify(outcome) === before) return;
    if (outcome.blocked !== undefined || outcome.leftOut > 0) {
      log.warn({ ...outcome }, 'not all bans of the shared lists are applied');
    } else log.info({ ...outcome }, 'the shared lists are applied');
  }

  /** The bans to enforce, the first list first. */
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

  #entries() {
    const nowMs = this.#options.clock.now();
    return this.#options.lists.flatMap((list) => {
      const definition = this.#table.definition(list);
      if (definition === undefined) return [];
      const entries = this.#table.entriesOf(list).filter((entry) => isActiveAt(entry, nowMs));
      return entries.map((entry) => ({ list, definition, entry }));
    });
  }
}

export const SUBSCRIBED_TABLE = 'create table if not exists subscribed (lists text not null) strict;';

/** Stores the lists. @returns whether one of them is new, so that its entries were not read yet. */
function subscribesToMore(database: DatabaseSync, lists: readonly string[]): boolean {
  database.exec(SUBSCRIBED_TABLE);
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
