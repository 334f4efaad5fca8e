import { isIPv4 } from 'node:net';
import {
  BANLIST_PAGE_ENTRIES,
  type BanlistFilters,
  type IPBan,
  type Issuer,
  LIMITS,
  type UserBan,
} from '@palatine/contract';
import { parseAddressRange } from '@palatine/platform/address';
import { ROW_JSON } from '@palatine/platform/response-bytes';
import { getOrAdd } from '../catalogue/table.ts';
import { BAN_TABLE_NAMES, type World } from '../state/world.ts';
import { queryInParts } from './query.ts';

/** The ban list, filtered: in its order, or by name in pages where the query has a limit. */
export const getBanlist = queryInParts<'getBanlist'>({
  reads: BAN_TABLE_NAMES,
  *inParts({ world }, _params, { query: filters }) {
    yield* prepareBans(world);
    const { Version, BannedMessage } = world.banlistHead;
    const { entries, next } = pageOf(matchingEntries(world, filters), filters);
    const reply = {
      Banlist: {
        Version,
        BannedMessage,
        UserEntries: entries.filter((entry) => 'UserId' in entry).map((entry) => listed(entry) as UserBan),
        IPEntries: entries.filter((entry) => 'IP' in entry).map((entry) => listed(entry) as IPBan),
      },
      ...(next !== undefined && { Next: next }),
    };
    yield;
    return reply;
  },
});

type BanEntry = UserBan | IPBan;

/** Entries as answers list them: an entry is immutable, and a list may have thousands. */
const listedBans = new WeakMap<BanEntry, BanEntry>();

/** Entries that are prepared in one turn of the event loop, for some milliseconds. */
const PREPARED_AT_ONCE = 500;

/** Prepares the entries for `getBanlist`, and yields after each part. */
export function* prepareBans({ userBans, ipBans }: World): Generator<undefined> {
  let count = 0;
  for (const table of [userBans, ipBans] as const) {
    for (const entry of table.values()) {
      if (listedBans.has(entry)) continue;
      listed(entry);
      if (++count % PREPARED_AT_ONCE === 0) yield;
    }
  }
}

function listed(entry: BanEntry): BanEntry {
  return getOrAdd(listedBans, entry, () => {
    const ban = 'UserId' in entry ? userEntry(entry) : addressEntry(entry);
    ROW_JSON.set(ban, JSON.stringify(ban));
    return ban;
  });
}

function matchingEntries({ userBans, ipBans }: World, query: BanlistFilters): BanEntry[] {
  const matches = banFilter(query);
  return [...userBans.values(), ...ipBans.values()].filter(matches);
}

/** An invalid limit is ignored, as the route has no 400; an unknown cursor starts from the beginning. */
function pageOf(entries: BanEntry[], { limit = '', cursor = '' }: BanlistFilters) {
  if (!/^[1-9]\d{0,8}$/.test(limit)) return { entries };
  const size = Math.min(Number(limit), BANLIST_PAGE_ENTRIES);
  const after = Buffer.from(cursor, 'base64url').toString();
  const labeled = entries
    .map((entry) => ({ name: sortedName(entry), entry }))
    .filter(({ name }) => !/^[ab]:/.test(after) || name > after)
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const page = labeled.slice(0, size);
  const last = page.at(-1);
  const isLast = labeled.length === page.length || last === undefined;
  return {
    entries: page.map(({ entry }) => entry),
    ...(!isLast && { next: Buffer.from(last.name).toString('base64url') }),
  };
}

/** Users come before addresses. */
const sortedName = (entry: BanEntry): string => ('UserId' in entry ? `a:${entry.UserId}` : `b:${entry.IP}`);

/** An entry as the contract has it: without the keys that a hand edit has added. */
const userEntry = ({ UserId, ...entry }: UserBan): UserBan => ({ UserId, ...contractFields(entry) });

const addressEntry = ({ IP, ...entry }: IPBan): IPBan => ({ IP, ...contractFields(entry) });

