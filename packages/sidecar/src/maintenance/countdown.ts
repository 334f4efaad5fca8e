import { type Clock, pause } from '@palatine/platform/clock';
import { counted } from '@palatine/platform/format';

const LOOK_EVERY_MS = 1000;

export interface CountdownOptions {
  /** Marks, in seconds before the end, at which players are warned. */
  readonly seconds: readonly number[];
  /** Length in seconds; by default the largest mark. */
  readonly lengthSeconds?: number | undefined;
  /** Message for players, with `{time}` for the time left, such as "5 minutes". */
  readonly message: string;
  readonly clock: Clock;
  /** Number of players online; undefined if unknown. */
  playersOnline(): number | undefined;
  /** Warns the players. A failure does not stop the countdown. */
  announce(text: string): Promise<unknown>;
  readonly onAnnounceError?: ((error: unknown) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Counts down, and warns the players at once and at each mark. Ends early only if certainly nobody is online. */
export async function countdown(options: CountdownOptions): Promise<'Over' | 'NobodyOnline' | 'Cancelled'> {
  const { clock, signal } = options;
  const lengthMs = 1000 * (options.lengthSeconds ?? Math.max(0, ...options.seconds));
  const endMs = clock.elapsed() + lengthMs;
  const pending = marksOf(options.seconds, lengthMs / 1000);
  for (;;) {
    if (signal?.aborted === true) return 'Cancelled';
    const leftMs = endMs - clock.elapsed();
    if (leftMs <= 0) return 'Over';
    if (options.playersOnline() === 0) return 'NobodyOnline';
    announceDue(pending, leftMs, options);
    const untilMarkMs = leftMs - (pending[0] ?? 0) * 1000;
    await pause(clock, Math.min(LOOK_EVERY_MS, leftMs, untilMarkMs), signal);
  }
}

/** In seconds, largest first: the whole length, and the marks below it. */
function marksOf(seconds: readonly number[], length: number): number[] {
  const below = seconds.filter((mark) => mark > 0 && mark < length);
  return [...new Set([length, ...below])].sort((one, other) => other - one);
}

/** Announces only the last of several due marks, as after a pause of the machine. */
function announceDue(pending: number[], leftMs: number, options: CountdownOptions): void {
  let due: number | undefined;
  while (pending[0] !== undefined && pending[0] * 1000 >= leftMs) due = pending.shift();
  if (due === undefined) return;
  const words = timeInWords(due);
  const text = options.message.replaceAll('{time}', () => words);
  // Asynchronous, so that a throw becomes a rejection.
  const announce = async () => options.announce(text);
  announce().catch((error: unknown) => options.onAnnounceError?.(error));
}

const UNITS = [
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** A duration for players: "5 minutes", "1 minute 30 seconds". Fractions of a second are dropped. */
export function timeInWords(seconds: number): string {
  let left = Math.max(0, Math.floor(seconds));
  const parts: string[] = [];
  for (const [name, size] of UNITS) {
    const count = Math.floor(left / size);
    left -= count * size;
    if (count > 0) parts.push(counted(count, name));
  }
  return parts.join(' ') || '0 seconds';
}
