import { existsSync } from 'node:fs';
import {
  type Banlist,
  type IPBan,
  Issuer,
  parseGuid,
  parseWrittenUserId,
  type UserBan,
} from '@palatine/contract';
import { Type } from '@palatine/contract/schema-builders';
import { parseAddressRange } from '@palatine/platform/address';
import { writeFileAtomically } from '@palatine/platform/atomic-write';
import { ConfigError } from '@palatine/platform/config-error';
import { fileSchema, shownValue } from '@palatine/platform/file-schema';
import { compactTime, freeName } from '@palatine/platform/format';
import { formatJson, parseJsonFile } from '@palatine/platform/json';
import { readTextFile } from '@palatine/platform/read-file';
import { readSettingsText, settingsFile } from '@palatine/platform/settings-file';
import type { Static } from 'typebox';

export const BANLIST = 'Banlist.json';

const MAX_SHOWN_FAULTS = 5;

// The contract's shape, except that hand edits may add keys anywhere, use other spellings of ids, and null for absent.
const AnyIssuer = Type.Object(Issuer.properties);
const entry = {
  Active: Type.Boolean(),
  BannedBy: AnyIssuer,
  UnbannedBy: Type.Optional(Type.Union([AnyIssuer, Type.Null()])),
};
const WrittenBanlist = Type.Object({
  Version: Type.Integer(),
  BannedMessage: Type.String(),
  UserEntries: Type.Array(Type.Object({ UserId: Type.Optional(Type.Unknown()), ...entry })),
  IPEntries: Type.Array(Type.Object({ IP: Type.Optional(Type.Unknown()), ...entry })),
});
type WrittenBanlist = Static<typeof WrittenBanlist>;
const check = fileSchema(WrittenBanlist);

export interface ExaminedBanlist {
  /** With canonical ids, and one entry for each. */
  readonly banlist: Banlist;
  /** One sentence for each entry that can never match anybody, and is left out. */
  readonly problems: readonly string[];
}

export function emptyBanlist(bannedMessage: string): Banlist {
  return { Version: 1, BannedMessage: bannedMessage, UserEntries: [], IPEntries: [] };
}

/** Number of users and addresses that a list bans, without lifted bans. */
export function activeBans({ UserEntries, IPEntries }: Banlist): number {
  return [...UserEntries, ...IPEntries].filter(({ Active }) => Active).length;
}

/** Reads Banlist.json; a missing file is an empty list. Throws a ConfigError. */
export function readBanlist(file: string, bannedMessage: string): Banlist {
  const { banlist, problems } = examineBanlist(file, bannedMessage);
  if (problems.length > 0) throw new ConfigError(banlistFault(problems));
  return banlist;
}

/** Reads Banlist.json, even with entries that can never match anybody. Throws a ConfigError for any other fault. */
export function examineBanlist(file: string, bannedMessage: string): ExaminedBanlist {
  const text = readBanlistText(file);
  return text === undefined ? { banlist: emptyBanlist(bannedMessage), problems: [] } : parseEntries(text);
}

/** Text of Banlist.json; undefined for a missing file. Throws an UnreadableFileError. */
export function readBanlistText(file: string): string | undefined {
  const read = (name: string) => readTextFile(name, BANLIST_BOUNDS.fileBytes);
  return read(file) ?? read(formerBanlistName(file)) ?? read(file); // being replaced just now
}

/** Name of Banlist.json while a new one takes its place. */
export function formerBanlistName(file: string): string {
  return `${file}.former.writing`;
}

/** Parses a Banlist.json, also with entries that can never match anybody. Throws a ConfigError, also beyond the limits. */
export function parseEntries(text: string): ExaminedBanlist {
  return examineEntries(parseShape(text));
}

/** Parses a Banlist.json as written. Throws a ConfigError. */
export function parseShape(text: string): WrittenBanlist {
  const checked = check(parseJsonFile(BANLIST, text));
  if (checked.errors) throw new ConfigError(banlistFault(checked.errors));
  return checked.value;
}

/** Makes ids canonical, with one entry for each. Throws a ConfigError that names the exceeded limit. */
export function examineEntries({ UserEntries, IPEntries, ...head }: WrittenBanlist): ExaminedBanlist {
  const problems: string[] = [];
  const users = new Map<string, UserBan>();
  for (const [at, { UserId: written, ...rest }] of UserEntries.entries()) {
    const UserId = typeof written === 'string' ? parseWrittenUserId(written) : undefined;
    if (UserId !== undefined) keepActive(users, UserId, { UserId, ...withoutNull(rest) });
    else problems.push(`UserEntries.${at}.UserId ${noUserId(written)}`);
  }
  const addresses = new Map<string, IPBan>();
  for (const [at, { IP: written, ...rest }] of IPEntries.entries()) {
    const IP = typeof written === 'string' ? parseAddressRange(written)?.text : undefined;
    if (IP !== undefined) keepActive(addresses, IP, { IP, ...withoutNull(rest) });
    else problems.push(`IPEntries.${at}.IP ${noAddress(written)}`);
  }
  const banlist = { ...head, UserEntries: [...users.values()], IPEntries: [...addresses.values()] };
  const excess = excessOf(banlist);
  if (excess !== undefined) throw new ConfigError(`${BANLIST}: ${excess}`);
  return { banlist, problems };
}

