import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type SharedStream, type StreamReader, type StreamTools, shareStream } from './shared-stream.ts';

/** A service that sends numbers, and how many read it. */
function numbers() {
  const sinks = new Set<(value: number) => void>();
  const begun: (number | undefined)[] = [];
  const reader: StreamReader<number> = {
    async *read({ signal, last, onConnection }) {
      begun.push(last);
      const queue: number[] = [];
      let wake = () => {};
      const sink = (value: number) => {
        queue.push(value);
        wake();
      };
      sinks.add(sink);
      signal.addEventListener('abort', () => {
        sinks.delete(sink);
        wake();
      });
      onConnection(true);
      while (!signal.aborted) {
        while (queue.length > 0) yield queue.shift() ?? 0;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
  return {
    reader,
    begun,
    readers: () => sinks.size,
    send(value: number) {
      for (const sink of sinks) sink(value);
    },
  };
}

/** The lock of a browser: one tab works, the others wait. */
function tools(): StreamTools {
  let free = Promise.resolve();
  return {
    now: () => 1000,
    channel: (name) => new BroadcastChannel(name),
    alone(_name, signal, work) {
      const turn = free.then(() => (signal.aborted ? undefined : work()));
      free = turn;
      return turn;
    },
  };
}

const heard = (stream: SharedStream<number>, wanted: number) =>
  new Promise<void>((resolve) => {
    const stop = stream.listen((value) => {
      if (value !== wanted) return;
      stop();
      resolve();
    });
  });
const becomes = (stream: SharedStream<number>, state: string) =>
  new Promise<void>((resolve) => {
    const stop = stream.state.subscribe((value) => {
      if (value !== state) return;
      setImmediate(() => {
        stop();
        resolve();
      });
    });
  });

test('two tabs share one connection, and the second takes over after the last message', async () => {
  const service = numbers();
  const browser = tools();
  const first = shareStream('numbers', service.reader, browser);
  await becomes(first, 'live');
  const second = shareStream('numbers', service.reader, browser);
  await becomes(second, 'live');
  assert.equal(service.readers(), 1);

  const both = [heard(first, 7), heard(second, 7)];
  service.send(7);
  await Promise.all(both);

  first.close();
  assert.equal(first.state.value, 'off');
  const taken = heard(second, 8);
  while (service.readers() === 0) await new Promise(setImmediate);
  service.send(8);
  await taken;
  assert.deepEqual(service.begun, [undefined, 7]);
  second.close();
});

test('a stream that the service refuses is off in every tab', async () => {
  const browser = tools();
  const refusing: StreamReader<number> = {
    // biome-ignore lint/correctness/useYield: it is refused before its first message
    async *read({ onConnection }) {
      onConnection(false);
      throw new Error('401');
    },
  };
  const first = shareStream('refused', refusing, browser);
  await becomes(first, 'off');
  assert.equal(first.state.value, 'off');
  first.close();
});
