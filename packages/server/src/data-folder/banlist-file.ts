import { existsSync } from 'node:fs';
import {
  type Banlist,
  type IPBan,
  Issuer,
  parseGuid,
  parseWrittenUserId,
  type UserBan,
} from '@palatine/contract';
import { parseAddressRange } from '@palatine/world';
import Type, { type Static } from 'typebox';
import { writeFileAtomically } from './atomic-write.ts';
import { BANLIST_BOUNDS, excessOf } from './banlist-bounds.ts';
import { formatBanlist } from './banlist-text.ts';
import { compactTime } from './compact-time.ts';
import { ConfigError } from './config-error.ts';
import { fileSchema, shownValue } from './file-schema.ts';
import { readTextFile } from './read-file.ts';
import { parseJson } from './read-json.ts';

export const BANLIST = 'Banlist.json';

const MAX_SHOWN_FAULTS = 5;

// The contract's shape, except that a hand edit may add keys anywhere, write ids in other spellings, and null for absent.
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

/** The content of a Banlist.json. */
export interface ExaminedBanlist {
  /** With every id in its one spelling, and one entry for each. */
  readonly banlist: Banlist;
  /** One sentence for each entry that can never match anybody, and is left out. */
  readonly problems: readonly string[];
}

/** A ban list without entries. */
export function emptyBanlist(bannedMessage: string): Banlist {
  return { Version: 1, BannedMessage: bannedMessage, UserEntries: [], IPEntries: [] };
}

/** How many users and addresses a list bans; lifted bans do not count. */
export function bansInForce({ UserEntries, IPEntries }: Banlist): number {
  return [...UserEntries, ...IPEntries].filter(({ Active }) => Active).length;
}

/** Reads Banlist.json; a missing file is an empty list. Throws a ConfigError that says what is wrong. */
export function readBanlist(file: string, bannedMessage: string): Banlist {
  return withoutProblems(examineBanlist(file, bannedMessage));
}

/** Reads Banlist.json, also one with entries that can never match anybody. Throws a ConfigError for any other fault. */
export function examineBanlist(file: string, bannedMessage: string): ExaminedBanlist {
  const text = readBanlistText(file);
  if (text === undefined) return { banlist: emptyBanlist(bannedMessage), problems: [] };
  const examined = parseEntries(text);
  assertWithinBounds(examined.banlist);
  return examined;
}

/** The text of Banlist.json; undefined where there is none. Throws an UnreadableFileError. */
export function readBanlistText(file: string): string | undefined {
  return readTextFile(file, BANLIST_BOUNDS.fileBytes);
}

/** Parses the text of a Banlist.json of any length. Throws a ConfigError. */
export function parseBanlist(text: string): Banlist {
  return withoutProblems(parseEntries(text));
}

/** As `parseBanlist`, also for a text with entries that can never match anybody. */
export function parseEntries(text: string): ExaminedBanlist {
  return examineEntries(parseShape(text));
}

/** Parses the text of a Banlist.json as it is written. Throws a ConfigError. */
export function parseShape(text: string): WrittenBanlist {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    throw new ConfigError(`${BANLIST}: not JSON: ${(error as Error).message}`, { cause: error });
  }
  const checked = check(value);
  if (checked.errors) throw wrong(checked.errors);
  return checked.value;
}

/** Gives every id its one spelling, and each one entry. */
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

/** Keeps the active one of two entries with one id, and the last of two active ones. */
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
  return `must be an address such as "203.0.113.7" or a range such as "203.0.113.0/24", not ${shownValue(written)}`;
}

function withoutProblems({ banlist, problems }: ExaminedBanlist): Banlist {
  if (problems.length > 0) throw wrong(problems);
  return banlist;
}

function wrong(errors: readonly string[]): ConfigError {
  return new ConfigError(banlistFault(errors));
}

/** A line that tells the first of the faults. */
export function banlistFault(errors: readonly string[]): string {
  const more = errors.length > MAX_SHOWN_FAULTS ? `; and ${errors.length - MAX_SHOWN_FAULTS} more` : '';
  return `${BANLIST}: ${errors.slice(0, MAX_SHOWN_FAULTS).join('; ')}${more}`;
}

/** Throws a ConfigError that says which bound a list is beyond. */
export function assertWithinBounds(banlist: Banlist): void {
  const excess = excessOf(banlist);
  if (excess !== undefined) throw new ConfigError(`${BANLIST}: ${excess}`);
}

/** Writes Banlist.json; durable on return. */
export function writeBanlist(file: string, banlist: Banlist): void {
  writeFileAtomically(file, formatBanlist(banlist));
}

/** A name, free as yet, for a broken file: nothing that an operator wrote is lost. */
export function brokenBanlistName(file: string, nowMs: number): string {
  const stem = file.replace(/\.json$/, `.broken-${compactTime(nowMs)}`);
  for (let count = 1; ; count++) {
    const name = count === 1 ? `${stem}.json` : `${stem}-${count}.json`;
    if (!existsSync(name)) return name;
  }
}

/** Whether this is a name that `brokenBanlistName` gives. */
export function isBrokenBanlist(name: string): boolean {
  return /^Banlist\.broken-.*\.json$/.test(name);
}
