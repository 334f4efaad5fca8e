import {
  FLEET_IMPORT_ENTRIES,
  LIMITS,
  parseTime,
  parseUserId,
  parseWrittenUserId,
  Refusal,
} from '@palatine/contract';
import type { ListSubject } from '@palatine/fleet';
import { canonicalAddress } from '@palatine/world';
import { assertWithinBounds, examineEntries, parseShape } from '../../data-folder/banlist-file.ts';
import { ConfigError } from '../../data-folder/config-error.ts';

/** The content of an import: one of the first two. */
export interface ImportSource {
  readonly Entries?: readonly NamedEntry[] | undefined;
  readonly Text?: string | undefined;
  /** For entries that bring none. */
  readonly Reason?: string | undefined;
  readonly Expires?: string | undefined;
}

/** An entry that is to be put on a list. */
export interface ImportedEntry {
  readonly subject: ListSubject;
  readonly reason: string;
  readonly expires?: string | undefined;
}

interface SkippedEntry {
  /** Line of a text, or number of an entry; from 1. */
  readonly line: number;
  readonly why: string;
}

interface ParsedImport {
  readonly entries: readonly ImportedEntry[];
  readonly skipped: readonly SkippedEntry[];
}

/** An entry as requests and exports spell it. */
interface NamedEntry {
  readonly UserId?: string | undefined;
  readonly IP?: string | undefined;
  readonly Reason?: string | undefined;
  readonly Expires?: string | undefined;
}

/** Reads the entries of an import. Throws VALIDATION_FAILED. */
export function readImport(source: ImportSource): ParsedImport {
  const { Reason = '' } = source;
  const end = expiryOf(source.Expires);
  const { entries, skipped } = parseSource(source);
  if (entries.length > FLEET_IMPORT_ENTRIES) {
    throw new Refusal(
      'VALIDATION_FAILED',
      `it holds ${entries.length} entries, at most ${FLEET_IMPORT_ENTRIES} are imported at a time`,
    );
  }
  return {
    entries: entries.map(({ subject, reason, expires = end }) => ({
      subject,
      reason: reason || Reason,
      expires,
    })),
    skipped,
  };
}

function parseSource({ Entries, Text }: ImportSource): ParsedImport {
  if ((Entries === undefined) === (Text === undefined)) {
    throw new Refusal('VALIDATION_FAILED', 'the body has to have either Entries or Text');
  }
  if (Entries !== undefined) return parseEntries(Entries);
  try {
    return parseText(Text ?? '');
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new Refusal('VALIDATION_FAILED', error.message);
  }
}

/** The subject of a UserId or an address; undefined for any other text. */
export function subjectOf(text: string): ListSubject | undefined {
  const address = text.includes('%') ? undefined : canonicalAddress(text);
  if (address !== undefined) return { Kind: 'IP', Id: address };
  const userId = parseUserId(text);
  return userId === undefined ? undefined : { Kind: 'User', Id: userId };
}

/** The subject of an entry that names either a user or an address; else why it is none. */
export function namedSubject({ UserId, IP }: NamedEntry): ListSubject | string {
  if ((UserId === undefined) === (IP === undefined)) return 'has to name either a UserId or an IP';
  const subject = subjectOf(UserId ?? IP ?? '');
  const kind = UserId === undefined ? 'IP' : 'User';
  if (subject?.Kind === kind) return subject;
  return kind === 'IP' ? 'IP is no IPv4 or IPv6 address' : 'UserId is none, such as steam_76561198000000000';
}

function parseEntries(named: readonly NamedEntry[]): ParsedImport {
  return collect(
    named.map((entry) => {
      const subject = namedSubject(entry);
      if (typeof subject === 'string') return subject;
      const expires = entry.Expires === undefined ? undefined : endOf(entry.Expires);
      if (entry.Expires !== undefined && expires === undefined) return NO_TIME;
      return { subject, reason: entry.Reason ?? '', expires };
    }),
  );
}

