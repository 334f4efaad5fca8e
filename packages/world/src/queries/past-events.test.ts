import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EVENT_TYPES, EVENTS, getPastEvents as route } from '@palatine/contract';
import { Compile } from 'typebox/compile';
import { World } from '../state/world.ts';
import { aGameContext, aWorld, query } from '../testing/world-builder.ts';
import { collectPastEvents } from './past-events.ts';

const GUSTAV = {
  uid: 'D894F2B1-00000000-00000000-00000000',
  userId: 'steam_76561198272054602',
  name: 'Gustav',
};

/** A world with one event of each type, the examples of the contract, in their order. */
function aWorldWithEvents() {
  const world = aWorld();
  for (const [at, type] of EVENT_TYPES.entries()) world.emit(type, at, EVENTS[type].examples[0] as never);
  return world;
}

const list = (filters: object, world = aWorldWithEvents()) =>
  query(aGameContext(world), 'getPastEvents', {}, { query: filters });
const typesOf = (filters: object) => list(filters).Entries.map(({ Type }) => Type);

test('every event is listed in its shape, newest first', () => {
  const all = list({});
  assert.deepEqual([...Compile(route.reply).Errors(all)], []);
  const types = all.Entries.map(({ Type }) => Type);
  assert.deepEqual(types, EVENT_TYPES.toReversed());
  assert.deepEqual([all.Total, all.Matching, all.Next], [EVENT_TYPES.length, EVENT_TYPES.length, undefined]);
});

test('a walk over the pages has every event once, and each page knows how many match', () => {
  const seen: number[] = [];
  const world = aWorldWithEvents();
  for (let Before: number | undefined = 1e9; Before !== undefined; ) {
    const page = list({ Limit: 4, Before }, world);
    assert.equal(page.Matching, EVENT_TYPES.length);
    seen.push(...page.Entries.map(({ Id }) => Id));
    Before = page.Next;
  }
  const expected = EVENT_TYPES.map((_, at) => EVENT_TYPES.length - at);
  assert.deepEqual(seen, expected);
});

test('events are found by their types, in any case', () => {
  assert.deepEqual(typesOf({ Type: 'message' }), ['message']);
  assert.deepEqual(typesOf({ Type: 'Player.Joined, grant' }), ['grant', 'player.joined']);
  assert.throws(() => list({ Type: 'message,nothing' }), { code: 'VALIDATION_FAILED' });
});

test('events about a player are found by PlayerUID, UserId and name', () => {
  const byUid = typesOf({ Player: GUSTAV.uid.toLowerCase() });
  assert.ok(
    byUid.includes('player.left') && byUid.includes('items.changed') && byUid.includes('guild.changed'),
  );
  assert.equal(byUid.includes('base.built'), false);
  assert.ok(typesOf({ Player: GUSTAV.userId }).includes('punishment'));
  assert.ok(typesOf({ Player: 'gustav' }).includes('grant'));
  assert.deepEqual(typesOf({ Player: 'gust' }), []);
});

test('a player whose UserId the world knows is found in events that name it only', () => {
  const world = aWorldWithEvents();
  world.accounts.put({ ...GUSTAV, platform: 'Steam', lastOnlineAtMs: null });
  const types = list({ Player: GUSTAV.uid }, world).Entries.map(({ Type }) => Type);
  assert.ok(types.includes('punishment'));
});

test('events about a guild are found by its GUID, and any by a part of their text', () => {
  const guild = '95F09881-9A2E9B76-F01CF9CE-852B971D';
  assert.deepEqual(typesOf({ Guild: guild }), [
    'base.restored',
    'base.deleted',
    'base.built',
    'guild.changed',
  ]);
  assert.deepEqual(typesOf({ Text: 'RESTARTS in ten' }), ['message']);
  assert.deepEqual(typesOf({ Text: 'restarts', Type: 'grant' }), []);
  assert.deepEqual(typesOf({ Text: 'sendType' }), [], 'names of fields are not searched');
});

test('a search includes new events, and none that was dropped or rolled back', () => {
  const world = new World(aWorld().info, { eventsKept: { events: 3, bytes: 10_000 } });
  const say = (text: string) =>
    world.emit('message', 0, { sendType: 'Broadcast', sender: '', text, recipients: null });
  const ids = () => list({ Text: 'restart' }, world).Entries.map(({ Id }) => Id);

  say('restart at one');
  collectPastEvents(aGameContext(world));
  say('restart at two');
  assert.deepEqual(ids(), [2, 1]);
  const savepoint = world.savepoint();
  say('restart at three');
  say('restart at four');
  assert.deepEqual(ids(), [4, 3, 2]);
  world.rollbackTo(savepoint);
  assert.deepEqual(ids(), [2, 1]);
  say('restart at five');
  say('something else');
  assert.deepEqual(ids(), [5, 2]);
});
