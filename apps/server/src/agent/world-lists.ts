import type { DatabaseSync } from 'node:sqlite';
import type { FleetBansOutcome } from '@palatine/engine/calls';
import type { Game } from '@palatine/engine/game';
import { isActiveAt, ListTable, listPrefix } from '@palatine/fleet/list-table';
import type { Clock } from '@palatine/platform/clock';
import type { FleetAllowed } from '@palatine/sidecar/whitelist';
import type { FleetBan } from '@palatine/world/fleet-bans';
import type { Logger } from 'pino';
import type { FollowedBucket } from './bucket-follower.ts';

export interface WorldListsOptions {
  /** fleet.db in the data folder. */
  readonly database: DatabaseSync;
  /** The lists that this world enforces, by name. */
  readonly lists: readonly string[];
  readonly writes: Pick<Game['writes'], 'applyFleetLists'>;
  readonly watchers: Pick<Game['watchers'], 'events'>;
  /** Updates the whitelist of a game server; absent for a world without one. */
  readonly allow?: ((allowed: FleetAllowed) => void) | undefined;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Interval of checks for expired entries. */
const CHECK_MS = 5000;
const RETRY_MS = 5000;

export type WorldLists = ReturnType<typeof worldLists>;

/** The shared lists at a world: enforced also when it is cut off. One call of the game at a time. */
export function worldLists({ database, lists, writes, watchers, allow, clock, log }: WorldListsOptions) {
  const table = new ListTable(database, log);
  if (subscribesToMore(database, lists)) table.reset();
  let scheduled = false;
  let running: Promise<void> = Promise.resolve();
  let cancelRetry: () => void = () => {};
  let last: FleetBansOutcome | undefined;
  /** When the next active entry expires: ms since 1970. */
  let nextExpiryMs = Number.POSITIVE_INFINITY;
  let stopped = false;

  function activeEntries() {
    const nowMs = clock.now();
    return lists.flatMap((list) => {
      const definition = table.definition(list);
      if (definition === undefined) return [];
      const entries = table.entriesOf(list).filter((entry) => isActiveAt(entry, nowMs));
      return entries.map((entry) => ({ list, definition, entry }));
    });
  }

  /** The bans to enforce, the first list first. */
  function bansToEnforce(): FleetBan[] {
    return activeEntries()
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

  /** Enforces nothing before everything was read once. */
  function enforceSoon(): void {
    if (stopped) return;
    if (!table.whole) return allow?.('Unknown');
    const entries = activeEntries();
    const users = entries.filter(
      ({ definition, entry }) => definition.Kind === 'Allow' && entry.Kind === 'User',
    );
    allow?.([...new Set(users.map(({ entry }) => entry.Id))]);
    nextExpiryMs = entries.reduce(
      (next, { entry: { Expires } }) => (Expires === undefined ? next : Math.min(next, Date.parse(Expires))),
      Number.POSITIVE_INFINITY,
    );
    if (scheduled) return;
    scheduled = true;
    running = running.then(enforce);
  }

  async function enforce(): Promise<void> {
    scheduled = false;
    if (stopped) return;
    cancelRetry();
    try {
      const outcome = await writes.applyFleetLists(bansToEnforce());
      report(outcome);
      if (outcome.blocked === undefined) return;
    } catch (error) {
      log.warn({ err: error }, 'could not enforce the shared lists; retrying');
    }
    cancelRetry = clock.after(RETRY_MS, enforceSoon);
  }

  function report(outcome: FleetBansOutcome): void {
    const isSame = JSON.stringify(outcome) === JSON.stringify(last);
    last = outcome;
    if (isSame) return;
    if (outcome.blocked !== undefined || outcome.leftOut > 0) {
      log.warn({ ...outcome }, 'not all bans of the shared lists are applied');
    } else log.info({ ...outcome }, 'the shared lists are applied');
  }

  const ends = [
    clock.every(CHECK_MS, () => {
      if (clock.now() >= nextExpiryMs) enforceSoon();
    }),
    watchers.events((events) => {
      if (events.some(isOfWorld)) enforceSoon();
    }, 'punishment'),
  ];
  enforceSoon();
  const prefixes = lists.map(listPrefix);
  const followed: FollowedBucket = {
    bucket: 'lists',
    table,
    wants: (key) => prefixes.some((prefix) => key.startsWith(prefix)),
    onChange: enforceSoon,
  };

  return {
    followed,
    /** The newest change that was read. */
    get read(): number {
      return table.newest;
    },
    /** Stops enforcing. Banlist.json stays as it is. */
    async stop(): Promise<void> {
      stopped = true;
      for (const end of ends) end();
      cancelRetry();
      await running;
    },
  };
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
