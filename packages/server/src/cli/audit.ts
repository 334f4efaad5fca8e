import { type AuditEntry, visibleJson, visibleText } from '@palatine/contract';
import { cutText } from '@palatine/world';
import { AUDIT_LINES } from '../data-folder/audit-lines.ts';
import type { DataPaths } from '../data-folder/data-folder.ts';
import type { AuditFilters } from '../store/audit-pages.ts';
import { readAuditPage } from '../store/world-readers.ts';
import {
  AUDIT_FILTER_FLAGS,
  AUDIT_FORMAT_FLAGS,
  auditFiltersOf,
  auditFormatOf,
  auditLimitOf,
} from './audit-flags.ts';
import { command } from './command.ts';
import { requireWorld } from './require-data-folder.ts';
import { columns, type Terminal } from './terminal.ts';

const PAGE = 500;
/** Longest summary in the table, in characters. */
const SHOWN_SUMMARY = 100;

export const audit = command(
  {
    name: 'audit',
    positionals: [],
    description: 'list who changed what, newest first, with or without a running server',
    flags: { ...AUDIT_FILTER_FLAGS, ...AUDIT_FORMAT_FLAGS },
    notes: [
      'It reads the world file. Several filters combine with AND. The table cuts long summaries; the other formats',
      'have every field. GET /v1/palatine/audit has the same for programs.',
    ],
  },
  ({ flags, data, terminal }) => {
    const filters = auditFiltersOf(flags);
    const format = auditFormatOf(flags.format, terminal.json);
    const limit = auditLimitOf(flags.limit, format);
    requireWorld(data);
    if (format !== 'table') printLines(terminal, format, newestFirst(data, filters, limit));
    else printTable(terminal, data, filters, limit);
    return 0;
  },
);

/** The entries that match, page by page. */
function* newestFirst(
  data: DataPaths,
  filters: AuditFilters,
  limit = Number.POSITIVE_INFINITY,
): Generator<AuditEntry> {
  let left = limit;
  for (let cursor: number | undefined; left > 0; ) {
    const query = { ...filters, limit: Math.min(PAGE, left) };
    const { Entries, Next } = readAuditPage(data, cursor === undefined ? query : { ...query, cursor });
    yield* Entries;
    if (Next === undefined) return;
    left -= Entries.length;
    cursor = Number(Next);
  }
}

function printLines(terminal: Terminal, format: 'csv' | 'jsonl', entries: Iterable<AuditEntry>): void {
  const { header, line } = AUDIT_LINES[format];
  if (header !== '') terminal.print(header.trimEnd());
  const visible = format === 'jsonl' ? visibleJson : visibleText; // a line of JSON stays one
  for (const entry of entries) terminal.print(visible(line(entry).trimEnd()));
}

function printTable(terminal: Terminal, data: DataPaths, filters: AuditFilters, limit = 0): void {
  // One more than is shown: whether there are more is worth a line.
  const found = [...newestFirst(data, filters, limit + 1)];
  const shown = found.slice(0, limit);
  const more = found.length > limit;
  terminal.printJson({ entries: shown, more });
  if (shown.length === 0) {
    const filtered = Object.keys(filters).length > 0;
    terminal.print(filtered ? 'No entry matches.' : 'The audit has no entries.');
  }
  terminal.print(...columns(shown.map(rowOf)));
  if (more) terminal.print(`There are more; --limit ${limit * 2} shows them, --format csv all.`);
}

function rowOf({ Time, Token, Route, Target, PlayerName, Outcome, Summary, Reason }: AuditEntry): string[] {
  const whom = PlayerName || Target.split(' ', 1)[0] || '-';
  return [`${Time.slice(0, 19)}Z`, Token, routeText(Route), whom, Outcome, textOf(Summary, Reason)];
}

/** `give/items` for `POST /v1/pdapi/give/items/:player_identifier`; a command of the operator as it is. */
function routeText(route: string): string {
  return route.replace(/^POST (\/v1\/(pdapi|palatine))?\//, '').replaceAll(/\/:\w+/g, '');
}

function textOf(summary: string, reason: string): string {
  const text =
    reason === '' || summary.includes(reason) ? summary : [summary, reason].filter(Boolean).join('; ');
  return cutText(text, SHOWN_SUMMARY);
}
