import { existsSync } from 'node:fs';
import type { Banlist } from '@palatine/contract';
import { Issuer } from '@palatine/contract';
import Type from 'typebox';
import { writeFileAtomically } from './atomic-write.ts';
import { BANLIST_BOUNDS, excessOf } from './banlist-bounds.ts';
import { formatBanlist } from './banlist-text.ts';
import { compactTime } from './compact-time.ts';
import { ConfigError } from './config-error.ts';
import { fileSchema } from './file-schema.ts';
import { readTextFile } from './read-file.ts';
import { parseJson } from './read-json.ts';

export const BANLIST = 'Banlist.json';

// The contract's shape, except that a hand edit may add keys anywhere.
const AnyIssuer = Type.Object(Issuer.properties);
const entry = { Active: Type.Boolean(), BannedBy: AnyIssuer, UnbannedBy: Type.Optional(AnyIssuer) };
const check = fileSchema(
  Type.Object({
    Version: Type.Integer(),
    BannedMessage: Type.String(),
    UserEntries: Type.Array(Type.Object({ UserId: Type.String(), ...entry })),
    IPEntries: Type.Array(Type.Object({ IP: Type.String(), ...entry })),
  }),
);

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
  const text = readBanlistText(file);
  return text === undefined ? emptyBanlist(bannedMessage) : parseBanlist(text);
}

/** The text of Banlist.json; undefined where there is none. Throws an UnreadableFileError. */
export function readBanlistText(file: string): string | undefined {
  return readTextFile(file, BANLIST_BOUNDS.fileBytes);
}

/** Parses the text of a Banlist.json that is within its bounds. Throws a ConfigError. */
export function parseBanlist(text: string): Banlist {
  const banlist = parseShape(text);
  assertWithinBounds(banlist);
  return banlist;
}

/** Parses the text of a Banlist.json of any length. Throws a ConfigError. */
export function parseShape(text: string): Banlist {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    throw new ConfigError(`${BANLIST}: not JSON: ${(error as Error).message}`, { cause: error });
  }
  const checked = check(value);
  if (checked.errors) throw new ConfigError(`${BANLIST}: ${checked.errors.slice(0, 5).join('; ')}`);
  return checked.value;
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
