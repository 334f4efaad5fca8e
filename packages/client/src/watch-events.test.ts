import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  cannotBeReached,
  type Reaction,
  refuses,
  responds,
  scriptedService,
} from './testing/scripted-service.ts';

/** Sends these events, and then ends or stays silent. */
function sends(ids: readonly number[], then: 'ends' | 'stays' = 'ends'): Reaction {
  return ({ signal }) => {
    const body = new ReadableStream({
      start(control) {
        const text = ids.map((id) => `id: ${id}\ndata: ${JSON.stringify({ Id: id, Type: 'message' })}\n\n`);
        control.enqueue(new TextEncoder().encode(`: watching\n\n${text.join('')}`));
        if (then === 'ends') control.close();
        else signal.addEventListener('abort', () => control.error(signal.reason));
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } });
  };
}

const lastIds = (requests: Request[]) => requests.map(({ headers }) => headers.get('last-event-id'));

test('a lost connection is opened again after the last event received', async () => {
  const { client, requests } = scriptedService([
    sends([1, 2]),
    cannotBeReached,
    refuses(503, 'SERVER_BUSY'),
    sends([3]),
  ]);
  const received: number[] = [];
  const connected: boolean[] = [];
  for await (const { Id } of client.events({ onConnection: (is) => connected.push(is) })) {
    received.push(Id);
    if (Id === 3) break;
  }
  assert.deepEqual(received, [1, 2, 3]);
  assert.deepEqual(lastIds(requests), [null, '2', '2', '2']);
  assert.deepEqual(connected, [true, false, false, false, true]);
});

test('a connection without a byte is treated as lost', async () => {
  const { client, requests } = scriptedService([sends([1], 'stays'), sends([2])]);
  const reasons: (Error | undefined)[] = [];
  for await (const { Id } of client.events({
    silenceMs: 20,
    onConnection: (_, reason) => reasons.push(reason),
  })) {
    if (Id === 2) break;
  }
  assert.deepEqual(lastIds(requests), [null, '1']);
  assert.match(String(reasons[1]), /within 20 ms/);
});

test('an abort and return() end the events at once, and without an error', async () => {
  const control = new AbortController();
  const aborted = scriptedService([sends([], 'stays')]).client.events({ signal: control.signal });
  const waiting = aborted.next();
  setTimeout(() => control.abort(), 10);
  assert.deepEqual(await waiting, { done: true, value: undefined });

  const returned = scriptedService([sends([], 'stays')]).client.events();
  const pending = returned.next();
  await returned.return();
  assert.equal((await pending).done, true);

  const service = scriptedService([sends([1])]);
  for await (const _ of service.client.events({ signal: AbortSignal.abort() })) assert.fail('an event');
  assert.equal(service.requests.length, 0);
});

test('an abort ends the events also while some are left', async () => {
  const control = new AbortController();
  const received: number[] = [];
  for await (const { Id } of scriptedService([sends([1, 2, 3])]).client.events({ signal: control.signal })) {
    received.push(Id);
    control.abort();
  }
  assert.deepEqual(received, [1]);
});

test('an error that does not pass by itself is thrown', async () => {
  for (const [reaction, expected] of [
    [refuses(401, 'INVALID_TOKEN'), { name: 'PalatineError', code: 'INVALID_TOKEN' }],
    [responds(200, {}), { name: 'UnansweredError', code: 'UNREADABLE' }],
    [() => new Response('<html>', { status: 404 }), { code: 'UNREADABLE', status: 404 }],
  ] as const) {
    const { client, requests } = scriptedService([reaction]);
    await assert.rejects(client.events().next(), expected);
    assert.equal(requests.length, 1);
  }
});
