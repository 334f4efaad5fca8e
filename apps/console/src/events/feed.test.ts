import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PalatineEvent } from '@palatine/contract';
import { createFeed } from './feed.ts';

const anEvent = (Id: number) =>
  ({ Id, Time: '', Type: 'player.joined', Data: {} }) as unknown as PalatineEvent;
const idsOf = (events: readonly PalatineEvent[]) => events.map(({ Id }) => Id);

test('the newest event stands on top, and one that the past has is there once', () => {
  const feed = createFeed();
  feed.add(anEvent(5));
  feed.begin([anEvent(5), anEvent(4), anEvent(3)]);
  feed.add(anEvent(6));
  feed.add(anEvent(5));
  assert.deepEqual(idsOf(feed.events.value), [6, 5, 4, 3]);
});

test('while somebody looks at a line nothing moves, and what came meanwhile follows', () => {
  const feed = createFeed();
  feed.begin([anEvent(1)]);
  feed.pause(true);
  feed.add(anEvent(2));
  feed.add(anEvent(3));
  assert.deepEqual([idsOf(feed.events.value), feed.waiting.value], [[1], 2]);
  feed.pause(false);
  assert.deepEqual([idsOf(feed.events.value), feed.waiting.value], [[3, 2, 1], 0]);
});

test('a past that is read anew fills a gap, also while somebody looks at a line', () => {
  const feed = createFeed();
  feed.begin([anEvent(2), anEvent(1)]);
  feed.begin([anEvent(4), anEvent(3), anEvent(2)]);
  assert.deepEqual(idsOf(feed.events.value), [4, 3, 2, 1]);
  feed.pause(true);
  feed.add(anEvent(6));
  feed.begin([anEvent(6), anEvent(5), anEvent(4)]);
  assert.deepEqual([idsOf(feed.events.value), feed.waiting.value], [[4, 3, 2, 1], 2]);
  feed.pause(false);
  assert.deepEqual(idsOf(feed.events.value), [6, 5, 4, 3, 2, 1]);
});

test('a feed that runs for long keeps a bounded number of events', () => {
  const feed = createFeed();
  for (let id = 1; id <= 1000; id++) feed.add(anEvent(id));
  assert.equal(feed.events.value[0]?.Id, 1000);
  assert.ok(feed.events.value.length <= 300);
});
