import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Reaction, scriptedService } from './testing/scripted-service.ts';

/** Sends these messages and ends. */
function sends(...messages: readonly object[]): Reaction {
  const text = messages.map((data) => `event: x\ndata: ${JSON.stringify(data)}\n\n`).join('');
  return () => new Response(text, { headers: { 'content-type': 'text/event-stream' } });
}

const snapshot = { Type: 'snapshot', At: '2026-07-12T18:15:02.113Z', Rows: [['A', 1, 2, 3, 1]] };
const moves = { Type: 'moves', At: '2026-07-12T18:15:03.113Z', Rows: [[0, 2, 2, 3]] };

test('positions begin with a snapshot, and again after a lost connection', async () => {
  const { client, requests } = scriptedService([sends(snapshot, moves), sends(snapshot)]);
  const types: string[] = [];
  for await (const { Type } of client.positions({ query: { Region: 'Tree' } })) {
    types.push(Type);
    if (types.length === 3) break;
  }
  assert.deepEqual(types, ['snapshot', 'moves', 'snapshot']);
  const positions = requests.map(({ url, headers }) => [new URL(url).search, headers.get('last-event-id')]);
  assert.deepEqual(positions, [
    ['?Region=Tree', null],
    ['?Region=Tree', null],
  ]);
});

test('an invalid message of this stream ends it with an error', async () => {
  const { client } = scriptedService([sends({ Id: 4, Type: 'message' })]);
  await assert.rejects(client.positions().next(), { code: 'UNREADABLE' });
});
