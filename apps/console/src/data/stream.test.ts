import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PalatineError, UnansweredError } from '@palatine/client';
import { openStream, type ReadStream, type Stream, type StreamTools } from './stream.ts';

/** A service that sends numbers. */
function numbers() {
  const sinks = new Set<(value: number) => void>();
  const begun: (number | undefined)[] = [];
  const read: ReadStream<number> = async function* ({ signal, last, onConnection }) {
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
      await new Promise<void>((resolve) => (wake = resolve));
    }
  };
  return {
    read,
    /** The last message of whoever began to read. */
    begun,
    readers: () => sinks.size,
    send(value: number) {
      for (const sink of sinks) sink(value);
    },
  };
}

/** A browser whose page a test hides and shows. */
function aBrowser(visible = true): StreamTools & { show: (visible: boolean) => void } {
  let tell: (visible: boolean) => void = () => {};
  return {
    now: () => 1000,
    wait: () => Promise.resolve(),
    watchVisible(given) {
      tell = given;
      tell(visible);
    },
    show: (next) => tell(next),
  };
}

const turns = async () => {
  for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
};
const becomes = (stream: Stream, state: string) =>
  new Promise<void>((resolve) => {
    const stop = stream.state.subscribe((value) => {
      if (value !== state) return;
      setImmediate(() => {
        stop();
        resolve();
      });
    });
  });

test('a hidden page holds no connection, and goes on after the last message once it is visible', async () => {
  const service = numbers();
  const browser = aBrowser();
  const taken: number[] = [];
  const stream = openStream(service.read, (value) => taken.push(value), browser);
  await becomes(stream, 'live');
  service.send(7);
  await turns();

  service.send(8); // on its way when the page is hidden
  browser.show(false);
  assert.deepEqual([service.readers(), stream.state.value], [0, 'lost']);
  browser.show(true);
  browser.show(true);
  await becomes(stream, 'live');
  assert.equal(service.readers(), 1);
  service.send(8);
  await turns();
  assert.deepEqual(taken, [7, 8]);
  assert.deepEqual(service.begun, [undefined, 7]);

  stream.close();
  assert.deepEqual([service.readers(), stream.state.value], [0, 'off']);
});

test('a page that opens in the background reads nothing until it is visible', async () => {
  const service = numbers();
  const browser = aBrowser(false);
  const stream = openStream(service.read, () => {}, browser);
  await turns();
  assert.deepEqual([service.begun, stream.state.value], [[], 'lost']);
  browser.show(true);
  await becomes(stream, 'live');
  stream.close();
});

test('a stream that is refused says why, and is asked for again, each time after twice as long', async () => {
  const service = numbers();
  const waits: number[] = [];
  let free = () => {};
  const browser: StreamTools = {
    ...aBrowser(),
    async wait(ms) {
      waits.push(ms);
      if (waits.length === 8) {
        await new Promise<void>((resolve) => (free = resolve));
      }
    },
  };
  const busy = new PalatineError(503, 'SERVER_BUSY', 'too many watch the events already');
  const stream = openStream<number>(
    async function* (options) {
      options.onConnection(false, busy);
      if (waits.length < 8) throw busy;
      yield* service.read(options);
    },
    () => {},
    browser,
  );
  while (waits.length < 8) await new Promise(setImmediate);
  assert.deepEqual([stream.state.value, stream.refusal.value], ['off', 'too many watch the events already']);
  assert.deepEqual(waits, [2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000]);

  free();
  await becomes(stream, 'live');
  assert.equal(stream.refusal.value, undefined);
  stream.close();
});

test('a connection that is lost is no refusal', async () => {
  const stream = openStream<number>(
    async function* ({ signal, onConnection }) {
      onConnection(false, new UnansweredError('UNREACHABLE', 'nobody there'));
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      yield 0;
    },
    () => {},
    aBrowser(),
  );
  await becomes(stream, 'lost');
  assert.equal(stream.refusal.value, undefined);
  stream.close();
});
