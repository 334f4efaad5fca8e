import { isIPv4 } from 'node:net';
import {
  BANLIST_PAGE_ENTRIES,
  type BanlistFilters,
  type IPBan,
  type Issuer,
  LIMITS,
  type UserBan,
} from '@palatine/contract';
import { parseAddressRange } from '../state/address.ts';
import { BAN_TABLE_NAMES, type World } from '../state/world.ts';
import { query, ROW_JSON } from './query.ts';

/** The ban list, filtered: in its order, or by name in pages where the query has a limit. */
export const getBanlist = query<'getBanlist'>({
  reads: BAN_TABLE_NAMES,
  run({ world }, _params, { query: filters }) {
    const { Version, BannedMessage } = world.banlistHead;
    const { entries, next } = pageOf(matchingEntries(world, filters), filters);
    return {
      Banlist: {
        Version,
        BannedMessage,
        UserEntries: entries
          .filter((entry) => 'UserId' in entry)
          .map((entry) => prepared(entry).listed as UserBan),
        IPEntries: entries.filter((entry) => 'IP' in entry).map((entry) => prepared(entry).listed as IPBan),
      },
      ...(next !== undefined && { Next: next }),
    };
  },
});

type BanEntry = UserBan | IPBan;

interface PreparedBan {
  readonly searchable: SearchableBan;
  readonly listed: BanEntry;
}

/** Entries by identity: an entry is immutable, and a list may have thousands. */
const preparedBans = new WeakMap<BanEntry, PreparedBan>();

/** Entries that are prepared in one turn of the event loop, for some milliseconds. */
const PREPARED_AT_ONCE = 500;

/** Prepares the entries for `getBanlist`, and yields after each part. */
export function* prepareBans({ userBans, ipBans }: World): Generator<undefined> {
  let count = 0;
  for (const table of [userBans, ipBans] as const) {
    for (const entry of table.values()) {
      if (preparedBans.has(entry)) continue;
      prepared(entry);
      if (++count % PREPARED_AT_ONCE === 0) yield;
    }
  }
}

function prepared(entry: BanEntry): PreparedBan {
  const present = preparedBans.get(entry);
  if (present !== undefined) return present;
  const listed = 'UserId' in entry ? userEntry(entry) : addressEntry(entry);
  ROW_JSON.set(listed, JSON.stringify(listed));
  const ban = { searchable: searchableBan(entry), listed };
  preparedBans.set(entry, ban);
  return ban;
}

function matchingEntries({ userBans, ipBans }: World, query: BanlistFilters): BanEntry[] {
  const filters = parseBanFilters(query);
  if (filters === undefined) return [];
  return [...userBans.values(), ...ipBans.values()].filter((entry) =>
    matchesBan(prepared(entry).searchable, filters),
  );
}

/** An invalid limit is ignored, as the route has no 400; an unknown cursor starts from the beginning. */
function pageOf(
  entries: BanEntry[],
  { limit = '', cursor = '' }: BanlistFilters,
): { entries: BanEntry[]; next?: string } {
  if (!/^[1-9]\d{0,8}$/.test(limit)) return { entries };
  const size = Math.min(Number(limit), BANLIST_PAGE_ENTRIES);
  const after = Buffer.from(cursor, 'base64url').toString();
  const labelled = entries
    .map((entry) => ({ name: sortedName(entry), entry }))
    .filter(({ name }) => !/^[ab]:/.test(after) || name > after)
    .sort((one, other) => (one.name < other.name ? -1 : 1));
  const page = labelled.slice(0, size);
  const last = page.at(-1);
  const isLast = labelled.length === page.length || last === undefined;
  return {
    entries: page.map(({ entry }) => entry),
    ...(!isLast && { next: Buffer.from(last.name).toString('base64url') }),
  };
}

/** Users come before addresses. */
function sortedName(entry: BanEntry): string {
  return 'UserId' in entry ? `a:${entry.UserId}` : `b:${entry.IP}`;
}

/** An entry as the contract has it: without the keys that a hand edit has added. */
function userEntry({ UserId, ...entry }: UserBan): UserBan {
  return { UserId, ...contractFields(entry) };
}

function addressEntry({ IP, ...entry }: IPBan): IPBan {
  return { IP, ...contractFields(entry) };
}

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

