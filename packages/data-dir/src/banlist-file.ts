import { existsSync } from 'node:fs';
import {
  type Banlist,
  type IPBan,
  Issuer,
  parseGuid,
  parseWrittenUserId,
  type UserBan,
} from '@palatine/contract';
import { writeFileAtomically } from '@palatine/platform/atomic-write';
import { ConfigError } from '@palatine/platform/config-error';
import { fileSchema, shownValue } from '@palatine/platform/file-schema';
import { compactTime } from '@palatine/platform/format';
import { parseJsonFile } from '@palatine/platform/json';
import { readTextFile } from '@palatine/platform/read-file';
import { type BanTableName, parseAddressRange, type Table, type World } from '@palatine/world';
import Type, { type Static } from 'typebox';

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
  if (problems.length > 0) throw wrong(problems);
  return banlist;
}

/** Reads Banlist.json, even with entries that can never match anybody. Throws a ConfigError for any other fault. */
export function examineBanlist(file: string, bannedMessage: string): ExaminedBanlist {
  const text = readBanlistText(file);
  if (text === undefined) return { banlist: emptyBanlist(bannedMessage), problems: [] };
  const examined = parseEntries(text);
  assertWithinBounds(examined.banlist);
  return examined;
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

/** Parses a Banlist.json of any length, also with entries that can never match anybody. Throws a ConfigError. */
export function parseEntries(text: string): ExaminedBanlist {
  return examineEntries(parseShape(text));
}

/** Parses a Banlist.json as written. Throws a ConfigError. */
export function parseShape(text: string): WrittenBanlist {
  const checked = check(parseJsonFile(BANLIST, text));
  if (checked.errors) throw wrong(checked.errors);
  return checked.value;
}

/** Makes ids canonical, with one entry for each. */
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

function wrong(errors: readonly string[]): ConfigError {
  return new ConfigError(banlistFault(errors));
}

export function banlistFault(errors: readonly string[]): string {
  const more = errors.length > MAX_SHOWN_FAULTS ? `; and ${errors.length - MAX_SHOWN_FAULTS} more` : '';
  return `${BANLIST}: ${errors.slice(0, MAX_SHOWN_FAULTS).join('; ')}${more}`;
}

/** Throws a ConfigError that names the exceeded limit. */
export function assertWithinBounds(banlist: Banlist): void {
  const excess = excessOf(banlist);
  if (excess !== undefined) throw new ConfigError(`${BANLIST}: ${excess}`);
}

/** Writes Banlist.json; durable on return. */
export function writeBanlist(file: string, banlist: Banlist): void {
  writeFileAtomically(file, formatBanlist(banlist));
}

/** A free name for a broken file: nothing that an operator wrote is lost. */
export function brokenBanlistName(file: string, nowMs: number): string {
  const stem = file.replace(/\.json$/, `.broken-${compactTime(nowMs)}`);
  for (let count = 1; ; count++) {
    const name = count === 1 ? `${stem}.json` : `${stem}-${count}.json`;
    if (!existsSync(name)) return name;
  }
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

interface LiftedBan {
  table: BanTableName;
  key: string;
  bytes: number;
  liftedAtMs: number;
}

/** Removes the oldest lifted bans until the list is within its limits. @returns why it cannot, and then removes none. */
export function evictLiftedBans(world: World, head: Banlist): string | undefined {
  const { userBans, ipBans } = world;
  const list = { ...head, UserEntries: [...userBans.values()], IPEntries: [...ipBans.values()] };
  let excessBytes = bytesOfBanlist(list) - BANLIST_BOUNDS.fileBytes;
  if (excessBytes <= 0 && LISTS.every(({ table, max }) => world[table].size <= max)) return undefined;

  const evicted: LiftedBan[] = [];
  const others: LiftedBan[] = [];
  for (const { table, max, what } of LISTS) {
    const lifted = liftedBans(world, table);
    const excess = Math.max(0, world[table].size - max);
    if (excess > lifted.length) return fullSentence(`${max} ${what}`);
    evicted.push(...lifted.slice(0, excess));
    others.push(...lifted.slice(excess));
  }
  for (const ban of evicted) excessBytes -= ban.bytes;
  for (const ban of others.sort(byAge)) {
    if (excessBytes <= 0) break;
    evicted.push(ban);
    excessBytes -= ban.bytes;
  }
  if (excessBytes > 0) return fullSentence(`${BANLIST_BOUNDS.fileBytes} bytes`);
  for (const { table, key } of evicted) world[table].remove(key);
  return undefined;
}

function fullSentence(limit: string): string {
  return `the ban list is full (${limit}) and has no lifted ban to evict; lift a ban, or remove entries from Banlist.json and call ReloadConfig`;
}

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

/** A hand edit may have lifted a ban without a time: uses the time of the ban. */
function liftedAtMs({ BannedBy, UnbannedBy = BannedBy }: BanEntry): number {
  const { UTC, Msec } = UnbannedBy.Timestamp;
  return UTC * 1000 + Msec;
}

/** Entries by identity: an entry is immutable, so each is formatted once. */
const formatted = new WeakMap<object, Uint8Array>();

/** Unlike `Buffer.from`, it gives each text its own memory: an entry must not keep a pool of 64 KiB alive. */
const encoder = new TextEncoder();

const COMMA_BYTES = 1;
const EMPTY = encoder.encode('[]');
const OPEN = encoder.encode('[');
const CLOSE = encoder.encode('\n  ]');

/** Whether two entries are written alike. */
export function isSameEntry(one: object, other: object): boolean {
  return Buffer.compare(formatEntry(one), formatEntry(other)) === 0;
}

/** An entry of Banlist.json, with the preceding comma and line break. */
function formatEntry(entry: object): Uint8Array {
  const cached = formatted.get(entry);
  if (cached !== undefined) return cached;
  const text = encoder.encode(`,\n    ${indented(JSON.stringify(entry, null, 2), '    ')}`);
  formatted.set(entry, text);
  return text;
}

/** The bytes of Banlist.json, formatted as JSON for people, with keys added by them. */
export function formatBanlist(banlist: Banlist): Buffer {
  return Buffer.concat(banlistParts(banlist));
}

function bytesOfBanlist(banlist: Banlist): number {
  return banlistParts(banlist).reduce((sum, { length }) => sum + length, 0);
}

function banlistParts(banlist: Banlist): Uint8Array[] {
  const parts: Uint8Array[] = [];
  for (const [key, value] of Object.entries(banlist)) {
    parts.push(encoder.encode(`${parts.length === 0 ? '{' : ','}\n  ${JSON.stringify(key)}: `));
    if (key === 'UserEntries' || key === 'IPEntries') {
      for (const part of formatList(value as object[])) parts.push(part);
      continue;
    }
    parts.push(encoder.encode(indented(JSON.stringify(value, null, 2), '  ')));
  }
  parts.push(encoder.encode('\n}\n'));
  return parts;
}

function formatList(entries: readonly object[]): Uint8Array[] {
  const [first, ...others] = entries.map(formatEntry);
  return first === undefined ? [EMPTY] : [OPEN, first.subarray(COMMA_BYTES), ...others, CLOSE];
}

/** Texts in JSON contain no line breaks, so each break begins a line. */
function indented(json: string, by: string): string {
  return json.replaceAll('\n', `\n${by}`);
}
