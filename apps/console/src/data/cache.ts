import { onSignOut } from '../session/session.ts';

/** A value that a page has shown, and when it was read and left, in ms since 1970. */
interface Kept {
  readonly value: unknown;
  readonly readAtMs: number;
  readonly leftAtMs: number;
}

/** A page that was left at most this long ago shows what it had at once. */
const KEPT_MS = 60_000;
/** Maximum of values, of the pages that were left last. */
const MAX_KEPT = 40;

const kept = new Map<string, Kept>();

onSignOut(() => kept.clear());

/** Keeps a value of a page that is being left; `key`: the route and its input. */
export function keep(key: string, value: unknown, readAtMs: number, leftAtMs = Date.now()): void {
  kept.delete(key);
  kept.set(key, { value, readAtMs, leftAtMs });
  const [oldest] = kept.keys();
  if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
}

/** The value of a page that was left less than a minute ago; its reader vouches for the type of the key. */
export function keptValue<T>(key: string, nowMs = Date.now()): { value: T; readAtMs: number } | undefined {
  const found = kept.get(key);
  if (found === undefined || nowMs - found.leftAtMs > KEPT_MS) return undefined;
  return { value: found.value as T, readAtMs: found.readAtMs };
}
