import assert from 'node:assert/strict';
import { test } from 'node:test';
import { controlSimulation } from '@palatine/contract';
import { type ServerRequest, serverRequests } from '@palatine/testing/server-side';
import { startService, type TestService } from '@palatine/testing/start-service';
import { TestClock } from '@palatine/testing/test-clock';
import { until } from '@palatine/testing/until';
import { Watcher } from '@palatine/testing/watcher';
import { aDemo } from '@palatine/testing/worlds';
import { EVENTS_KEPT, type World } from '@palatine/world/world';

const MAX_STREAMS = 100;
const STALL_MS = 60_000;
/** A page, the buffer of a socket, and the frames of HTTP around them. */
const MAX_UNSENT_BYTES = 192 * 1024;

/** A world with this many events; each is a little longer than its text. */
function aWorldWithEvents(count: number, text = 'x'): World {
  const { world } = aDemo();
  for (let emitted = 0; emitted < count; emitted++) {
    world.emit('message', 0, { sendType: 'Broadcast', sender: 'Server', text, recipients: null });
  }
  return world;
}

const LONG_TEXT = 'x'.repeat(1400); // 10,000 of them stay below the bytes that are kept
const MAX_TEXT = 'x'.repeat(4000);

const say = (service: TestService, Message: string) => service.api.broadcast({ body: { Message } });
const freeze = (service: TestService, FreezeMs: number) =>
  service.api.call(controlSimulation, { body: { FreezeMs } });
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

const watchersOf = (service: TestService) => service.metric('palatine_event_watchers');
const fullOf = (service: TestService) => service.metric('palatine_event_watchers_full');

const unsentBytes = ({ socket, response }: ServerRequest) => socket.writableLength + response.writableLength;

for (const [how, leave] of [
  ['reset the connection', (watcher: Watcher) => watcher.reset()],
  ['close the connection', (watcher: Watcher) => watcher.request.socket?.end()],
] as const) {
  test(`watchers that ${how} while the game stands still leave no stream behind`, async () => {
    const clock = new TestClock();
    await using service = await startService({ faults: true, clock, world: aWorldWithEvents(10) });
    using requests = serverRequests();
    await freeze(service, 4000);
    requests.requests.length = 0;
    const watchers = numbers(1, MAX_STREAMS + 50).map(() => new Watcher(service, 0));
    await until('all requests have arrived', () => requests.requests.length === watchers.length);
    for (const watcher of watchers) leave(watcher);
    await until('all have left', () =>
      requests.requests.every(({ socket }) => socket.destroyed || socket.readableEnded),
    );
    clock.advance(4000);
    await until('no stream is left', async () => (await watchersOf(service)) === 0);
    await until('no page is read', () => service.game.writes.queue.depth === 0);
    const next = await new Watcher(service, 0).answered();
    assert.deepEqual(await next.read(10), numbers(1, 10));
    next.reset();
  });
}

test('watchers that reset the connection right after the request leave no stream behind', async () => {
  await using service = await startService({ world: aWorldWithEvents(10) });
  for (let round = 0; round < 4; round++) {
    const watchers = numbers(1, MAX_STREAMS).map(() => new Watcher(service, 0));
    for (const watcher of watchers) {
      const reset = () => setImmediate(() => watcher.reset());
      watcher.request.on('socket', (socket) => socket.on('connect', reset));
    }
    await until('all are closed', () => watchers.every(({ closed }) => closed));
    await until('no stream is left', async () => (await watchersOf(service)) === 0);
  }
});

test('of 101 watchers that come while the game stands still, one is refused', async () => {
  const clock = new TestClock();
  await using service = await startService({ faults: true, clock, world: aWorldWithEvents(10) });
  using requests = serverRequests();
  await freeze(service, 4000);
  requests.requests.length = 0;
  const watchers = numbers(0, MAX_STREAMS).map(() => new Watcher(service, 0));
  await until('all requests have arrived', () => requests.requests.length === watchers.length);
  clock.advance(4000);
  await Promise.all(watchers.map((watcher) => watcher.answered()));
  const statuses = watchers.map(({ status }) => status).toSorted();
  assert.deepEqual(statuses, [...Array<number>(MAX_STREAMS).fill(200), 503]);
  assert.equal(await watchersOf(service), MAX_STREAMS);
  for (const watcher of watchers) watcher.reset();
  await until('no stream is left', async () => (await watchersOf(service)) === 0);
});

test('a watcher that has missed 10,000 events receives all of them, and those that happen meanwhile', async () => {
  const count = EVENTS_KEPT.events;
  await using service = await startService({ world: aWorldWithEvents(count, LONG_TEXT) });
  const watcher = await new Watcher(service, 1).answered();
  const all = watcher.read(count - 1 + 20);
  for (let sentCount = 0; sentCount < 20; sentCount++) await say(service, 'meanwhile');
  assert.deepEqual(await all, numbers(2, count + 20));
  watcher.reset();
});

