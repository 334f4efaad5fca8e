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
import { assertWithinBounds, examineEntries, parseShape } from '@palatine/data-dir/banlist-file';
import type { ListSubject } from '@palatine/fleet';
import { ConfigError } from '@palatine/platform/config-error';
import { canonicalAddress } from '@palatine/world';

/** An entry that is to be put on a list. */
export interface ImportedEntry {
  readonly subject: ListSubject;
  readonly reason: string;
  readonly expires?: string | undefined;
}

interface ParsedImport {
  readonly entries: readonly ImportedEntry[];
  /** `line`: of a text, or the number of an entry; from 1. */
  readonly skipped: readonly { readonly line: number; readonly why: string }[];
}

/** Of a text: with comments twice as many as entries. */
const MAX_LINES = 2 * FLEET_IMPORT_ENTRIES;
const NO_SUBJECT = 'neither a UserId nor an address';
/** The last moment that a text with a year of four digits tells. */
const LAST_MS = Date.UTC(9999, 11, 31);

/** Reads a Banlist.json, an exported list, or lines of a UserId or address and a reason. Throws VALIDATION_FAILED. */
export function readImport({ Text, Reason = '' }: RouteBody<typeof importFleetList>): ParsedImport {
  const { entries, skipped } = parseText(Text.replace(/^\uFEFF/, '').trim());
  if (entries.length > FLEET_IMPORT_ENTRIES) {
    const message = `it holds ${entries.length} entries, at most ${FLEET_IMPORT_ENTRIES} are imported at a time`;
    throw new Refusal('VALIDATION_FAILED', message);
  }
  return { entries: entries.map((entry) => ({ ...entry, reason: entry.reason || Reason })), skipped };
}

/** The subject of a UserId or an address; undefined for any other text. */
export function subjectOf(text: string): ListSubject | undefined {
  const isAddress = /^[0-9A-Fa-f:.]+$/.test(text) && /[.:]/.test(text); // most lines of a text are none
  const address = isAddress ? canonicalAddress(text) : undefined;
  if (address !== undefined) return { Kind: 'IP', Id: address };
  const userId = parseUserId(text);
  return userId === undefined ? undefined : { Kind: 'User', Id: userId };
}

/** When an entry ends; undefined for never. Throws VALIDATION_FAILED for a text that is no time. */
export function expiryOf(text: string | undefined): string | undefined {
  const end = text === undefined ? undefined : endOf(text);
  if (text === undefined || end !== undefined) return end;
  throw new Refusal('VALIDATION_FAILED', 'Expires is no time of ISO 8601');
}

/** When an entry ends, as entries spell it; undefined for a text that is no time. */
function endOf(text: string): string | undefined {
  const ms = parseTime(text);
  return ms === undefined || ms < 0 || ms > LAST_MS ? undefined : new Date(ms).toISOString();
}

function parseText(text: string): ParsedImport {
  if (!text.startsWith('{')) return parseLines(text);
  try {
    return parseExport(text) ?? parseBanlistText(text);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new Refusal('VALIDATION_FAILED', error.message);
  }
}

function parseLines(text: string): ParsedImport {
  const lines = text.split(/\r\n|\r|\n/, MAX_LINES + 1);
  if (lines.length > MAX_LINES) {
    throw new Refusal('VALIDATION_FAILED', `the text has more than ${MAX_LINES} lines; import it in parts`);
  }
  return collect(lines, (line) => {
    const [, id = '', rest = ''] = /^([^\s,;#]+)[\s,;]*(.*)$/.exec(line.trim()) ?? [];
    if (id === '') return undefined;
    const isKey = /^[0-9a-f]{32}$/i.test(rest); // as the game writes it after a UserId
    return { subject: subjectOf(id), reason: isKey ? '' : rest.replace(/^#\s*/, '') };
  });
}

/** Undefined for what is no export. */
function parseExport(text: string): ParsedImport | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
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

/** Throws a ConfigError that says what is wrong. */
function parseBanlistText(text: string): ParsedImport {
  const banlist = parseShape(text);
  assertWithinBounds(examineEntries(banlist).banlist);
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

/** The entries of some lines; undefined for one that says nothing. The first of two for one subject counts. */
function collect<Line>(
  lines: readonly Line[],
  entryOf: (
    line: Line,
  ) => (Omit<ImportedEntry, 'subject'> & { subject: ListSubject | undefined }) | undefined,
): ParsedImport {
  const entries = new Map<string, ImportedEntry>();
  const skipped: ParsedImport['skipped'][number][] = [];
  for (const [index, line] of lines.entries()) {
    const entry = entryOf(line);
    if (entry === undefined) continue;
    const { subject, reason, expires } = entry;
    if (subject === undefined) {
      skipped.push({ line: index + 1, why: NO_SUBJECT });
      continue;
    }
    const key = `${subject.Kind} ${subject.Id}`;
    const kept = { subject, reason: reason.trim().slice(0, LIMITS.reasonChars), expires };
    if (!entries.has(key)) entries.set(key, kept);
  }
  return { entries: [...entries.values()], skipped };
}
