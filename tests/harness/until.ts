import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';

const LONGEST_MS = 30_000;

/** Waits for a thread, a socket or a process; never for a clock of ours, which a test moves itself. */
export async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + LONGEST_MS;
  while (!(await holds())) {
    assert.ok(performance.now() < end, `${what} does not come true`);
    await turn();
  }
}
