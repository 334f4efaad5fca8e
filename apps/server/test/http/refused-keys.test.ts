import assert from 'node:assert/strict';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { ErrorCode } from '@palatine/contract';
import { sharedService } from '@palatine/testing/start-service';
import { TestClock } from '@palatine/testing/test-clock';
import { until } from '@palatine/testing/until';
import { aDemo } from '@palatine/testing/worlds';

const DEADLINE_MS = 1000;
const MAX_QUEUE = 2;

const { world, beginner, offline } = aDemo();
const clock = new TestClock();
const restConfig = { Limits: { 'Max-Queue': MAX_QUEUE } };
const service = await sharedService({ world, clock, faults: true, deadlineMs: DEADLINE_MS, restConfig });

/** Sends a write under a key; a text is sent as it is. */
async function send(key: string, path: string, body: object | string) {
  const response = await service.fetch(`/v1/pdapi${path}`, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'idempotency-key': key },
  });
  const { Error: error } = (await response.json()) as { Error?: { Code: ErrorCode } };
  return {
    said: `${response.status} ${error?.Code ?? 'OK'}`,
    replayed: response.headers.get('idempotent-replayed') === 'true',
  };
}
type Sent = ReturnType<typeof send>;

const GIVE = `/give/items/${beginner.userId}`;
const items = (ItemID: string, Count: number) => ({ Items: [{ ItemID, Count }] });
const control = (body: object) => service.api.controlSimulation({ body, idempotencyKey: false });

/** Refused requests by their answer: sends one under the key. */
const REFUSED: Record<string, (key: string) => Sent> = {
  'no JSON: 400 INVALID_JSON': (key) => send(key, GIVE, '{'),
  'the shape: 400 INVALID_REQUEST': (key) => send(key, GIVE, {}),
  'too large a body: 413 PAYLOAD_TOO_LARGE': (key) => send(key, GIVE, `"${'x'.repeat(2 ** 20)}"`),
  'a value: 400 VALIDATION_FAILED': (key) => send(key, GIVE, items('Wood', 0)),
  'a value that the game does not know: 400 VALIDATION_FAILED': (key) => send(key, GIVE, items('Wod', 1)),
  'the player, who is offline: 400 REQUEST_FAILED': (key) =>
    send(key, `/give/items/${offline.userId}`, items('Wood', 1)),
  'the route: 404 ROUTE_NOT_FOUND': (key) => send(key, '/give/item', items('Wood', 1)),
  async 'the game, which fails: 500 GRANT_FAILED'(key) {
    await control({ FailNext: ['grant'] });
    return send(key, GIVE, items('Wood', 1));
  },
  async 'the disk, which cannot hold it: 500 INTERNAL_ERROR'(key) {
    const blocked = join(service.data, 'Banlist.json.former.writing');
    await send(`before-${key}`, '/ban/steam_2', {}); // there is a file
    mkdirSync(blocked);
    const sent = await send(key, '/ban/steam_1', {});
    rmSync(blocked, { recursive: true });
    return sent;
  },
  async 'the time: 500 REQUEST_TIMEOUT'(key) {
    await control({ FreezeMs: DEADLINE_MS * 2 });
    const late = send(key, GIVE, items('Wood', 1));
    await until('it waits', () => service.game.writes.queue.depth === 1);
    clock.advance(DEADLINE_MS * 2);
    return late;
  },
  async 'the queue, which is full: 503 SERVER_BUSY'(key) {
    await control({ FreezeMs: DEADLINE_MS / 2 });
    const waiting = Array.from({ length: MAX_QUEUE }, (_, at) => send(`other-${at}`, '/kick/steam_1', {}));
    await until('the queue is full', () => service.game.writes.queue.depth === MAX_QUEUE);
    const sent = await send(key, GIVE, items('Wood', 1));
    clock.advance(DEADLINE_MS / 2);
    await Promise.all(waiting);
    return sent;
  },
};

for (const [what, refuse] of Object.entries(REFUSED)) {
  test(`after a refusal for ${what}, the same key takes another body, and keeps that one`, async () => {
    const key = `order-${Object.keys(REFUSED).indexOf(what)}`;
    for (const _ of ['first', 'again']) {
      assert.deepEqual(await refuse(key), { said: what.slice(what.indexOf(': ') + 2), replayed: false });
    }
    const corrected = items('Stone', 1);
    assert.deepEqual(await send(key, GIVE, corrected), { said: '200 OK', replayed: false });
    assert.deepEqual(await send(key, GIVE, corrected), { said: '200 OK', replayed: true });
    const expected = { said: '422 IDEMPOTENCY_KEY_REUSED', replayed: false };
    assert.deepEqual(await send(key, GIVE, items('Stone', 2)), expected);
  });
}

test('what was refused gave nothing, and what was applied gave it once', async () => {
  const { Inventory } = await service.api.getItems({ params: { player_identifier: beginner.userId } });
  const counts: Record<string, number> = {};
  for (const { ItemID, Count } of Object.values(Inventory.Items.Slots)) {
    counts[ItemID] = (counts[ItemID] ?? 0) + Count;
  }
  assert.deepEqual(counts, { Stone: Object.keys(REFUSED).length });
});
