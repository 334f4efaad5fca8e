import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '@palatine/contract';
import { type GameContext, QUERIES } from '@palatine/world';
import { aCamp, aGameContext, aGuild, aPlayer } from '@palatine/world/testing';
import { ListReads } from './list-reads.ts';
import type { Query, VersionedResponse } from './protocol.ts';
import { applyResponseFormat, serialize } from './response-format.ts';

type Asked = Pick<Query, 'name' | 'form'>;
const PLAYERS: Asked = { name: 'getPlayers', form: 'Flat' };

/** Reads of the lists of a game, whose parts are made when the test says so. */
function readsOf(game: GameContext) {
  const due: (() => void)[] = [];
  const answers: { slots: readonly number[]; response: VersionedResponse }[] = [];
  const refusals: { slots: readonly number[]; error: unknown }[] = [];
  let version = 1;
  const reads = new ListReads({
    game,
    versionFor: () => version,
    answer: (slots, response) => answers.push({ slots, response }),
    refuse: (slots, error) => refusals.push({ slots, error }),
    later: (part) => due.push(part),
  });
  return {
    game,
    reads,
    read: (slot: number, asked = PLAYERS) => assert.ok(reads.read(slot, asked)),
    answers,
    refusals,
    due,
    nextTurn: () => due.shift()?.(),
    runAll() {
      while (due.length > 0) due.shift()?.();
    },
    changeWorld: () => {
      version += 1;
    },
  };
}

function aGameOf(playerCount: number): GameContext {
  return aGameContext({ players: Array.from({ length: playerCount }, () => aPlayer({ name: 'Zoë' })) });
}

/** The response that is serialised as a whole. */
function anew(game: GameContext, { name, form }: Asked) {
  return serialize(applyResponseFormat(name, form, QUERIES[name](game, {} as never, {} as never)));
}

function assertEqualResponse(given: VersionedResponse | undefined, { bytes, etag }: ReturnType<typeof anew>) {
  assert.equal(Buffer.compare(given?.bytes ?? new Uint8Array(), bytes), 0);
  assert.equal(given?.etag, etag);
}

test('a short list is answered at once, with the bytes and the tag of its JSON', () => {
  for (const count of [0, 1, 1000]) {
    const { game, read, answers, due } = readsOf(aGameOf(count));
    read(7);
    assert.equal(due.length, 0);
    assert.deepEqual(answers[0]?.slots, [7]);
    assertEqualResponse(answers[0]?.response, anew(game, PLAYERS));
  }
});

test('the bytes of a list lie in a memory of their own', () => {
  const { read, answers } = readsOf(aGameOf(1));
  read(1);
  const { bytes } = answers[0]?.response ?? assert.fail();
  assert.equal(bytes.buffer.byteLength, bytes.byteLength);
});

test('guilds are listed in both forms, each with its own bytes', () => {
  for (const count of [0, 1, 250]) {
    const guilds = Array.from({ length: count }, () =>
      aGuild([aPlayer({ name: '佐藤' })], { name: '"Rayne"' }),
    );
    const { game, read, answers, runAll } = readsOf(
      aGameContext({ guilds, camps: guilds.map((of) => aCamp(of)) }),
    );
    const forms = [
      { name: 'getGuilds', form: 'Flat' },
      { name: 'getGuilds', form: 'Wrapped' },
    ] as const;
    for (const [slot, asked] of forms.entries()) {
      read(slot, asked);
      runAll();
      const { response } = answers.find(({ slots }) => slots.includes(slot)) ?? assert.fail();
      assertEqualResponse(response, anew(game, asked));
    }
  }
});

test('a long list is made one part a turn, and is that of the moment in which its entries were gathered', () => {
  const { game, read, answers, due, nextTurn, changeWorld } = readsOf(aGameOf(3500));
  read(1);
  for (let turn = 0; turn < 3; turn++) nextTurn(); // the entries of a new world are gathered in parts
  const expected = anew(game, PLAYERS);
  changeWorld();
  for (const account of game.world.accounts.values()) {
    game.world.sessions.remove(account.uid);
    game.world.accounts.put({ ...account, name: 'another' });
  }
  let turns = 0;
  while (answers.length === 0) {
    assert.equal(due.length, 1);
    nextTurn();
    turns += 1;
  }
  assert.equal(turns, 3, 'the first part was serialised in the turn in which all was gathered');
  assert.equal(due.length, 0);
  assertEqualResponse(answers[0]?.response, expected);
  assert.equal(answers[0]?.response.version, 1);
});

test('a list shows every change from before it was asked for, however many wait', () => {
  const { game, read, answers, runAll } = readsOf(aGameOf(2500));
  const uids = [...game.world.accounts.keys()];
  for (let turn = 1; turn <= 5; turn++) {
    for (const uid of uids.slice(turn * 300))
      game.world.locations.put({ uid, x: turn, y: turn / 3, z: -turn });
    game.world.sessions.remove(uids[turn] ?? '');
    read(turn);
    runAll();
    assertEqualResponse(answers.at(-1)?.response, anew(game, PLAYERS));
  }
});

test('queries that arrive while a list is made share the next one', () => {
  const { read, answers, due, nextTurn, changeWorld } = readsOf(aGameOf(2500));
  read(1);
  for (let turn = 0; turn < 2; turn++) nextTurn();
  changeWorld();
  for (const slot of [2, 3, 4]) read(slot);
  while (due.length > 0) {
    assert.equal(due.length, 1, 'one part a turn, however many wait');
    nextTurn();
  }
  assert.deepEqual(
    answers.map(({ slots, response }) => [slots, response.version]),
    [
      [[1], 1],
      [[2, 3, 4], 2],
    ],
  );
});

test('a list that cannot be made is refused for all that wait for it, and other queries are no lists', () => {
  const { game, reads, read, answers, refusals } = readsOf(aGameOf(3));
  game.faults.playerManagerUnavailable = true;
  read(5);
  assert.deepEqual(answers, []);
  assert.ok(refusals[0]?.error instanceof Refusal);
  assert.deepEqual(refusals[0]?.slots, [5]);
  assert.equal(reads.read(6, { name: 'getItems', form: 'Flat' }), false);
});

test('finish answers every query that waits, and abandon answers none', () => {
  const stopped = readsOf(aGameOf(2500));
  for (const slot of [1, 2]) stopped.read(slot);
  stopped.reads.finish();
  assert.deepEqual(
    stopped.answers.map(({ slots }) => slots),
    [[1], [2]],
  );
  stopped.runAll();
  const killed = readsOf(aGameOf(2500));
  killed.read(1);
  killed.reads.abandon();
  killed.runAll();
  assert.equal(stopped.answers.length + killed.answers.length, 2);
});