/** Keeps the active one of two entries with the same id, or the last of two active ones. */
function keepActive<Entry extends { Active: boolean }>(
  entries: Map<string, Entry>,
  id: string,
  entry: Entry,
): void {
  if (entry.Active || entries.get(id)?.Active !== true) entries.set(id, entry);
}

function withoutNull<Entry extends { UnbannedBy?: Issuer | null }>({ UnbannedBy, ...entry }: Entry) {
  return UnbannedBy ? { ...entry, UnbannedBy } : entry;
}

function noUserId(written: unknown): string {
  const uid = typeof written === 'string' ? parseGuid(written.trim()) : undefined;
  return uid === undefined
    ? `must be a UserId such as "steam_76561198000000000", not ${shownValue(written)}`
    : `must be a UserId, and ${uid} is a PlayerUID: POST /v1/pdapi/ban/${uid} bans the player`;
}

function noAddress(written: unknown): string {
  return `must be an address such as "203.0.113.7" or a range such as "203.0.113.0/24" or "203.0.113.*", not ${shownValue(written)}`;
}

export function banlistFault(errors: readonly string[]): string {
  const more = errors.length > MAX_SHOWN_FAULTS ? `; and ${errors.length - MAX_SHOWN_FAULTS} more` : '';
  return `${BANLIST}: ${errors.slice(0, MAX_SHOWN_FAULTS).join('; ')}${more}`;
}

/** Writes Banlist.json; durable on return. */
export function writeBanlist(file: string, banlist: Banlist): void {
  writeFileAtomically(file, formatBanlist(banlist));
}

/** A free name for a broken file: nothing that an operator wrote is lost. */
export function brokenBanlistName(file: string, nowMs: number): string {
  return freeName(file.replace(/\.json$/, `.broken-${compactTime(nowMs)}`), '.json', existsSync);
}

export function isBrokenBanlist(name: string): boolean {
  return /^Banlist\.broken-.*\.json$/.test(name);
}

/** Limits of Banlist.json, including lifted bans. */
export const BANLIST_BOUNDS = { users: 10_000, addresses: 10_000, fileBytes: 8 * 1024 * 1024 } as const;

const LISTS = [
  { table: 'userBans', entries: 'UserEntries', max: BANLIST_BOUNDS.users, what: 'users' },
  { table: 'ipBans', entries: 'IPEntries', max: BANLIST_BOUNDS.addresses, what: 'addresses' },
] as const;

type BanEntry = UserBan | IPBan;

function excessOf(banlist: Banlist): string | undefined {
  for (const { entries, max, what } of LISTS) {
    if (banlist[entries].length > max) return `it holds ${banlist[entries].length} ${what}, at most ${max}`;
  }
  if (bytesOfBanlist(banlist) <= BANLIST_BOUNDS.fileBytes) return undefined;
  return `it is larger than ${BANLIST_BOUNDS.fileBytes} bytes`;
}

/** The bans of a world, by their canonical ids. */
type BanTables = Readonly<{ userBans: BanTable<UserBan>; ipBans: BanTable<IPBan> }>;
interface BanTable<Entry> {
  readonly size: number;
  entries(): Iterable<[string, Entry]>;
  values(): Iterable<Entry>;
  remove(key: string): void;
}

export function banlistOf({ userBans, ipBans }: BanTables, head: Banlist): Banlist {
  return { ...head, UserEntries: [...userBans.values()], IPEntries: [...ipBans.values()] };
}

/** The list without its entries, with keys added by an operator. */
export function headOf(banlist: Banlist): Banlist {
  return { ...banlist, UserEntries: [], IPEntries: [] };
}

/** Removes the oldest lifted bans until the list is within its limits. @returns why it cannot, and then removes none. */
export function evictLiftedBans(world: BanTables, head: Banlist): string | undefined {
  let excessBytes = bytesOfBanlist(banlistOf(world, head)) - BANLIST_BOUNDS.fileBytes;
  if (excessBytes <= 0 && LISTS.every(({ table, max }) => world[table].size <= max)) return undefined;

  const evicted: ReturnType<typeof liftedBans> = [];
  const others: typeof evicted = [];
  for (const { table, max, what } of LISTS) {
    const lifted = liftedBans(world, table);
    const excess = Math.max(0, world[table].size - max);
    if (excess > lifted.length) return fullSentence(`${max} ${what}`);
    evicted.push(...lifted.slice(0, excess));
    others.push(...lifted.slice(excess));
  }
  for (const { entry } of evicted) excessBytes -= bytesOf(entry).length;
  for (const ban of others.sort(byAge)) {
    if (excessBytes <= 0) break;
    evicted.push(ban);
    excessBytes -= bytesOf(ban.entry).length;
  }
  if (excessBytes > 0) return fullSentence(`${BANLIST_BOUNDS.fileBytes} bytes`);
  for (const { table, key } of evicted) world[table].remove(key);
  return undefined;
}

