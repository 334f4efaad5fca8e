import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PalatineError, UnansweredError } from '@palatine/client';
import { type SharedStream, type StreamReader, shareStream } from './shared-stream.ts';
import type { StreamTools } from './stream-tools.ts';

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
    wait: () => Promise.resolve(),
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

test('without locks each tab reads for itself, and hears everything once', async () => {
  const service = numbers();
  const browser = {
    ...tools(),
    alone: (_name: string, _signal: AbortSignal, work: () => Promise<void>) => work(),
  };
  const tabs = [shareStream('alone', service.reader, browser), shareStream('alone', service.reader, browser)];
  await Promise.all(tabs.map((tab) => becomes(tab, 'live')));
  assert.equal(service.readers(), 2);
  const all: number[] = [];
  for (const tab of tabs) tab.listen((value) => all.push(value));
  const end = Promise.all(tabs.map((tab) => heard(tab, 2)));
  service.send(1);
  service.send(2);
  await end;
  for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate); // what else is on its way arrives
  assert.deepEqual(all.toSorted(), [1, 1, 2, 2]);
  for (const tab of tabs) tab.close();
});

test('a tab that opens later is told what it needs to follow, and so are all others', async () => {
  const service = numbers();
  const browser = tools();
  const first = shareStream('current', { ...service.reader, current: () => 41 }, browser);
  await becomes(first, 'live');
  const second = shareStream('current', service.reader, browser);
  await heard(second, 41);
  assert.equal(service.readers(), 1);
  first.close();
  second.close();
});

test('a stream that is refused says why in every tab, and is asked for again, each time after twice as long', async () => {
  const service = numbers();
  const waits: number[] = [];
  let free = () => {};
  const browser: StreamTools = {
    ...tools(),
    async wait(ms) {
      waits.push(ms);
      if (waits.length === 8) {
        await new Promise<void>((resolve) => {
          free = resolve;
        });
      }
    },
  };
  const busy = new PalatineError(503, 'SERVER_BUSY', 'too many watch the events already');
  const reader: StreamReader<number> = {
    async *read(options) {
      options.onConnection(false, busy);
      if (waits.length < 8) throw busy;
      yield* service.reader.read(options);
    },
  };
  const first = shareStream('refused', reader, browser);
  await becomes(first, 'off');
  while (waits.length < 8) await new Promise(setImmediate);
  const refused = { code: 'SERVER_BUSY', message: 'too many watch the events already' };
  assert.deepEqual([first.state.value, first.refusal.value], ['off', refused]);
  const second = shareStream('refused', reader, browser);
  while (second.refusal.value === undefined) await new Promise(setImmediate);
  assert.deepEqual(second.refusal.value, refused);
  assert.deepEqual(waits, [2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000]);

  free();
  await becomes(first, 'live');
  assert.deepEqual([first.refusal.value, second.state.value], [undefined, 'live']);
  first.close();
  second.close();
});

test('a connection that is lost is no refusal', async () => {
  const reader: StreamReader<number> = {
    async *read({ signal, onConnection }) {
      onConnection(false, new UnansweredError('UNREACHABLE', 'nobody there'));
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      yield 0;
    },
  };
  const stream = shareStream('lost', reader, tools());
  await becomes(stream, 'lost');
  assert.equal(stream.refusal.value, undefined);
  stream.close();
});
