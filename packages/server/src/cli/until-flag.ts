import { parseTime } from '@palatine/contract';
import { UsageError } from '../data-folder/config-error.ts';

export const UNTIL_FLAG = {
  value: 'TIME',
  description: 'when it ends by itself, such as 2027-01-31 or 2027-01-31T18:00Z (default: never)',
} as const;

/** The time as ISO 8601 in UTC. Throws a UsageError. */
export function readUntil(typed: string | undefined): string | undefined {
  if (typed === undefined) return undefined;
  const atMs = parseTime(typed);
  if (atMs !== undefined) return new Date(atMs).toISOString();
  throw new UsageError(`--until must be a day or a time of ISO 8601, such as 2027-01-31, not "${typed}"`);
}
