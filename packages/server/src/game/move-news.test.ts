import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnswerForm, PlayersReply } from '@palatine/contract';
import { aGameContext, aPlayer } from '@palatine/world/testing';
import { ListReads } from './list-reads.ts';
import { MoveNews } from './move-news.ts';
import type { ListName, MovedList } from './protocol.ts';
import { ResponseCache } from './response-cache.ts';
import { countMoves, VersionPublisher, versionCounters, versionFor } from './world-versions.ts';

const FLAT: ListName = { name: 'getPlayers', form: 'Flat' };
const WRAPPED: ListName = { name: 'getPlayers', form: 'Wrapped' };

/** The moves of so many players, and an HTTP side that takes what it is told at once. */
function aGameOf(playerCount: number) {
  const game = aGameContext({ players: Array.from({ length: playerCount }, () => aPlayer()) });
  const { world } = game;
  const uids = [...world.accounts.keys()];
  const counters = versionCounters();
  const versions = new VersionPublisher(world, counters);
  const cache = new ResponseCache(counters);
  const due: (() => void)[] = [];
  const told: MovedList[][] = [];
  let nowMs = 0;
  let x = 0;
  const lists = new ListReads({
    game,
    versionFor: (name) => versionFor(counters, name),
    answer: (_, { version, ...list }) => cache.set('getPlayers', 'asked', list, version),
    refuse: () => {},
    later: (part) => due.push(part),
  });
  const moves = new MoveNews({
    lists,
    versions,
    elapsed: () => nowMs,
    post(posted) {
      told.push([...posted]);
      countMoves(counters);
      for (const { form, response } of posted) cache.set('getPlayers', form, response, response.version + 1);
    },
  });
  function inMemory(form: AnswerForm): PlayersReply | undefined {
    const bytes = cache.get('getPlayers', form)?.bytes;
    return bytes && JSON.parse(new TextDecoder().decode(bytes));
  }

  return {
    world,
    uids,
    versions,
    moves,
    lists,
    due,
    told,
    pass(ms: number) {
      nowMs += ms;
    },
    /** A step that moves everybody. @returns where they are now */
    step(): number {
      x += 1;
      for (const uid of uids) world.locations.put({ uid, x, y: 0, z: 0 });
      moves.afterStep();
      return x;
    },
    runTurns() {
      while (due.length > 0) due.shift()?.();
    },
    breakLists() {
      game.faults.playerManagerUnavailable = true;
    },
    version: () => versionFor(counters, 'getPlayers'),
    /** Where the list in memory shows everybody; undefined while there is none. */
    shown(form: AnswerForm): number | undefined {
      const places = new Set(inMemory(form)?.Players.map(({ WorldLocation }) => WorldLocation.x));
      assert.ok(places.size <= 1, 'a list is of one moment');
      return [...places][0];
    },
    onlineShown: (form: AnswerForm) => inMemory(form)?.Meta.OnlineCount,
  };
}

test('moves that no list shows to anybody count at once', () => {
  const { step, version, told } = aGameOf(3);
  const before = version();
  step();
  assert.notEqual(version(), before);
  assert.deepEqual(told, []);
});

test('moves of a list that is read count with the list that shows them', () => {
  const { moves, step, shown, told } = aGameOf(3);
  for (let round = 1; round <= 3; round++) {
    moves.wasRead(FLAT);
    const x = step();
    assert.equal(shown('Flat'), x);
    assert.equal(told.length, round);
  }
});

test('a list that nobody has read is not made again', () => {
  const { moves, step, shown, told } = aGameOf(3);
  moves.wasRead(FLAT);
  step();
  step();
  assert.equal(told.length, 1);
  assert.equal(shown('Flat'), undefined);
});

test('without a move there is no news', () => {
  const { moves, step, shown, told } = aGameOf(3);
  moves.wasRead(FLAT);
  const x = step();
  moves.wasRead(FLAT);
  moves.afterStep();
  assert.equal(told.length, 1);
  assert.equal(shown('Flat'), x);
});

