import { UsageError } from '../data-folder/config-error.ts';
import type { FlagValues } from '../service/flags.ts';
import type { AuditFilters } from '../store/audit-pages.ts';
import { choiceOf } from './choice.ts';
import { timeOf } from './time-flag.ts';
import { parseWholeNumber } from './whole-number.ts';

const SHOWN = 20;
const MOST_SHOWN = 10_000;

export const AUDIT_FILTER_FLAGS = {
  token: { value: 'NAME', description: 'writes with this token; palatine for commands of the operator' },
  route: { value: 'ROUTE', description: 'the beginning of a route or of one of its parts: ban, give/items' },
  target: { value: 'TEXT', description: 'the beginning of the target, as the caller named it' },
  player: {
    value: 'PLAYER',
    description: 'PlayerUID, UserId or name of the player, at the time of the write',
  },
  outcome: { value: 'OUTCOME', description: 'OK, or an error code such as PLAYER_NOT_FOUND' },
  ip: { value: 'ADDRESS', description: 'address of the caller' },
  text: { value: 'TEXT', description: 'a part of the summary, the reason or the target, in any case' },
  from: { value: 'TIME', description: 'from this time on: 2026-11-22 or 2026-11-22T10:00:00Z' },
  to: { value: 'TIME', description: 'before this time; both are UTC unless they have an offset' },
} as const;

export const AUDIT_FORMAT_FLAGS = {
  limit: {
    value: 'N',
    description: `show at most so many, 1 to ${MOST_SHOWN} (default ${SHOWN}; csv and jsonl: all)`,
  },
  format: { value: 'FORMAT', description: 'table (default), csv, or jsonl: one JSON value on each line' },
} as const;

const FORMATS = ['table', 'csv', 'jsonl'] as const;
export type AuditTextFormat = (typeof FORMATS)[number];

export function auditFiltersOf(flags: FlagValues<typeof AUDIT_FILTER_FLAGS>): AuditFilters {
  const { from, to, ...others } = flags;
  const [fromMs, toMs] = [timeOf('--from', from), timeOf('--to', to)];
  const { token, route, target, player, outcome, ip, text } = others;
  return {
    ...(token === undefined ? {} : { token }),
    ...(route === undefined ? {} : { route }),
    ...(target === undefined ? {} : { target }),
    ...(player === undefined ? {} : { player }),
    ...(outcome === undefined ? {} : { outcome }),
    ...(ip === undefined ? {} : { ip }),
    ...(text === undefined ? {} : { text }),
    ...(fromMs === undefined ? {} : { fromMs }),
    ...(toMs === undefined ? {} : { toMs }),
  };
}

export function auditFormatOf(typed: string | undefined, json: boolean): AuditTextFormat {
  const format = choiceOf('--format', typed, FORMATS) ?? 'table';
  if (json && typed !== undefined) {
    throw new UsageError('audit: --json prints one JSON value and takes no --format');
  }
  return format;
}

/** How many entries to show; undefined for all. */
export function auditLimitOf(typed: string | undefined, format: AuditTextFormat): number | undefined {
  if (typed === undefined) return format === 'table' ? SHOWN : undefined;
  const limit = parseWholeNumber(typed, MOST_SHOWN);
  if (limit !== undefined) return limit;
  throw new UsageError(`audit: --limit "${typed}" must be a whole number from 1 to ${MOST_SHOWN}`);
}
