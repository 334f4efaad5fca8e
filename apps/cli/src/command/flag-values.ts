import { parseTime } from '@palatine/contract/parse-time';
import { UsageError } from '@palatine/platform/config-error';

/** Matches a value in any case; undefined for none. Throws a UsageError that names the flag. */
export function choiceOf<const T extends string>(
  flag: string,
  typed: string | undefined,
  values: readonly T[],
): T | undefined {
  if (typed === undefined) return undefined;
  const match = values.find((value) => value.toLowerCase() === typed.toLowerCase());
  if (match !== undefined) return match;
  const choices = values.length > 2 ? `one of ${values.join(', ')}` : values.join(' or ');
  throw new UsageError(`${flag} must be ${choices}, not "${typed}"`);
}

/** Splits values at commas; the flag may also be repeated. */
export function separated(typed: readonly string[] = []): string[] {
  return typed.flatMap((text) => text.split(',')).filter(Boolean);
}

export const UNTIL_FLAG = {
  value: 'TIME',
  description: 'when it expires, such as 2027-01-31 or 2027-01-31T18:00Z (default: never)',
} as const;

const EXAMPLES = '2026-11-22, 2026-11-22T10:00:00Z or 2026-11-22T10:00:00+01:00';

/** A day or time in ms since 1970; undefined for none. Throws a UsageError that names the flag. */
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

/** A whole number from 1 to `max`, in decimal digits. Throws a UsageError that names the flag. */
export function wholeNumberOf(flag: string, typed: string, max: number): number {
  const isShort = /^[0-9]+$/.test(typed) && typed.length <= String(max).length;
  if (isShort && Number(typed) >= 1 && Number(typed) <= max) return Number(typed);
  throw new UsageError(`${flag} must be a whole number from 1 to ${max}, not "${typed}"`);
}
