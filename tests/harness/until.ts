import assert from 'node:assert/strict';
import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises';
import { HANG_MS } from './hang.ts';

/** What comes at once is seen at once. */
const TURNS = 20;
/** After them: who asks without a pause takes the processor from what it waits for. */
const PAUSE_MS = 5;

/** Waits for a thread, a socket or a process; never for a clock of ours, which a test moves itself. */
export async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + HANG_MS;
  for (let asked = 0; !(await holds()); asked++) {
    assert.ok(performance.now() < end, `${what} does not come true`);
    await (asked < TURNS ? turn() : delay(PAUSE_MS));
  }
}