/** An entry of the ban list as filters see it: all texts in lower case. */
interface SearchableBan {
  readonly type: 'user' | 'ip';
  /** UserId, or address or range: an entry has its one spelling. */
  readonly name: string;
  readonly active: boolean;
  /** Issuers of the ban and of its end. */
  readonly issuers: readonly IssuerTexts[];
}

interface IssuerTexts extends Readonly<Pick<Issuer, 'Type' | 'NameValue' | 'IP' | 'Reason'>> {
  /** The one spelling of IP. */
  readonly address: string;
}

/** Filters in lower case, without the empty ones: clients send the untouched fields of a form. */
type BanFilters = Readonly<Omit<BanlistFilters, 'active' | 'limit' | 'cursor'>> & {
  readonly active?: boolean;
};

export function searchableBan(entry: UserBan | IPBan): SearchableBan {
  const { Active, BannedBy, UnbannedBy } = entry;
  const [type, name] = 'UserId' in entry ? (['user', entry.UserId] as const) : (['ip', entry.IP] as const);
  const issuers = UnbannedBy === undefined ? [BannedBy] : [BannedBy, UnbannedBy];
  const lowerName = name.toLowerCase();
  return {
    type,
    name: lowerName,
    active: Active,
    issuers: issuers.map(textsOf),
  };
}

/** The one spelling of an address or a range; any other text in lower case. */
function addressKey(text: string): string {
  if (isIPv4(text)) return text; // by far the most
  return parseAddressRange(text)?.text ?? text.toLowerCase();
}

function textsOf({ Type, NameValue, IP, Reason }: Issuer): IssuerTexts {
  return {
    Type: Type.toLowerCase(),
    NameValue: NameValue.toLowerCase(),
    IP: IP.toLowerCase(),
    address: addressKey(IP),
    Reason: Reason.toLowerCase(),
  };
}

const TEXT_FILTERS = [
  'entryType',
  'userId',
  'ip',
  'userIP',
  'issuerType',
  'issuerName',
  'issuerIP',
  'reason',
  'q',
] as const;

/** Filters that match the same address in any spelling. */
const ADDRESS_FILTERS: readonly string[] = ['ip', 'userIP', 'issuerIP'] satisfies (keyof BanFilters)[];

/** Parses the filters of a query. Undefined when one is too long to match anything. */
export function parseBanFilters(query: BanlistFilters): BanFilters | undefined {
  const filters: { -readonly [Name in keyof BanFilters]: BanFilters[Name] } = {};
  for (const name of TEXT_FILTERS) {
    const text = query[name];
    if (!text) continue;
    if (text.length > LIMITS.filterChars) return undefined;
    filters[name] = ADDRESS_FILTERS.includes(name) ? addressKey(text) : text.toLowerCase();
  }
  const active = parseActive(query.active?.toLowerCase());
  return active === undefined ? filters : { ...filters, active };
}

/** Undefined for anything else, which is ignored: the route has no 400. */
function parseActive(active: string | undefined): boolean | undefined {
  if (active === 'true' || active === '1') return true;
  if (active === 'false' || active === '0') return false;
  return undefined;
}

/** Whether an entry matches all filters. An unknown entry type matches nothing. */
export function matchesBan(ban: SearchableBan, filters: BanFilters): boolean {
  const { active, entryType, userId, ip, userIP, issuerType, issuerName, issuerIP, reason, q } = filters;
  const isUser = ban.type === 'user';
  return (
    (active === undefined || ban.active === active) &&
    (entryType === undefined || ban.type === entryType) &&
    (userId === undefined || (isUser && ban.name === userId)) &&
    (ip === undefined || (!isUser && ban.name === ip)) &&
    (userIP === undefined || (!isUser && ban.name === userIP)) &&
    (issuerType === undefined || ban.issuers.some(({ Type }) => Type === issuerType)) &&
    (issuerName === undefined || ban.issuers.some(({ NameValue }) => NameValue.includes(issuerName))) &&
    (issuerIP === undefined || ban.issuers.some(({ address }) => address === issuerIP)) &&
    (reason === undefined || ban.issuers.some(({ Reason }) => Reason.includes(reason))) &&
    (q === undefined || ban.name.includes(q) || ban.issuers.some((issuer) => holds(issuer, q)))
  );
}

function holds({ Type, NameValue, IP, Reason }: IssuerTexts, text: string): boolean {
  return Type.includes(text) || NameValue.includes(text) || IP.includes(text) || Reason.includes(text);
}
