import assert from 'node:assert/strict';
import { test } from 'node:test';
import { World } from '@palatine/world';
import { ENTRY_BYTES, ResponseCache } from './response-cache.ts';
import { changeAllVersions, VersionPublisher, versionCounters } from './world-versions.ts';

const response = (bytes: number) => ({ bytes: new Uint8Array(bytes), etag: '"tag"' });

function aWorldWithCache() {
  const world = new World({ name: 'test', origin: 'demo', createdAtMs: 0, seed: 0 });
  const counters = versionCounters();
  return {
    world,
    counters,
    publisher: new VersionPublisher(world, counters),
    cache: new ResponseCache(counters),
  };
}

test('an entry counts with the whole memory that its bytes lie in, its key and its overhead', () => {
  const cache = new ResponseCache(versionCounters());
  const pool = new ArrayBuffer(4096);
  cache.set('getItems', 'key', { bytes: new Uint8Array(pool, 100, 10), etag: '"tag"' }, 0);
  assert.equal(cache.bytes, 4096 + 'key'.length * 2 + ENTRY_BYTES);
  cache.set('getItems', 'key', response(10), 0);
  assert.deepEqual([cache.entries, cache.bytes], [1, 4096 + 'key'.length * 2 + ENTRY_BYTES], 'and once');
});

test('beyond its bytes or its entries the cache keeps no more, and what it has stays', () => {
  const bytes = 3 * (100 + ENTRY_BYTES + 2);
  const full = new ResponseCache(versionCounters(), { bytes, entries: 10 });
  for (const key of ['a', 'b', 'c', 'd']) full.set('getItems', key, response(100), 0);
  assert.deepEqual([full.entries, full.bytes], [3, bytes]);
  assert.deepEqual(
    [full.get('getItems', 'a')?.bytes.byteLength, full.get('getItems', 'd')],
    [100, undefined],
  );

  const many = new ResponseCache(versionCounters(), { bytes: 1_000_000, entries: 2 });
  for (const key of ['a', 'b', 'c']) many.set('getPals', key, response(0), 0);
  assert.equal(many.entries, 2);
});

test('a change drops the responses that read its table, and no other', () => {
  const { world, publisher, cache } = aWorldWithCache();
  cache.set('getPlayers', 'key', response(10), 0);
  cache.set('getGuilds', 'key', response(10), 0);
  world.locations.put({ uid: 'A', x: 1, y: 2, z: 3 });
  publisher.publish();
  assert.equal(cache.get('getPlayers', 'key'), undefined);
  assert.equal(cache.get('getGuilds', 'key')?.bytes.byteLength, 10);
  assert.equal(cache.entries, 1);

  cache.set('getPlayers', 'key', response(10), 0);
  assert.equal(cache.entries, 1, 'a response from before the change is not kept');
  cache.set('getPlayers', 'key', response(10), cache.versionFor('getPlayers'));
  publisher.publish();
  assert.equal(cache.entries, 2, 'and nothing has changed since');
});

test('when all versions change, no response holds any more', () => {
  const { counters, cache } = aWorldWithCache();
  for (const name of ['getPlayers', 'getGuilds', 'getTechnologies'] as const) {
    cache.set(name, 'key', response(10), 0);
  }
  changeAllVersions(counters);
  for (const name of ['getPlayers', 'getGuilds', 'getTechnologies'] as const) {
    assert.equal(cache.get(name, 'key'), undefined, name);
  }
  assert.deepEqual([cache.entries, cache.bytes], [0, 0]);
});

test('what is out of date gives way, also when nobody has asked for it since', () => {
  const { world, publisher, counters } = aWorldWithCache();
  const cache = new ResponseCache(counters, { bytes: 1_000_000, entries: 2 });
  cache.set('getPlayers', 'key', response(10), 0);
  cache.set('getGuilds', 'key', response(10), 0);
  cache.set('getItems', 'key', response(10), 0);
  assert.equal(cache.get('getItems', 'key'), undefined, 'no room');
  world.locations.put({ uid: 'A', x: 1, y: 2, z: 3 });
  publisher.publish();
  cache.set('getItems', 'key', response(10), 0);
  assert.equal(cache.get('getItems', 'key')?.bytes.byteLength, 10);
  assert.equal(cache.entries, 2);
});
