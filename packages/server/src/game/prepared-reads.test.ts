import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aGameContext } from '@palatine/world/testing';
import { PreparedReads } from './prepared-reads.ts';

const EVENTS = 2000;

/** Reads over a world with so many events that preparing them takes several parts. */
function someReads() {
  const game = aGameContext();
  const player = { uid: '0000000A-00000000-00000000-00000000', userId: 'steam_1', name: 'Zoe' };
  for (let at = 0; at < EVENTS; at++) game.world.emit('player.left', at, { player, reason: 'x'.repeat(500) });
  const [turns, answered]: [(() => void)[], string[]] = [[], []];
  const reads = new PreparedReads<string>({
    game,
    answer: (message) => answered.push(message),
    refuse: (message, error) => answered.push(`${message} refused: ${String(error)}`),
    later: (work) => turns.push(work),
  });
  return { reads, turns, answered };
}

test('queries of one name share a preparation, and are answered in the turn in which it ends', () => {
  const { reads, turns, answered } = someReads();
  assert.ok(reads.read('getPastEvents', 'one'));
  assert.ok(reads.read('getPastEvents', 'two'));
  assert.deepEqual(answered, []);
  let taken = 0;
  for (let turn = turns.shift(); turn !== undefined; turn = turns.shift()) {
    turn();
    taken += 1;
  }
  assert.ok(taken > 1);
  assert.deepEqual(answered, ['one', 'two']);
  assert.ok(reads.read('getPastEvents', 'three')); // what is prepared already is answered at once
  assert.deepEqual(answered.at(-1), 'three');
});

test('a query that prepares nothing is left to others', () => {
  const { reads, answered } = someReads();
  assert.equal(reads.read('getPlayers', 'one'), false);
  assert.deepEqual(answered, []);
});

test('at the end every query is answered, or none further', () => {
  const { reads, turns, answered } = someReads();
  reads.read('getPastEvents', 'one');
  reads.finish();
  assert.deepEqual(answered, ['one']);
  const other = someReads();
  other.reads.read('getPastEvents', 'one');
  other.reads.abandon();
  for (const turn of [...turns, ...other.turns]) turn();
  assert.deepEqual(other.answered, []);
});
