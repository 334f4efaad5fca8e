import { renameSync } from 'node:fs';
import type { Banlist } from '@palatine/contract';
import { Issuer } from '@palatine/contract';
import Type from 'typebox';
import { writeFileAtomically } from './atomic-write.ts';
import { compactTime } from './compact-time.ts';
import { ConfigError } from './config-error.ts';
import { fileSchema } from './file-schema.ts';
import { readTextFile } from './read-file.ts';
import { formatJson, parseJson } from './read-json.ts';

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

/** Reads Banlist.json; a missing file is an empty list. Throws a ConfigError that says what is wrong. */
export function readBanlist(file: string, bannedMessage: string): Banlist {
  const text = readTextFile(file);
  return text === undefined ? emptyBanlist(bannedMessage) : parseBanlist(text);
}

/** Parses the text of a Banlist.json. Throws a ConfigError. */
export function parseBanlist(text: string): Banlist {
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

/** Writes Banlist.json; durable on return. @returns the text written. */
export function writeBanlist(file: string, banlist: Banlist): string {
  const text = formatJson(banlist);
  writeFileAtomically(file, text);
  return text;
}

/** Renames a broken file, so that nothing an operator wrote is lost. @returns its new path. */
export function putAsideBrokenBanlist(file: string, nowMs: number): string {
  const aside = file.replace(/\.json$/, `.broken-${compactTime(nowMs)}.json`);
  renameSync(file, aside);
  return aside;
}

/** Whether this is the name of a file that `putAsideBrokenBanlist` has renamed. */
export function isBrokenBanlist(name: string): boolean {
  return /^Banlist\.broken-.*\.json$/.test(name);
}
