import { LIMITS } from './limits.ts';

/** A GUID as the service prints it: `XXXXXXXX-XXXXXXXX-XXXXXXXX-XXXXXXXX`, upper case. */
export type Guid = string;

/** `<platform>_<account id>`, such as `steam_76561198000000001`. Compared exactly. */
export type UserId = string;

export const ZERO_GUID: Guid = '00000000-00000000-00000000-00000000';

/** Whether a text is longer than any identifier, and so matches nothing. */
export function isTooLongForId(text: string): boolean {
  return text.length > LIMITS.idChars;
}

const FOUR_BY_EIGHT = /^[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{8}$/i;
const STANDARD = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** As in the name of a player file. */
const PLAIN = /^[0-9a-f]{32}$/i;
/** As .NET and many databases print a GUID. */
const IN_BRACES = /^\{(.*)\}$/;

/** Parses a GUID in any spelling (docs/api.md#identifiers); undefined for any other text. */
export function parseGuid(text: string): Guid | undefined {
  if (isTooLongForId(text)) return undefined;
  const bare = IN_BRACES.exec(text)?.[1] ?? text;
  if (FOUR_BY_EIGHT.test(bare)) return bare.toUpperCase();
  if (!STANDARD.test(bare) && !PLAIN.test(bare)) return undefined;
  const digits = bare.replaceAll('-', '').toUpperCase();
  return `${digits.slice(0, 8)}-${digits.slice(8, 16)}-${digits.slice(16, 24)}-${digits.slice(24)}`;
}

/** Platforms seen: steam, gdk (Xbox), ps5, mac. Any lower-case word is accepted; the account id is printable ASCII. */
const USER_ID = /^[a-z][a-z0-9]{0,31}_[!-~]{1,128}$/;

export function isUserId(text: string): boolean {
  return !isTooLongForId(text) && USER_ID.test(text);
}

/** A SteamID64, the account id of a `steam_` UserId. */
const STEAM_ID = /^7656119\d{10}$/;

/** The UserId of a bare SteamID64; undefined for any other text. */
export function steamUserId(text: string): UserId | undefined {
  return STEAM_ID.test(text) ? `steam_${text}` : undefined;
}

/** Parses a UserId, also from its SteamID64 alone. Undefined for any other text. */
export function parseUserId(text: string): UserId | undefined {
  return steamUserId(text) ?? (isUserId(text) ? text : undefined);
}

/** A UserId as people write it: with blanks, capitals, or as a bare SteamID64. Undefined for others. */
export function parseWrittenUserId(text: string): UserId | undefined {
  const trimmed = text.trim();
  const lowerCase = trimmed.replace(/^[^_]*/, (platform) => platform.toLowerCase());
  return parseUserId(lowerCase);
}
