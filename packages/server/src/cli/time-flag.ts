import { parseTime } from '@palatine/contract';
import { UsageError } from '../data-folder/config-error.ts';

export const UNTIL_FLAG = {
  value: 'TIME',
  description: 'when it ends by itself, such as 2027-01-31 or 2027-01-31T18:00Z (default: never)',
} as const;

const EXAMPLES = '2026-11-22, 2026-11-22T10:00:00Z or 2026-11-22T10:00:00+01:00';

/** The day or time that was typed, in ms since 1970; undefined for none. Throws a UsageError that names the flag. */
export function timeOf(flag: string, typed: string | undefined): number | undefined {
  if (typed === undefined) return undefined;
  const atMs = parseTime(typed);
  if (atMs !== undefined) return atMs;
  throw new UsageError(`${flag} must be a day or a time of ISO 8601, such as ${EXAMPLES}, not "${typed}"`);
}

/** The time of `--until` as ISO 8601 in UTC. Throws a UsageError. */
export function untilOf(typed: string | undefined): string | undefined {
  const atMs = timeOf('--until', typed);
  return atMs === undefined ? undefined : new Date(atMs).toISOString();
}
