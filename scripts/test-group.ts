import type { ChildProcess } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { cpuMs } from './cpu-time.ts';

// Runs test files one after another in this process. Each is a separate test: its hooks end with it.

fc.configureGlobal({ seed: Number(process.env.PALATINE_DEEP_SEED || 1) });
/** Processes that the tests of the current file have started. */
const started = new Set<ChildProcess>();
subscribe('child_process', (message) => started.add((message as { process: ChildProcess }).process));
for (const file of process.argv.slice(2)) {
  void test(file, async (context) => {
    const before = cpuMs();
    context.after(() => context.diagnostic(`CPU ${cpuMs() - before}`));
    await import(pathToFileURL(resolve(file)).href);
    context.after(endProcesses); // after the hooks of the file
  });
}

/** Ends what a file has left running, such as after a failed assertion: its pipes would keep this process from ending. */
function endProcesses(): void {
  const running = [...started].filter(isHeld);
  const left = running.filter(({ killed }) => !killed);
  for (const child of running) child.kill('SIGKILL');
  started.clear();
  if (left.length > 0)
    throw new Error(
      `a test left this running: ${left.map(({ spawnargs }) => spawnargs.join(' ')).join(', ')}`,
    );
}

/** Whether a process runs and keeps this one from ending: the browser that files share does not. */
function isHeld(child: ChildProcess): boolean {
  const { _handle: handle } = child as { _handle?: { hasRef(): boolean } | null }; // no public name tells it
  return (
    child.pid !== undefined &&
    child.exitCode === null &&
    child.signalCode === null &&
    handle?.hasRef() === true
  );
}
