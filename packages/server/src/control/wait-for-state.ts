import type { Clock } from '../game/clock.ts';
import { pause } from '../game/pause.ts';
import type { ProcessState } from './control.ts';

const LOOK_EVERY_MS = 500;

/**
 * Looks again and again until the server is in a state, at least once.
 * @returns whether it came to be within the time
 */
export async function waitForState(
  read: () => Promise<ProcessState>,
  wanted: ProcessState,
  clock: Clock,
  timeoutMs: number,
): Promise<boolean> {
  const endMs = clock.elapsed() + timeoutMs;
  for (;;) {
    if ((await read()) === wanted) return true;
    const leftMs = endMs - clock.elapsed();
    if (leftMs <= 0) return false;
    await pause(clock, Math.min(LOOK_EVERY_MS, leftMs));
  }
}
