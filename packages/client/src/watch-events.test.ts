import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  cannotBeReached,
  type Reaction,
  refuses,
  says,
  scriptedService,
} from './testing/scripted-service.ts';

/** Tells these events, and then ends or stays silent. */
function tells(ids: readonly number[], then: 'ends' | 'stays' = 'ends'): Reaction {
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

const lastIds = (asked: Request[]) => asked.map(({ headers }) => headers.get('last-event-id'));

test('a lost connection is made again after the last event told', async () => {
  const { client, asked } = scriptedService([
    tells([1, 2]),
    cannotBeReached,
    refuses(503, 'SERVER_BUSY'),
    tells([3]),
  ]);
  const told: number[] = [];
  const connected: boolean[] = [];
  for await (const { Id } of client.events({ onConnection: (is) => connected.push(is) })) {
    told.push(Id);
    if (Id === 3) break;
  }
  assert.deepEqual(told, [1, 2, 3]);
  assert.deepEqual(lastIds(asked), [null, '2', '2', '2']);
  assert.deepEqual(connected, [true, false, false, false, true]);
});

test('since tells where to begin', async () => {
  const { client, asked } = scriptedService([tells([8])]);
  for await (const _ of client.events({ since: 7 })) break;
  assert.deepEqual(lastIds(asked), ['7']);
});

test('a connection without a sign of life is lost', async () => {
  const { client, asked } = scriptedService([tells([1], 'stays'), tells([2])]);
  const reasons: (Error | undefined)[] = [];
  for await (const { Id } of client.events({
    silenceMs: 20,
    onConnection: (_, reason) => reasons.push(reason),
  })) {
    if (Id === 2) break;
  }
  assert.deepEqual(lastIds(asked), [null, '1']);
  assert.match(String(reasons[1]), /within 20 ms/);
});

test('an abort and return() end the events at once, and without an error', async () => {
  const control = new AbortController();
  const aborted = scriptedService([tells([], 'stays')]).client.events({ signal: control.signal });
  const waiting = aborted.next();
  setTimeout(() => control.abort(), 10);
  assert.deepEqual(await waiting, { done: true, value: undefined });

  const returned = scriptedService([tells([], 'stays')]).client.events();
  const pending = returned.next();
  await returned.return();
  assert.equal((await pending).done, true);

  const service = scriptedService([tells([1])]);
  for await (const _ of service.client.events({ signal: AbortSignal.abort() })) assert.fail('an event');
  assert.equal(service.asked.length, 0);
});

test('an abort ends the events also while there are some left', async () => {
  const control = new AbortController();
  const told: number[] = [];
  for await (const { Id } of scriptedService([tells([1, 2, 3])]).client.events({ signal: control.signal })) {
    told.push(Id);
    control.abort();
  }
  assert.deepEqual(told, [1]);
});

test('what does not pass by itself is thrown', async () => {
  for (const [reaction, expected] of [
    [refuses(401, 'INVALID_TOKEN'), { name: 'PalatineError', code: 'INVALID_TOKEN' }],
    [says(200, {}), { name: 'UnansweredError', code: 'UNREADABLE' }],
    [() => new Response('<html>', { status: 404 }), { code: 'UNREADABLE', status: 404 }],
  ] as const) {
    const { client, asked } = scriptedService([reaction]);
    await assert.rejects(client.events().next(), expected);
    assert.equal(asked.length, 1);
  }
});
