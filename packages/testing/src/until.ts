import assert from 'node:assert/strict';
import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises';

/** Longer than any wait on a machine under load, shorter than what the runner takes for a hang. */
const MAX_MS = 240_000;
/** How often it asks without a pause, for what happens at once. */
const TURNS = 20;
/** Asking without a pause for longer would take the processor from what it waits for. */
const PAUSE_MS = 5;

/** Waits for a thread, a socket or a process; never for a clock of ours, which a test moves itself. */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  longestMs = MAX_MS,
): Promise<void> {
  const end = performance.now() + longestMs;
  for (let tries = 0; !(await holds()); tries++) {
    assert.ok(performance.now() < end, `${what} does not come true`);
    await (tries < TURNS ? turn() : delay(PAUSE_MS));
  }
}
