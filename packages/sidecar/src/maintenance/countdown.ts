import { type Clock, pause } from '@palatine/platform/clock';
import { counted } from '@palatine/platform/format';

const LOOK_EVERY_MS = 1000;

export interface CountdownOptions {
  /** The marks: so many seconds before the end, players are told. */
  readonly seconds: readonly number[];
  /** How long it lasts, in seconds; as long as the largest mark without it. */
  readonly lengthSeconds?: number | undefined;
  /** What players are told, with `{time}` for the time that is left, such as "5 minutes". */
  readonly message: string;
  readonly clock: Clock;
  /** How many players are online; undefined where that is not known. */
  playersOnline(): number | undefined;
  /** Tells the players. It may fail: the countdown goes on. */
  announce(text: string): Promise<unknown>;
  readonly onAnnounceError?: ((error: unknown) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Over: the time is over. NobodyOnline: there was nobody to wait for. Cancelled: by the signal. */
type CountdownEnd = 'Over' | 'NobodyOnline' | 'Cancelled';

/**
 * Counts down, and tells the players at once how much time is left, and again at each mark below that. Ends early
 * when it is known that nobody is online; an unknown number of players waits to the end. Waits for no announcement.
 */
export async function countdown(options: CountdownOptions): Promise<CountdownEnd> {
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

/** In seconds, the largest first: the whole length, and the marks below it. */
function marksOf(seconds: readonly number[], length: number): number[] {
  const below = seconds.filter((mark) => mark > 0 && mark < length);
  return [...new Set([length, ...below])].sort((one, other) => other - one);
}

/** Of several marks that have come at once, as after a pause of the machine, only the last is told. */
function announceDue(pending: number[], leftMs: number, options: CountdownOptions): void {
  let due: number | undefined;
  while (pending[0] !== undefined && pending[0] * 1000 >= leftMs) due = pending.shift();
  if (due === undefined) return;
  const words = timeInWords(due);
  const text = options.message.replaceAll('{time}', () => words);
  // Asynchronous, so that a throw is a rejection as well.
  const tell = async () => options.announce(text);
  tell().catch((error: unknown) => options.onAnnounceError?.(error));
}

const UNITS = [
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** A span of time as players read it: "5 minutes", "1 minute 30 seconds". Fractions of a second are dropped. */
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