function contractFields({ Active, BannedBy, UnbannedBy }: Omit<UserBan, 'UserId'>): Omit<UserBan, 'UserId'> {
  return {
    Active,
    BannedBy: issuerOf(BannedBy),
    ...(UnbannedBy ? { UnbannedBy: issuerOf(UnbannedBy) } : {}),
  };
}

function issuerOf({ Type, NameValue, IP, Reason, Timestamp }: Issuer): Issuer {
  const { UTC, Year, Month, Day, Hour, Min, Sec, Msec } = Timestamp;
  return { Type, NameValue, IP, Reason, Timestamp: { UTC, Year, Month, Day, Hour, Min, Sec, Msec } };
}

/** The one spelling of an address or a range; any other text in lower case. */
function addressKey(text: string): string {
  if (isIPv4(text)) return text; // by far the most
  return parseAddressRange(text)?.text ?? text.toLowerCase();
}

type TextFilter = Exclude<keyof BanlistFilters, 'active' | 'limit' | 'cursor'>;

/** Whether an entry matches the text of a filter, which is in lower case, or an address in its one spelling. */
const FILTERS: Record<TextFilter, (entry: BanEntry, text: string) => boolean> = {
  entryType: (entry, text) => ('UserId' in entry ? 'user' : 'ip') === text,
  userId: (entry, text) => 'UserId' in entry && entry.UserId.toLowerCase() === text,
  ip: isAddress,
  userIP: isAddress,
  issuerType: (entry, text) => issuersOf(entry).some(({ Type }) => Type.toLowerCase() === text),
  issuerName: (entry, text) => issuersOf(entry).some(({ NameValue }) => holds(NameValue, text)),
  issuerIP: (entry, text) => issuersOf(entry).some(({ IP }) => addressKey(IP) === text),
  reason: (entry, text) => issuersOf(entry).some(({ Reason }) => holds(Reason, text)),
  q: (entry, text) =>
    holds('UserId' in entry ? entry.UserId : entry.IP, text) ||
    issuersOf(entry).some(({ Type, NameValue, IP, Reason }) =>
      [Type, NameValue, IP, Reason].some((value) => holds(value, text)),
    ),
};
const TEXT_FILTERS = Object.keys(FILTERS) as TextFilter[]; // its own keys

/** Filters that match the same address in any spelling. */
const ADDRESS_FILTERS: readonly TextFilter[] = ['ip', 'userIP', 'issuerIP'];

function isAddress(entry: BanEntry, text: string): boolean {
  return 'IP' in entry && entry.IP.toLowerCase() === text;
}

function issuersOf({ BannedBy, UnbannedBy }: BanEntry): Issuer[] {
  return UnbannedBy === undefined ? [BannedBy] : [BannedBy, UnbannedBy];
}

const holds = (value: string, text: string): boolean => value.toLowerCase().includes(text);

/** Whether an entry matches all filters of a query. Empty ones are ignored: clients send the untouched fields of a form. */
export function banFilter(query: BanlistFilters): (entry: BanEntry) => boolean {
  const used = TEXT_FILTERS.flatMap((name) => (query[name] ? [{ name, text: query[name] }] : []));
  if (used.some(({ text }) => text.length > LIMITS.filterChars)) return () => false;
  const active = parseActive(query.active?.toLowerCase());
  const texts = used.map(({ name, text }) => ({
    matches: FILTERS[name],
    text: ADDRESS_FILTERS.includes(name) ? addressKey(text) : text.toLowerCase(),
  }));
  return (entry) =>
    (active === undefined || entry.Active === active) &&
    texts.every(({ matches, text }) => matches(entry, text));
}

/** Undefined for anything else, which is ignored: the route has no 400. */
function parseActive(active: string | undefined): boolean | undefined {
  if (active === 'true' || active === '1') return true;
  return active === 'false' || active === '0' ? false : undefined;
}
