import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aWorld } from '@palatine/world/testing';
import { PlacedPlayers } from '../history/placed-players.ts';
import { PositionSampler } from './position-sampler.ts';

const at = (uid: string, x: number) => ({ uid, x, y: x + 1, z: x + 2 });
const session = (uid: string) => ({ uid, userId: '', ip: '', connectedAtMs: 0, characterLoaded: true });

/** A world with a sampler, and its reader. */
function aReader() {
  const world = aWorld();
  const sampler = new PositionSampler(world, 'one');
  const players = new PlacedPlayers();
  return {
    world,
    read() {
      players.apply(sampler.sample(players.known, 0));
      return Object.fromEntries(
        players.uids.flatMap((uid, slot) =>
          uid === ''
            ? []
            : [[uid, [players.x(slot), players.y(slot), players.z(slot), players.isOnline(slot)]]],
        ),
      );
    },
  };
}

test('a sample has the place of everybody in whole cm, and who is online', () => {
  const { world, read } = aReader();
  world.locations.put(at('A', 1.4));
  world.sessions.put(session('B'));
  world.locations.put(at('B', -7.6));
  assert.deepEqual(read(), { A: [1, 2, 3, false], B: [-8, -7, -6, true] });
  world.locations.put(at('A', 5));
  world.sessions.put(session('A'));
  world.sessions.remove('B');
  assert.deepEqual(read(), { A: [5, 6, 7, true], B: [-8, -7, -6, false] });
});

test('who comes and goes in between changes nobody else', () => {
  const { world, read } = aReader();
  for (const [index, uid] of ['A', 'B', 'C', 'D'].entries()) world.locations.put(at(uid, index));
  read();
  world.locations.remove('B');
  assert.deepEqual(Object.keys(read()), ['A', 'C', 'D']);
  world.locations.put(at('E', 9));
  world.locations.put(at('B', 8));
  assert.deepEqual(read(), {
    A: [0, 1, 2, false],
    B: [8, 9, 10, false],
    C: [2, 3, 4, false],
    D: [3, 4, 5, false],
    E: [9, 10, 11, false],
  });
});

test('a session that is rolled back never was', () => {
  const { world, read } = aReader();
  world.locations.put(at('A', 0));
  const savepoint = world.savepoint();
  world.sessions.put(session('A'));
  world.rollbackTo(savepoint);
  assert.deepEqual(read(), { A: [0, 1, 2, false] });
});

test('a place that is no number, or beyond 32 bits, is told within them', () => {
  const { world, read } = aReader();
  world.locations.put({ uid: 'A', x: Number.NaN, y: 1e300, z: Number.NEGATIVE_INFINITY });
  assert.deepEqual(read(), { A: [0, 2 ** 31 - 1, -(2 ** 31) + 1, false] });
});
