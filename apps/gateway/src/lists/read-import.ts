import { setImmediate as turn } from 'node:timers/promises';
import {
  FLEET_IMPORT_ENTRIES,
  type importFleetList,
  LIMITS,
  parseTime,
  parseUserId,
  parseWrittenUserId,
  Refusal,
  type RouteBody,
} from '@palatine/contract';
import { examineEntries, parseShape } from '@palatine/data-dir/banlist-file';
import type { ListSubject } from '@palatine/fleet/list-table';
import { canonicalAddress } from '@palatine/platform/address';
import { ConfigError } from '@palatine/platform/config-error';
import { parseJson } from '@palatine/platform/json';

export interface ImportedEntry {
  readonly subject: ListSubject;
  readonly reason: string;
  readonly expires?: string | undefined;
}

interface ParsedImport {
  readonly entries: readonly ImportedEntry[];
  /** `line`: number of a line or an entry, from 1. */
  readonly skipped: readonly { readonly line: number; readonly why: string }[];
}

/** Maximum lines of a text: twice as many as entries, for comments. */
const MAX_LINES = 2 * FLEET_IMPORT_ENTRIES;
/** An entry of a Banlist.json has two objects. */
const MAX_OBJECTS = 3 * MAX_LINES;
const NO_SUBJECT = 'neither a UserId nor a single address';
/** The latest time with a year of four digits. */
const LAST_MS = Date.UTC(9999, 11, 31);

/** Reads a Banlist.json, an exported list, or lines of a UserId or address and a reason. Rejects with VALIDATION_FAILED. */
export async function readImport({
  Text,
  Reason = '',
}: RouteBody<typeof importFleetList>): Promise<ParsedImport> {
  const { entries, skipped } = await parseText(Text.replace(/^\uFEFF/, '').trim());
  if (entries.length > FLEET_IMPORT_ENTRIES) {
    const message = `it has ${entries.length} entries; at most ${FLEET_IMPORT_ENTRIES} are imported at a time`;
    throw new Refusal('VALIDATION_FAILED', message);
  }
  return { entries: entries.map((entry) => ({ ...entry, reason: entry.reason || Reason })), skipped };
}

/** The subject of a UserId or an address; undefined for any other text. */
export function subjectOf(text: string): ListSubject | undefined {
  const isAddress = /^[0-9A-Fa-f:.]+$/.test(text) && /[.:]/.test(text); // most lines have none
  const address = isAddress ? canonicalAddress(text) : undefined;
  if (address !== undefined) return { Kind: 'IP', Id: address };
  const userId = parseUserId(text);
  return userId === undefined ? undefined : { Kind: 'User', Id: userId };
}

/** When an entry expires; undefined for never. Throws VALIDATION_FAILED for an invalid time. */
export function expiryOf(text: string | undefined): string | undefined {
  const end = text === undefined ? undefined : endOf(text);
  if (text === undefined || end !== undefined) return end;
  throw new Refusal('VALIDATION_FAILED', 'Expires must be a time of ISO 8601');
}

/** A time as entries spell it; undefined for an invalid one. */
function endOf(text: string): string | undefined {
  const ms = parseTime(text);
  return ms === undefined || ms < 0 || ms > LAST_MS ? undefined : new Date(ms).toISOString();
}

async function parseText(text: string): Promise<ParsedImport> {
  if (!text.startsWith('{')) return parseLines(text);
  if (text.split(/[[{]/, MAX_OBJECTS + 1).length > MAX_OBJECTS) throw tooLong();
  try {
    return await (parseExport(text) ?? parseBanlistText(text));
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new Refusal('VALIDATION_FAILED', error.message);
  }
}

function parseLines(text: string): Promise<ParsedImport> {
  const lines = text.split(/\r\n|\r|\n/, MAX_LINES + 1);
  return collect(lines, (line) => {
    const [, id = '', rest = ''] = /^([^\s,;#]+)[\s,;]*(.*)$/.exec(line.trim()) ?? [];
    if (id === '') return undefined;
    const isKey = /^[0-9a-f]{32}$/i.test(rest); // as the game writes it after a UserId
    return { subject: subjectOf(id), reason: isKey ? '' : rest.replace(/^#\s*/, '') };
  });
}

function parseExport(text: string): Promise<ParsedImport> | undefined {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch {
    return undefined; // the reader of a ban list says why
  }
  const { Bans } = value as { Bans?: unknown };
  if (!Array.isArray(Bans)) return undefined;
  return collect(Bans, (ban: unknown) => {
    const { Id, State, Reason, Expires } = (ban ?? {}) as Record<string, unknown>;
    if (State !== undefined && State !== 'Active') return undefined;
    const expires = typeof Expires === 'string' ? endOf(Expires) : undefined;
    return {
      subject: typeof Id === 'string' ? subjectOf(Id) : undefined,
      reason: typeof Reason === 'string' ? Reason : '',
      expires,
    };
  });
}

/** Throws a ConfigError. */
function parseBanlistText(text: string): Promise<ParsedImport> {
  const banlist = parseShape(text);
  examineEntries(banlist); // throws beyond the limits
  const entries = [
    ...banlist.UserEntries.map((entry) => ({ ...entry, id: entry.UserId })),
    ...banlist.IPEntries.map((entry) => ({ ...entry, id: entry.IP })),
  ];
  return collect(entries, ({ id, Active, BannedBy }) => {
    if (!Active) return undefined;
    const subject = typeof id === 'string' ? subjectOf(parseWrittenUserId(id) ?? id) : undefined;
    return { subject, reason: BannedBy.Reason };
  });
}

function tooLong(): Refusal {
  const message = `it has more than ${MAX_LINES} lines or entries; import it in parts`;
  return new Refusal('VALIDATION_FAILED', message);
}

/** Lines that are read in one turn of the event loop: up to 10 ms. */
const TURN_LINES = 500;

/** The entries of some lines; `entryOf` returns undefined for an empty line. The first of two for one subject wins. */
async function collect<Line>(
  lines: readonly Line[],
  entryOf: (
    line: Line,
  ) => (Omit<ImportedEntry, 'subject'> & { subject: ListSubject | undefined }) | undefined,
): Promise<ParsedImport> {
  if (lines.length > MAX_LINES) throw tooLong();
  const entries = new Map<string, ImportedEntry>();
  const skipped: ParsedImport['skipped'][number][] = [];
  for (const [index, line] of lines.entries()) {
    if (index % TURN_LINES === TURN_LINES - 1) await turn();
    const entry = entryOf(line);
    if (entry === undefined) continue;
    const { subject, reason, expires } = entry;
    if (subject === undefined) {
      skipped.push({ line: index + 1, why: NO_SUBJECT });
      continue;
    }
    const key = `${subject.Kind} ${subject.Id}`;
    const imported = { subject, reason: reason.trim().slice(0, LIMITS.reasonChars), expires };
    if (!entries.has(key)) entries.set(key, imported);
  }
  return { entries: [...entries.values()], skipped };
}
