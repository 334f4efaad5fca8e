import { renameSync, writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { BroadcastChannel, isMainThread, threadId } from 'node:worker_threads';
import type { Memory } from './target.ts';

// Loaded into every thread of the program under soak. At SIGUSR2 each collects its garbage, and the main thread writes
// what is left into the file SOAK_MEMORY: /metrics knows neither the heaps of the other threads nor what is garbage.

/** A thread that does not answer for so long has ended. */
const MAX_ANSWER_MS = 10_000;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function heldBytes(): number {
  collectGarbage();
  collectGarbage(); // the first leaves what its finalizers let go
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** A message of a thread: when it starts, and when it is asked. */
interface MemoryReport {
  threadId: number;
  held?: number;
}

const channel = new BroadcastChannel('memory of the threads');

if (isMainThread) {
  /** The memory of each thread; undefined while it has not answered. */
  const threads = new Map<number, number | undefined>();
  let limit: NodeJS.Timeout | undefined;
  const report = () => {
    clearTimeout(limit);
    limit = undefined;
    for (const [thread, held] of threads) if (held === undefined) threads.delete(thread);
    const others = [...threads.values()].reduce<number>((sum, held = 0) => sum + held, 0);
    const memory: Memory = { heldBytes: heldBytes() + others, rssBytes: process.memoryUsage.rss() };
    const file = process.env.SOAK_MEMORY ?? '';
    writeFileSync(`${file}.new`, JSON.stringify(memory));
    renameSync(`${file}.new`, file);
  };
  process.on('SIGUSR2', () => {
    for (const thread of threads.keys()) threads.set(thread, undefined);
    limit = setTimeout(report, MAX_ANSWER_MS);
    channel.postMessage('how much?');
  });
  channel.onmessage = ({ data }) => {
    const memoryReport = data as MemoryReport; // only threads of this program have the channel
    threads.set(memoryReport.threadId, memoryReport.held);
    if (limit !== undefined && ![...threads.values()].includes(undefined)) report();
  };
} else {
  channel.onmessage = ({ data }) => {
    if (data === 'how much?') channel.postMessage({ threadId, held: heldBytes() } satisfies MemoryReport);
  };
  channel.postMessage({ threadId } satisfies MemoryReport);
}
channel.unref();