test('an id of another world restarts the stream with everything that is kept', async () => {
  await using service = await startService({ world: aWorldWithEvents(1500, LONG_TEXT) });
  const watcher = new Watcher(service, 999_999);
  assert.deepEqual(await watcher.read(1500), numbers(1, 1500));
  watcher.reset();
});

test('watchers that do not read hold a page each, and miss nothing once they read', async () => {
  const count = EVENTS_KEPT.events;
  await using service = await startService({ world: aWorldWithEvents(count, LONG_TEXT) });
  using requests = serverRequests();
  const watchers = numbers(1, 20).map(() => new Watcher(service, 0));
  await until('all are full', async () => (await fullOf(service)) === 20);
  const streams = requests.requests.filter(({ request }) => request.url === '/v1/palatine/events');
  const unsent = streams.map(unsentBytes);
  for (const bytes of unsent) assert.ok(bytes <= MAX_UNSENT_BYTES, `${bytes}`);
  for (let sentCount = 0; sentCount < 50; sentCount++) await say(service, LONG_TEXT);
  assert.deepEqual(streams.map(unsentBytes), unsent, 'live events wait for nobody in memory');
  const read = await Promise.all(watchers.slice(0, 3).map((watcher) => watcher.read(count + 50)));
  for (const ids of read) assert.deepEqual(ids, numbers(1, count + 50));
  for (const watcher of watchers) watcher.reset();
});

test('a live watcher whose connection is full receives what it lets pass later, once and in order', async () => {
  await using service = await startService();
  const watcher = await new Watcher(service).answered();
  let sentCount = 0;
  while ((await fullOf(service)) !== 1) {
    await Promise.all(numbers(1, 200).map(() => say(service, MAX_TEXT)));
    sentCount += 200;
    assert.ok(sentCount < 3500, 'the connection is full before events are dropped');
  }
  await Promise.all(numbers(1, 300).map(() => say(service, MAX_TEXT)));
  const reading = watcher.read(sentCount + 320);
  for (let more = 0; more < 20; more++) await say(service, 'while it catches up');
  assert.deepEqual(await reading, numbers(1, sentCount + 320));
  watcher.reset();
});

test('a watcher is cut off after 60 seconds in which it takes nothing, and gets no heartbeat meanwhile', async () => {
  const clock = new TestClock();
  await using service = await startService({ clock, world: aWorldWithEvents(EVENTS_KEPT.events, LONG_TEXT) });
  using requests = serverRequests();
  const [dead, slow] = [new Watcher(service, 0), new Watcher(service, 0)];
  await until('both are full', async () => (await fullOf(service)) === 2);
  clock.advance(STALL_MS - 1);
  await slow.read(EVENTS_KEPT.events - 1000); // so that it has to be sent more
  const [first] = requests.requests;
  const unsent = first === undefined ? 0 : unsentBytes(first);
  clock.advance(1);
  await until('one is cut off', async () => (await watchersOf(service)) === 1);
  assert.ok(unsent <= MAX_UNSENT_BYTES, `${unsent}`);
  await dead.read(EVENTS_KEPT.events);
  assert.ok(dead.closed);
  assert.deepEqual(await slow.read(EVENTS_KEPT.events), numbers(1, EVENTS_KEPT.events));
  slow.reset();
});

test('watchers catch up while the game stands still, and take no place in its queue', async () => {
  const clock = new TestClock();
  const restConfig = { Limits: { 'Max-Queue': 4 } };
  const world = aWorldWithEvents(1000);
  await using service = await startService({ faults: true, clock, restConfig, world });
  await freeze(service, 2000);
  const watchers = numbers(1, 60).map(() => new Watcher(service, 0));
  await Promise.all(watchers.map((watcher) => watcher.answered()));
  for (const watcher of watchers) assert.deepEqual(await watcher.read(1000), numbers(1, 1000));
  const written = say(service, 'in between');
  await until('the write waits', () => service.game.writes.queue.depth === 1);
  clock.advance(2000);
  assert.deepEqual(await written, { Success: true });
  for (const watcher of watchers) assert.deepEqual(await watcher.read(1001), numbers(1, 1001));
  for (const watcher of watchers) watcher.reset();
});

test('a service stops although watchers do not read', { timeout: 30_000 }, async () => {
  const service = await startService({ world: aWorldWithEvents(EVENTS_KEPT.events, LONG_TEXT) });
  const watchers = numbers(1, 10).map(() => new Watcher(service, 0));
  await until('all are full', async () => (await fullOf(service)) === 10);
  await service[Symbol.asyncDispose]();
  for (const watcher of watchers) watcher.reset();
});
