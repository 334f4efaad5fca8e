import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testFolder } from '@palatine/platform/testing';
import { eventBlocks } from '@palatine/testing/event-blocks';
import { pluck } from '@palatine/testing/pluck';
import { startService, type TestService } from '@palatine/testing/start-service';
import { TestClock } from '@palatine/testing/test-clock';
import { aDemo } from '@palatine/testing/worlds';

interface ReceivedEvent {
  id: number;
  type: string;
  data: Record<string, unknown>;
}

/** Watches until this many events have arrived. */
async function watch(
  service: TestService,
  count: number,
  headers: Record<string, string> = {},
): Promise<{ events: Promise<ReceivedEvent[]> }> {
  const stop = new AbortController();
  const response = await service.fetch('/v1/palatine/events', { headers, signal: stop.signal });
  assert.equal(response.status, 200);
  assert.match(response.headers.get('content-type') ?? '', /^text\/event-stream/);
  const events = (async () => {
    const receivedEvents: ReceivedEvent[] = [];
    for await (const blocks of eventBlocks(response)) {
      for (const { id, type, data } of blocks) {
        const { Data } = JSON.parse(data) as { Data: Record<string, unknown> };
        receivedEvents.push({ id, type, data: Data });
      }
      if (receivedEvents.length >= count) break;
    }
    stop.abort();
    return receivedEvents;
  })();
  return { events };
}

const say = (service: TestService, Message: string) => service.api.broadcast({ body: { Message } });

test('a watcher receives every event, in order', async () => {
  await using service = await startService();
  const { events } = await watch(service, 3);
  await say(service, 'one');
  await service.api.alert({ body: { Message: 'two\nlines' } });
  await service.api.banPlayer({ params: { player_identifier: 'steam_1' }, body: { Reason: 'x' } });
  const received = await events;
  assert.deepEqual(pluck(received, 'type'), ['message', 'message', 'punishment']);
  const actual = received.map(({ data }) => data.text);
  assert.deepEqual(actual, ['one', 'two\nlines', undefined]);
  assert.deepEqual(pluck(received, 'id'), [1, 2, 3]);
});

test('a watcher that reconnects with Last-Event-ID receives what it missed, once, also after a restart', async () => {
  const data = testFolder();
  const first = await startService({ data, world: aDemo().world });
  for (const text of ['one', 'two', 'three']) await say(first, text);
  await first.stop();
  await using second = await startService({ data });
  const { events } = await watch(second, 3, { 'last-event-id': '1' });
  await say(second, 'four');
  const actual = (await events).map(({ data: { text } }) => text);
  assert.deepEqual(actual, ['two', 'three', 'four']);
});

test('a Last-Event-ID that is not a whole number is refused; an empty one counts as none', async () => {
  await using service = await startService();
  await say(service, 'before');
  for (const wrong of ['abc', '-1', '1.5', '0x1', '1e3', '1, 2']) {
    const response = await service.fetch('/v1/palatine/events', { headers: { 'last-event-id': wrong } });
    const { Error: error } = (await response.json()) as { Error: { Code: string; Message: string } };
    assert.deepEqual([response.status, error.Code], [400, 'VALIDATION_FAILED'], wrong);
    assert.match(error.Message, /Last-Event-ID must be a whole number/);
  }
  const { events: live } = await watch(service, 1, { 'last-event-id': '' });
  const { events: restarted } = await watch(service, 1, { 'last-event-id': '99999999999999999999' });
  await say(service, 'after');
  assert.deepEqual((await live)[0]?.data.text, 'after');
  assert.deepEqual((await restarted)[0]?.data.text, 'before');
});

test('a refused write sends no event', async () => {
  await using service = await startService();
  const { events } = await watch(service, 1);
  await service.post('/v1/pdapi/kick/steam_nobody');
  await say(service, 'after');
  const actual = (await events).map(({ data }) => data.text);
  assert.deepEqual(actual, ['after']);
});

test('a service with watchers stops', {
  timeout: 30_000, // a stop that waits for the watchers never ends
}, async () => {
  const service = await startService();
  const { events } = await watch(service, 1);
  await service[Symbol.asyncDispose]();
  assert.deepEqual(await events, [], 'the stream ends as it should, and is not cut off');
});

test('a quiet stream shows every 15 seconds that it lives', async () => {
  const clock = new TestClock();
  await using service = await startService({ clock });
  const stop = new AbortController();
  const response = await service.fetch('/v1/palatine/events', { signal: stop.signal });
  const chunks = (response.body ?? assert.fail('no body'))[Symbol.asyncIterator]();
  const next = async () => Buffer.from(((await chunks.next()).value ?? []) as Uint8Array).toString();
  assert.match(await next(), /^: watching\nid: \d+\n\n$/);
  clock.advance(14_999);
  await say(service, 'between');
  assert.match(await next(), /^id: 1\nevent: message\n/, 'no heartbeat before its time');
  clock.advance(1);
  assert.equal(await next(), ': \n\n');
  stop.abort();
});
