import type { ChildProcess } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { cpuMs } from './cpu-time.ts';

// Runs test files one after another in this process. Each is a separate test: its hooks end with it.

fc.configureGlobal({ seed: Number(process.env.PALATINE_DEEP_SEED || 1) });
// Between two files nothing else may keep the process alive, and the shared browser would close with `beforeExit`.
const alive = setInterval(() => {}, 2 ** 30);
after(() => clearInterval(alive));
const MAX_ENDING_MS = 5_000;
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
async function endProcesses(): Promise<void> {
  const left: string[] = [];
  // One that is ending may not have been seen to end.
  const signal = AbortSignal.timeout(MAX_ENDING_MS);
  for (const child of started) {
    if (!isHeld(child)) continue;
    await once(child, 'exit', { signal }).catch(() => {
      left.push(child.spawnargs.join(' '));
      child.kill('SIGKILL');
    });
  }
  started.clear();
  if (left.length > 0) throw new Error(`a test left this running: ${left.join(', ')}`);
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
