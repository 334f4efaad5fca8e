import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '@palatine/contract';
import { QUERIES } from '@palatine/world';
import { aGameContext, aPlayer } from '@palatine/world/testing';
import { PlayerListReader } from './player-list-reader.ts';
import type { VersionedResponse } from './protocol.ts';
import { serialize } from './response-format.ts';

/** A reader over so many players, whose parts are made when the test says so. */
function aReader(playerCount: number) {
  const game = aGameContext({ players: Array.from({ length: playerCount }, () => aPlayer({})) });
  const due: (() => void)[] = [];
  const answers: { slots: readonly number[]; response: VersionedResponse }[] = [];
  const refusals: { slots: readonly number[]; error: unknown }[] = [];
  let version = 1;
  const reader = new PlayerListReader({
    game,
    version: () => version,
    answer: (slots, response) => answers.push({ slots, response }),
    refuse: (slots, error) => refusals.push({ slots, error }),
    later: (part) => due.push(part),
  });
  return {
    game,
    reader,
    answers,
    refusals,
    due,
    nextTurn: () => due.shift()?.(),
    changeWorld: () => {
      version += 1;
    },
  };
}

test('a short list is answered at once, with the bytes and the tag of its JSON', () => {
  for (const players of [0, 1, 999]) {
    const { game, reader, answers, nextTurn } = aReader(players);
    reader.read(7);
    nextTurn();
    const [answer] = answers;
    assert.deepEqual(answer?.slots, [7]);
    const { bytes, etag } = serialize(QUERIES.getPlayers(game));
    assert.equal(Buffer.compare(answer?.response.bytes ?? new Uint8Array(), bytes), 0);
    assert.equal(answer?.response.etag, etag);
  }
});

test('a long list is made one part a turn, and is that of the world in which it began', () => {
  const { game, reader, answers, due, nextTurn, changeWorld } = aReader(3500);
  const { bytes, etag } = serialize(QUERIES.getPlayers(game));
  reader.read(1);
  changeWorld();
  for (const account of game.world.accounts.values()) game.world.sessions.remove(account.uid);
  let turns = 0;
  while (answers.length === 0) {
    assert.equal(due.length, 1);
    nextTurn();
    turns += 1;
  }
  assert.equal(turns, 4);
  assert.equal(due.length, 0);
  const [answer] = answers;
  assert.equal(Buffer.compare(answer?.response.bytes ?? new Uint8Array(), bytes), 0);
  assert.deepEqual([answer?.response.etag, answer?.response.version], [etag, 1]);
});

test('queries that arrive while a list is made share the next one', () => {
  const { reader, answers, due, nextTurn, changeWorld } = aReader(2500);
  reader.read(1);
  changeWorld();
  for (const slot of [2, 3, 4]) reader.read(slot);
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

test('a list that cannot be made is refused for all that wait for it', () => {
  const { game, reader, answers, refusals } = aReader(3);
  game.faults.playerManagerUnavailable = true;
  reader.read(5);
  assert.deepEqual(answers, []);
  assert.ok(refusals[0]?.error instanceof Refusal);
  assert.deepEqual(refusals[0]?.slots, [5]);
});

test('whoever stops gets all lists finished, and whoever abandons gets none', () => {
  const stopped = aReader(2500);
  for (const slot of [1, 2]) stopped.reader.read(slot);
  stopped.reader.finish();
  assert.deepEqual(
    stopped.answers.map(({ slots }) => slots),
    [[1], [2]],
  );
  while (stopped.due.length > 0) stopped.nextTurn();
  const killed = aReader(2500);
  killed.reader.read(1);
  killed.reader.abandon();
  while (killed.due.length > 0) killed.nextTurn();
  assert.equal(stopped.answers.length + killed.answers.length, 2);
});
