import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serialize } from '@palatine/platform/response-bytes';
import { aBan } from '@palatine/testing/banlist-builder';
import { TestClock } from '@palatine/testing/test-clock';
import type { GameContext } from '@palatine/world/game-context';
import { QUERIES, type QueryName } from '@palatine/world/queries';
import { aGameContext, aPlayer } from '@palatine/world/testing/worlds';
import { World } from '@palatine/world/world';
import type { Query } from './calls.ts';
import type { GameQueue } from './game-queue.ts';
import { ENTRY_BYTES, QueryResponses, ResponseCache, TableVersions } from './responses.ts';
import { GameMetrics } from './unit-of-work.ts';

const response = (bytes: number) => ({ bytes: new Uint8Array(bytes), etag: '"tag"' });
const unchanged = () => 0;

function aWorldWithCache(bounds?: { bytes: number; entries: number }) {
  const world = new World({ name: 'test', origin: 'demo', createdAtMs: 0, seed: 0 });
  const versions = new TableVersions(world);
  return {
    world,
    versions,
    cache: new ResponseCache((name: QueryName) => versions.of(QUERIES[name].reads), bounds),
    walk() {
      world.locations.put({ uid: 'A', x: 1, y: 2, z: 3 });
    },
  };
}

test('an entry takes the memory of its whole buffer, its key and its overhead', () => {
  const cache = new ResponseCache(unchanged);
  const pool = new ArrayBuffer(4096);
  cache.set('getItems', 'key', { bytes: new Uint8Array(pool, 100, 10), etag: '"tag"' });
  assert.equal(cache.bytes, 4096 + 'key'.length * 2 + ENTRY_BYTES);
});

test('beyond its limits the cache accepts no more, and keeps what it has', () => {
  const bytes = 3 * (100 + ENTRY_BYTES + 2);
  const full = new ResponseCache(unchanged, { bytes, entries: 10 });
  for (const key of ['a', 'b', 'c', 'd']) full.set('getItems', key, response(100));
  assert.deepEqual([full.entries, full.bytes], [3, bytes]);
  const expected = [100, undefined];
  assert.deepEqual([full.get('getItems', 'a')?.bytes.byteLength, full.get('getItems', 'd')], expected);

  const many = new ResponseCache(unchanged, { bytes: 1_000_000, entries: 2 });
  for (const key of ['a', 'b', 'c']) many.set('getPals', key, response(0));
  assert.equal(many.entries, 2);
});

test('moves are published at most five times a second, and any other change of the locations at once', () => {
  const { cache, versions, walk } = aWorldWithCache();
  const readAgain = () => {
    const isNew = cache.get('getPlayers', 'key') === undefined;
    cache.set('getPlayers', 'key', response(10));
    return isNew;
  };
  const step = (nowMs: number) => {
    walk();
    walk();
    versions.publishMoves(2, nowMs);
    return readAgain();
  };
  readAgain();
  assert.deepEqual([0, 100, 199, 200, 300, 350].map(step), [true, false, false, true, false, false]);
  walk();
  assert.equal(readAgain(), true, 'what a command has moved');
  assert.equal(readAgain(), false);
  versions.publishMoves(0, 399);
  assert.equal(readAgain(), false, 'held moves');
  versions.publishMoves(0, 400);
  assert.equal(readAgain(), true, 'published moves');
});

test('when everything changes, no response is valid any more', () => {
  const { versions, cache } = aWorldWithCache();
  const names = ['getPlayers', 'getGuilds', 'getTechnologies'] as const;
  for (const name of names) cache.set(name, 'key', response(10));
  versions.changeAll();
  for (const name of names) assert.equal(cache.get(name, 'key'), undefined, name);
  assert.deepEqual([cache.entries, cache.bytes], [0, 0]);
});

test('an outdated response is evicted, even if it is not requested again', () => {
  const { cache, walk } = aWorldWithCache({ bytes: 1_000_000, entries: 2 });
  cache.set('getPlayers', 'key', response(10));
  cache.set('getGuilds', 'key', response(10));
  cache.set('getItems', 'key', response(10));
  assert.equal(cache.get('getItems', 'key'), undefined, 'no room');
  walk();
  cache.set('getItems', 'key', response(10));
  assert.equal(cache.get('getItems', 'key')?.bytes.byteLength, 10);
  assert.equal(cache.entries, 2);
});

test('a response is its JSON, however long its lists are', () => {
  const row = (at: number) => ({
    at,
    name: at % 150 === 0 ? '\u96ea "\u00e9"' : '\u00e9',
    missing: undefined,
  });
  for (const length of [0, 1, 100, 101, 200, 250]) {
    const Rows = Array.from({ length }, (_, at) => row(at));
    for (const value of [
      { Rows },
      { Meta: { length }, None: undefined, Rows, Others: Rows, Last: [] },
      { Inner: { Rows, Last: { Others: Rows } }, None: null },
      Rows,
    ]) {
      assert.equal(Buffer.from(serialize(value).bytes).toString(), JSON.stringify(value));
    }
  }
});

function queriesOf(game: GameContext) {
  return new QueryResponses({
    game,
    clock: new TestClock(),
    queue: { frozen: false } as GameQueue,
    versions: new TableVersions(game.world),
    metrics: new GameMetrics(),
  });
}

test('a ban list that was changed while it was serialized is not cached', () => {
  const { world } = aWorldWithCache();
  for (let at = 0; at < 4500; at++) world.userBans.put(aBan({ UserId: `steam_${at}` }));
  const game = { world } as GameContext; // the query reads nothing else
  const query: Query = { name: 'getBanlist', params: {}, form: 'Flat', input: { query: {}, granted: [] } };
  let parts = 0;
  let part = 0;
  do {
    const queries = queriesOf(game);
    const work = queries.runInParts(query);
    for (parts = 0; work.next().done !== true; parts++) {
      if (parts === part) world.userBans.put(aBan({ UserId: `steam_new_${part}` }));
    }
    const cached = queries.cached(query);
    if (cached !== undefined) assert.deepEqual(cached, queries.run(query), `changed after part ${part}`);
    part += 1;
  } while (part < parts);
  assert.ok(parts > 1);
});

test('equal reads share the work while nothing changes, and one after a change shows it', async () => {
  const zoe = aPlayer({ name: 'Zoe' });
  const game = aGameContext({ players: [zoe] });
  const queries = queriesOf(game);
  const query: Query = { name: 'getPlayers', params: {}, form: 'Flat' };

  const before = queries.get(query);
  assert.equal(queries.get(query), before);
  const [account] = game.world.accounts.values();
  assert.ok(account);
  game.world.accounts.put({ ...account, name: 'Zoe the Second' });
  const after = queries.get(query);

  const textOf = async (response: typeof before) => Buffer.from((await response).bytes).toString();
  assert.match(await textOf(before), /"Name":"Zoe"/);
  assert.match(await textOf(after), /"Name":"Zoe the Second"/);
  assert.deepEqual(queries.cached(query), await after);
});
