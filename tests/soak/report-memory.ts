import { renameSync, writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { BroadcastChannel, isMainThread } from 'node:worker_threads';
import { type Memory, REPORT_FILE } from './memory.ts';

// Loaded into both threads of the program under soak. At SIGUSR2 each collects its garbage, and the main thread writes
// what is left into a file: /metrics knows neither the heap of the game thread nor what is garbage.

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function heldBytes(): number {
  collectGarbage();
  collectGarbage(); // the first leaves what its finalizers let go
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const channel = new BroadcastChannel('memory of the threads');

if (isMainThread) {
  process.on('SIGUSR2', () => channel.postMessage('how much?'));
  channel.onmessage = ({ data }) => {
    const memory: Memory = { heldBytes: heldBytes() + Number(data), rssBytes: process.memoryUsage.rss() };
    const file = process.env[REPORT_FILE] ?? '';
    writeFileSync(`${file}.new`, JSON.stringify(memory));
    renameSync(`${file}.new`, file);
  };
} else {
  channel.onmessage = () => channel.postMessage(heldBytes());
}
channel.unref();
