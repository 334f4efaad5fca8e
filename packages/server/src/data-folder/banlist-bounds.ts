import type { Banlist, IPBan, UserBan } from '@palatine/contract';
import type { BanTableName, Table, World } from '@palatine/world';
import { addedBytes, formatBanlist, formatEntry } from './banlist-text.ts';

/** How much Banlist.json may hold, as the service writes it. Lifted bans count too. */
export const BANLIST_BOUNDS = { users: 10_000, addresses: 10_000, fileBytes: 8 * 1024 * 1024 } as const;

const LISTS = [
  { table: 'userBans', entries: 'UserEntries', most: BANLIST_BOUNDS.users, what: 'users' },
  { table: 'ipBans', entries: 'IPEntries', most: BANLIST_BOUNDS.addresses, what: 'addresses' },
] as const;

type BanEntry = UserBan | IPBan;

/** What is beyond the bounds of a list; undefined when nothing is. */
export function excessOf(banlist: Banlist): string | undefined {
  for (const { entries, most, what } of LISTS) {
    if (banlist[entries].length > most) return `it holds ${banlist[entries].length} ${what}, at most ${most}`;
  }
  let bytes = headBytes(banlist);
  for (const { entries } of LISTS) {
    const list = banlist[entries];
    if (list.length > 0) bytes += addedBytes(1, 0);
    for (const entry of list) {
      bytes += formatEntry(entry).length;
      if (bytes > BANLIST_BOUNDS.fileBytes) return `it is larger than ${BANLIST_BOUNDS.fileBytes} bytes`;
    }
  }
  return undefined;
}

function headBytes(banlist: Banlist): number {
  return formatBanlist({ ...banlist, UserEntries: [], IPEntries: [] }).length;
}

/** How large Banlist.json is with the bans of a world. Follows every change of them, also rollbacks. */
export class BanlistSize {
  readonly #world: World;
  readonly #entryBytes: Record<BanTableName, number> = { userBans: 0, ipBans: 0 };
  #headBytes = 0;

  constructor(world: World) {
    this.#world = world;
    for (const { table } of LISTS) {
      (world[table] as Table<BanEntry>).index({
        changed: (before, after) => {
          this.#entryBytes[table] += bytesOf(after) - bytesOf(before);
        },
      });
    }
  }

  /** Sets what stands beside the entries. */
  setHead(head: Banlist): void {
    this.#headBytes = headBytes(head);
  }

  get bytes(): number {
    return LISTS.reduce(
      (bytes, { table }) => bytes + addedBytes(this.#world[table].size, this.#entryBytes[table]),
      this.#headBytes,
    );
  }
}

function bytesOf(entry: BanEntry | undefined): number {
  return entry === undefined ? 0 : formatEntry(entry).length;
}

interface LiftedBan {
  table: BanTableName;
  key: string;
  bytes: number;
  liftedAtMs: number;
}

/**
 * Removes the bans that were lifted longest ago, until the list is within its bounds again.
 * @returns why that is not possible; then nothing was removed.
 */
export function makeRoom(world: World, size: BanlistSize): string | undefined {
  let excessBytes = size.bytes - BANLIST_BOUNDS.fileBytes;
  if (excessBytes <= 0 && LISTS.every(({ table, most }) => world[table].size <= most)) return undefined;

  const leaving: LiftedBan[] = [];
  const staying: LiftedBan[] = [];
  for (const { table, most, what } of LISTS) {
    const lifted = liftedBans(world, table);
    const excess = Math.max(0, world[table].size - most);
    if (excess > lifted.length) return fullSentence(`${most} ${what}`);
    leaving.push(...lifted.slice(0, excess));
    staying.push(...lifted.slice(excess));
  }
  for (const ban of leaving) excessBytes -= ban.bytes;
  for (const ban of staying.sort(byAge)) {
    if (excessBytes <= 0) break;
    leaving.push(ban);
    excessBytes -= ban.bytes;
  }
  if (excessBytes > 0) return fullSentence(`${BANLIST_BOUNDS.fileBytes} bytes`);
  for (const { table, key } of leaving) world[table].remove(key);
  return undefined;
}

function fullSentence(most: string): string {
  return `the ban list is full (${most}) and holds no lifted ban that could make room; lift a ban, or remove entries from Banlist.json and call ReloadConfig`;
}

/** Those lifted longest ago first. */
function liftedBans(world: World, table: BanTableName): LiftedBan[] {
  return [...(world[table] as Table<BanEntry>).entries()]
    .filter(([, { Active }]) => !Active)
    .map(([key, entry]) => ({
      table,
      key,
      bytes: formatEntry(entry).length,
      liftedAtMs: liftedAtMs(entry),
    }))
    .sort(byAge);
}

function byAge(one: LiftedBan, other: LiftedBan): number {
  return one.liftedAtMs - other.liftedAtMs;
}

/** A hand edit may have lifted a ban without saying when: then the ban's own time counts. */
function liftedAtMs({ BannedBy, UnbannedBy = BannedBy }: BanEntry): number {
  const { UTC, Msec } = UnbannedBy.Timestamp;
  return UTC * 1000 + Msec;
}