const NO_TIME = 'Expires is no time of ISO 8601';
/** The last moment that a text with a year of four digits tells. */
const LAST_MS = Date.UTC(9999, 11, 31);

/** When an entry ends; undefined for never. Throws VALIDATION_FAILED for a text that is no time. */
export function expiryOf(text: string | undefined): string | undefined {
  const end = text === undefined ? undefined : endOf(text);
  if (text !== undefined && end === undefined) throw new Refusal('VALIDATION_FAILED', NO_TIME);
  return end;
}

/** When an entry ends, as entries spell it; undefined for a text that is no time. */
function endOf(text: string): string | undefined {
  const ms = parseTime(text);
  return ms === undefined || ms < 0 || ms > LAST_MS ? undefined : new Date(ms).toISOString();
}

/** Reads a Banlist.json, an exported list, or lines of a UserId or address and a reason. */
function parseText(text: string): ParsedImport {
  const trimmed = text.replace(/^\uFEFF/, '').trim();
  if (!trimmed.startsWith('{')) return parseLines(trimmed);
  return parseExport(trimmed) ?? parseBanlistText(trimmed);
}

function parseLines(text: string): ParsedImport {
  return collect(
    text.split(/\r\n|\r|\n/).map((line) => {
      const [, id = '', rest = ''] = /^([^\s,;#]+)[\s,;]*(.*)$/.exec(line.trim()) ?? [];
      if (id === '') return undefined;
      const subject = subjectOf(id);
      if (subject === undefined) return 'neither a UserId nor an address';
      const isKey = /^[0-9a-f]{32}$/i.test(rest); // as the game writes it after a UserId
      return { subject, reason: isKey ? '' : reasonOf(rest.replace(/^#\s*/, '')) };
    }),
  );
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
  return collect(
    Bans.map((ban: unknown) => {
      const { Id, State, Reason, Expires } = (ban ?? {}) as Record<string, unknown>;
      if (State !== undefined && State !== 'Active') return undefined;
      const subject = typeof Id === 'string' ? subjectOf(Id) : undefined;
      if (subject === undefined) return 'neither a UserId nor an address';
      const expires = typeof Expires === 'string' ? endOf(Expires) : undefined;
      return { subject, reason: typeof Reason === 'string' ? reasonOf(Reason) : '', expires };
    }),
  );
}

/** Throws a ConfigError that says what is wrong. */
function parseBanlistText(text: string): ParsedImport {
  const banlist = parseShape(text);
  assertWithinBounds(examineEntries(banlist).banlist);
  const entries = [
    ...banlist.UserEntries.map((entry) => ({ ...entry, id: entry.UserId })),
    ...banlist.IPEntries.map((entry) => ({ ...entry, id: entry.IP })),
  ];
  return collect(
    entries.map(({ id, Active, BannedBy }) => {
      if (!Active) return undefined;
      const subject = typeof id === 'string' ? subjectOf(parseWrittenUserId(id) ?? id) : undefined;
      return subject === undefined
        ? 'neither a UserId nor an address'
        : { subject, reason: reasonOf(BannedBy.Reason) };
    }),
  );
}

function reasonOf(text: string): string {
  return text.trim().slice(0, LIMITS.reasonChars);
}

/** Entries, why there is none, or undefined for what says nothing, each at its line. The first of two for one subject counts. */
function collect(lines: readonly (ImportedEntry | string | undefined)[]): ParsedImport {
  const entries = new Map<string, ImportedEntry>();
  const skipped: SkippedEntry[] = [];
  for (const [index, line] of lines.entries()) {
    if (line === undefined) continue;
    if (typeof line === 'string') skipped.push({ line: index + 1, why: line });
    else {
      const key = `${line.subject.Kind} ${line.subject.Id}`;
      if (!entries.has(key)) entries.set(key, line);
    }
  }
  return { entries: [...entries.values()], skipped };
}
