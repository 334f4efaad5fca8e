import assert from 'node:assert/strict';
import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises';

/** Longer than any wait on a machine under load, shorter than what the runner takes for a hang. */
const MAX_MS = 240_000;
/** How often it asks without a pause, for what happens at once. */
const TURNS = 20;
/** Asking more often would take the processor from what it waits for. Pauses grow by 1 ms. */
const PAUSE_MS = { min: 5, max: 40 };

/** Waits for a thread, a socket or a process; never for a clock of ours, which a test moves itself. */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  longestMs = MAX_MS,
): Promise<void> {
  const end = performance.now() + longestMs;
  for (let tries = 0; !(await holds()); tries++) {
    assert.ok(performance.now() < end, `${what} does not come true`);
    await (tries < TURNS ? turn() : delay(Math.min(PAUSE_MS.min + tries - TURNS, PAUSE_MS.max)));
  }
}
