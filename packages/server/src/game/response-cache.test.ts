import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENTRY_BYTES, ResponseCache } from './response-cache.ts';

const response = (bytes: number) => ({ bytes: new Uint8Array(bytes), etag: '"tag"' });
const worldVersion = () => new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

test('an entry counts with the whole memory that its bytes lie in, its key and its overhead', () => {
  const cache = new ResponseCache(worldVersion());
  const pool = new ArrayBuffer(4096);
  cache.set('key', { bytes: new Uint8Array(pool, 100, 10), etag: '"tag"' }, 0);
  assert.equal(cache.bytes, 4096 + 'key'.length * 2 + ENTRY_BYTES);
  cache.set('key', response(10), 0);
  assert.deepEqual([cache.entries, cache.bytes], [1, 4096 + 'key'.length * 2 + ENTRY_BYTES], 'and once');
});

test('beyond its bytes or its entries the cache keeps no more, and what it has stays', () => {
  const bytes = 3 * (100 + ENTRY_BYTES + 2);
  const full = new ResponseCache(worldVersion(), { bytes, entries: 10 });
  for (const key of ['a', 'b', 'c', 'd']) full.set(key, response(100), 0);
  assert.deepEqual([full.entries, full.bytes], [3, bytes]);
  assert.deepEqual([full.get('a')?.bytes.byteLength, full.get('d')], [100, undefined]);

  const many = new ResponseCache(worldVersion(), { bytes: 1_000_000, entries: 2 });
  for (const key of ['a', 'b', 'c']) many.set(key, response(0), 0);
  assert.equal(many.entries, 2);
});

test('a change of the world empties the cache, and a response from before it is not kept', () => {
  const version = worldVersion();
  const cache = new ResponseCache(version);
  cache.set('key', response(10), 0);
  Atomics.add(version, 0, 1);
  assert.equal(cache.get('key'), undefined);
  assert.deepEqual([cache.entries, cache.bytes], [0, 0]);
  cache.set('key', response(10), 0);
  assert.equal(cache.entries, 0);
});