function fullSentence(limit: string): string {
  return `the ban list is full (${limit}) and has no lifted ban to evict; lift a ban, or remove entries from Banlist.json and call ReloadConfig`;
}

function liftedBans(world: BanTables, table: keyof BanTables) {
  const bans = [...(world[table] as BanTable<BanEntry>).entries()];
  const lifted = bans.filter(([, { Active }]) => !Active);
  return lifted.map(([key, entry]) => ({ table, key, entry, atMs: liftedAtMs(entry) })).sort(byAge);
}

function byAge(left: { atMs: number }, right: { atMs: number }): number {
  return left.atMs - right.atMs;
}

/** A hand edit may have lifted a ban without a time: uses the time of the ban. */
function liftedAtMs({ BannedBy, UnbannedBy = BannedBy }: BanEntry): number {
  const { UTC, Msec } = UnbannedBy.Timestamp;
  return UTC * 1000 + Msec;
}

/** Entries by identity: they are immutable, and each ban writes the whole list. */
const formatted = new WeakMap<BanEntry, Uint8Array>();

/** Unlike `Buffer.from`, it gives each text its own memory: an entry must not keep a pool of 64 KiB alive. */
const encoder = new TextEncoder();

/** An entry in Banlist.json, with the preceding comma and line break. */
function bytesOf(entry: BanEntry): Uint8Array {
  const cached = formatted.get(entry);
  if (cached !== undefined) return cached;
  const bytes = encoder.encode(`,\n    ${JSON.stringify(entry, null, 2).replaceAll('\n', '\n    ')}`);
  formatted.set(entry, bytes);
  return bytes;
}

export function isSameEntry(left: BanEntry, right: BanEntry): boolean {
  return Buffer.compare(bytesOf(left), bytesOf(right)) === 0;
}

/** The bytes of Banlist.json, with keys added by people. */
export function formatBanlist(banlist: Banlist): Buffer {
  return Buffer.concat(partsOf(banlist));
}

export function bytesOfBanlist(banlist: Banlist): number {
  return partsOf(banlist).reduce((sum, { length }) => sum + length, 0);
}

/** The file in pieces, its entries from the cache. Only the keys of the list itself stand behind two blanks in a line. */
function partsOf(banlist: Banlist): Uint8Array[] {
  const frame = formatJson(headOf(banlist)).split(/^( {2}"(?:UserEntries|IPEntries)": \[)/m);
  return frame.flatMap((text) => {
    const list = LISTS.find(({ entries }) => text === `  "${entries}": [`);
    const [first, ...others] = list === undefined ? [] : banlist[list.entries].map(bytesOf);
    if (first === undefined) return encoder.encode(text);
    return [encoder.encode(text), first.subarray(','.length), ...others, encoder.encode('\n  ')];
  });
}

const Ids = Type.Array(Type.String({ maxLength: 256 }), { maxItems: 100_000, default: [] });

/** AllowList.json: players allowed on the game server. */
const WhitelistFile = Type.Object({
  Enabled: Type.Boolean({ default: false }),
  DryRun: Type.Boolean({ default: false }),
  /** UserIds, PlayerUIDs, addresses or masked ranges. While empty, nobody is kicked. */
  Players: Ids,
  /** Likewise; administrators exempt from the whitelist and from address bans. */
  Grace: Ids,
  Message: Type.String({ maxLength: 500, default: 'You are not on the whitelist of this server.' }),
});
export type WhitelistFile = Static<typeof WhitelistFile>;

export const whitelistFile = settingsFile('AllowList.json', WhitelistFile);

export const ORIGINAL_WHITELIST = 'WhiteList.json';

/** Reads the entries of a WhiteList.json, of any type; a missing file lists nobody. Throws a ConfigError. */
export function readOriginalWhitelist(file: string): unknown[] {
  const text = readSettingsText(ORIGINAL_WHITELIST, file);
  const list: unknown = parseJsonFile(ORIGINAL_WHITELIST, text ?? '[]');
  if (Array.isArray(list)) return list;
  throw new ConfigError(
    `${ORIGINAL_WHITELIST}: must be a list of UserIds, addresses and ranges; our own whitelist is ${whitelistFile.name}`,
  );
}
