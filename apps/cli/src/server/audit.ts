import { type AuditEntry, visibleJson, visibleText } from '@palatine/contract';
import type { AuditFilters } from '@palatine/contract/audit-records';
import type { DataPaths } from '@palatine/data-dir/data-folder';
import { readAuditPage } from '@palatine/engine/world-readers';
import { UsageError } from '@palatine/platform/config-error';
import { AUDIT_LINES } from '@palatine/platform/export-lines';
import { command, requireWorld } from '../command/command.ts';
import { choiceOf, type FlagValues, timeOf, wholeNumberOf } from '../command/flags.ts';
import { answerLines, type Terminal } from '../command/terminal.ts';
import * as words from '../texts/commands.ts';

const DEFAULT_LIMIT = 20;
const FORMATS = ['table', 'csv', 'jsonl'] as const;

const MAX_LIMIT = 10_000;
/** Fields of the table. */
const FIELDS = ['Time', 'Token', 'Route', 'Target', 'PlayerName', 'Outcome', 'Summary', 'Reason'];
const PAGE = 500;

export const audit = command('audit', {
  ...words.audit,
  flags: {
    ...words.AUDIT_FILTER_FLAGS,
    'limit N': `show at most N entries, 1 to ${MAX_LIMIT} (default ${DEFAULT_LIMIT}; csv and jsonl: all)`,
    'format FORMAT': 'table (default), csv, or jsonl: one JSON value on each line',
  },
  run({ flags, data, terminal }) {
    const filters = auditFiltersOf(flags);
    const format = choiceOf('--format', flags.format, FORMATS) ?? 'table';
    if (terminal.json && flags.format !== undefined) {
      throw new UsageError('audit: --json prints one JSON value and takes no --format');
    }
    const byDefault = format === 'table' ? DEFAULT_LIMIT : undefined;
    const limit = flags.limit ? wholeNumberOf('audit: --limit', flags.limit, MAX_LIMIT) : byDefault;
    requireWorld(data);
    if (format !== 'table') printLines(terminal, format, newestFirst(data, filters, limit));
    else printTable(terminal, data, filters, limit);
  },
});

function* newestFirst(data: DataPaths, filters: AuditFilters, limit = Number.POSITIVE_INFINITY) {
  let remaining = limit;
  for (let cursor: number | undefined; remaining > 0; ) {
    const query = { ...filters, limit: Math.min(PAGE, remaining) };
    const { Entries, Next } = readAuditPage(data, cursor === undefined ? query : { ...query, cursor });
    yield* Entries;
    if (Next === undefined) return;
    remaining -= Entries.length;
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
  // One more than is printed, to know whether there are more.
  const entries = [...newestFirst(data, filters, limit + 1)];
  const listed = entries.slice(0, limit);
  const more = entries.length > limit;
  const empty = Object.keys(filters).length > 0 ? 'No entry matches.' : 'The audit has no entries.';
  const lines = listed.length > 0 ? answerLines({ listed }, FIELDS) : [empty];
  terminal.show({ entries: listed, more }, ...lines);
  if (more) terminal.print(`There are more; --limit ${limit * 2} shows them, --format csv all.`);
}

function auditFiltersOf(flags: FlagValues<typeof words.AUDIT_FILTER_FLAGS>): AuditFilters {
  const { token, route, target, player, outcome, ip, text, from, to } = flags;
  const times = { fromMs: timeOf('--from', from), toMs: timeOf('--to', to) };
  const filters = { token, route, target, player, outcome, ip, text, ...times };
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
}