test('each form that is read comes, and both count at once', () => {
  const { moves, step, shown, told } = aGameOf(3);
  moves.wasRead(FLAT);
  moves.wasRead(WRAPPED);
  const x = step();
  assert.deepEqual(
    told.map((lists) => lists.map(({ form }) => form)),
    [['Flat', 'Wrapped']],
  );
  assert.deepEqual([shown('Flat'), shown('Wrapped')], [x, x]);
});

test('while a long list is made the one before stays in memory, and further moves count with the next', () => {
  const { moves, step, shown, told, due, runTurns, pass, versions } = aGameOf(2500);
  moves.wasRead(FLAT);
  const first = step();
  runTurns();
  assert.equal(shown('Flat'), first);
  pass(1000);
  moves.wasRead(FLAT);
  const second = step();
  while (due.length > 0) {
    assert.equal(shown('Flat'), first);
    due.shift()?.();
    if (due.length === 0) break;
    step();
    versions.publish(); // as a write of another table does
  }
  assert.equal(told.length, 2);
  const shownNow = shown('Flat') ?? assert.fail();
  assert.ok(shownNow >= second);
  pass(1000);
  moves.wasRead(FLAT);
  moves.afterStep(); // nobody has moved in this one
  runTurns();
  assert.equal(told.length, 3, 'the moves of before are still to be told');
});

test('whatever else changes while a list is made counts at once, and no list hides it', () => {
  const kept: boolean[] = [];
  for (let turns = 0; turns <= 3; turns++) {
    const { moves, world, uids, step, shown, onlineShown, due, runTurns, versions } = aGameOf(2500);
    moves.wasRead(FLAT);
    step();
    runTurns();
    moves.wasRead(FLAT);
    step();
    for (let turn = 0; turn < turns; turn++) due.shift()?.();
    assert.ok(due.length > 0, 'the list is not made yet');
    world.sessions.remove(uids[0] ?? '');
    versions.publish();
    assert.equal(shown('Flat'), undefined);
    runTurns();
    const online = onlineShown('Flat');
    kept.push(online !== undefined);
    if (online !== undefined) assert.equal(online, 2499);
  }
  assert.deepEqual(kept, [true, true, false, false], 'entries are gathered in three turns');
});

test('a change of a location that is no move counts at once', () => {
  const { moves, world, uids, step, shown, due, runTurns, versions } = aGameOf(2500);
  moves.wasRead(FLAT);
  step();
  runTurns();
  moves.wasRead(FLAT);
  step();
  assert.ok(due.length > 0);
  world.locations.put({ uid: uids[0] ?? '', x: -1, y: 0, z: 0 });
  versions.publish();
  assert.equal(shown('Flat'), undefined);
});

test('making lists takes a sixth of the time at most, and moves wait a second at most', () => {
  const { moves, step, told, runTurns, pass } = aGameOf(2500);
  const stepAndRead = () => {
    moves.wasRead(FLAT);
    step();
  };
  stepAndRead();
  pass(40); // for which the list is made
  runTurns();
  assert.equal(told.length, 1);
  pass(199);
  stepAndRead();
  runTurns();
  assert.equal(told.length, 1);
  pass(1);
  stepAndRead();
  pass(5000);
  runTurns();
  assert.equal(told.length, 2);
  pass(999);
  stepAndRead();
  runTurns();
  assert.equal(told.length, 2);
  pass(1);
  stepAndRead();
  runTurns();
  assert.equal(told.length, 3);
});

test('moves count without a list that cannot be made, or that is made for callers already', () => {
  const refused = aGameOf(3);
  refused.moves.wasRead(FLAT);
  const before = refused.version();
  refused.breakLists();
  refused.step();
  assert.deepEqual(refused.told, []);
  assert.notEqual(refused.version(), before);

  const asked = aGameOf(2500);
  asked.lists.read(1, FLAT);
  asked.moves.wasRead(FLAT);
  const version = asked.version();
  asked.step();
  assert.deepEqual(asked.told, []);
  assert.notEqual(asked.version(), version);
});

test('lists that say nothing of locations are not made', () => {
  const { moves, step, told, version } = aGameOf(3);
  moves.wasRead({ name: 'getGuilds', form: 'Flat' });
  moves.wasRead({ name: 'getPlayer', form: 'Flat' });
  const before = version();
  step();
  assert.deepEqual(told, []);
  assert.notEqual(version(), before);
});
