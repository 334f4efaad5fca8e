import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aPlayer, aWorld } from '@palatine/world/testing/worlds';
import { type PlayerPlace, PositionView, playerPlaces } from './position-view.ts';

type Placed = readonly [uid: string, x: number, y: number, z: number, online: 0 | 1];

const AT_MS = Date.UTC(2026, 6, 12);
const At = '2026-07-12T00:00:00.000Z';

/** Units: cm. */
function places(...placed: Placed[]): PlayerPlace[] {
  return placed.map(([uid, x, y, z, online]) => ({ uid, x, y, z, online: online === 1 }));
}

function aView(belongs: (x: number, y: number) => boolean) {
  const view = new PositionView(belongs);
  return {
    update: (...placed: Placed[]) => view.update(places(...placed), AT_MS),
    snapshot: () => view.snapshot(),
  };
}

const everywhere = () => true;
const east = (_x: number, y: number) => y > 0;

test('the list starts with all players of the view, in whole meters', () => {
  const view = aView(east);
  assert.deepEqual(view.update(['A', 149, 151, -149, 1], ['B', 0, -100, 0, 1], ['C', 0, 1000, 0, 0]), {
    Type: 'snapshot',
    At,
    Rows: [
      ['A', 1, 2, -1, 1],
      ['C', 0, 10, 0, 0],
    ],
  });
});

test('a player who moved a meter or less is omitted until the distance adds up', () => {
  const view = aView(everywhere);
  view.update(['A', 0, 0, 0, 1]);
  assert.equal(view.update(['A', 100, 0, 0, 1]), undefined);
  assert.deepEqual(view.update(['A', 160, 0, 0, 1]), { Type: 'moves', At, Rows: [[0, 2, 0, 0]] });
});

test('a player who enters is added; one who leaves gets a last row, and rows again on return', () => {
  const view = aView(east);
  view.update(['A', 0, 500, 0, 1], ['B', 0, -500, 0, 1]);
  assert.deepEqual(view.update(['A', 0, -500, 0, 1], ['B', 0, 500, 0, 1]), {
    Type: 'moves',
    At,
    Rows: [[0, 0, -5, 0]],
    Added: [['B', 0, 5, 0, 1]],
  });
  assert.equal(view.update(['A', 0, -900, 0, 1], ['B', 0, 500, 0, 1]), undefined);
  assert.deepEqual(view.update(['A', 0, 900, 0, 1], ['B', 0, 500, 0, 0]), {
    Type: 'moves',
    At,
    Rows: [[0, 0, 9, 0]],
    Online: [[1, 0]],
  });
});

test('a later snapshot is the list of the other watchers', () => {
  const view = aView(everywhere);
  view.update(['A', 0, 0, 0, 1]);
  assert.deepEqual(view.update(['A', 50, 0, 0, 1], ['B', 100, 0, 0, 0])?.Rows, []);
  assert.deepEqual(view.snapshot().Rows, [
    ['A', 0, 0, 0, 1],
    ['B', 1, 0, 0, 0],
  ]);
});

test('the list restarts when one of its players is gone, even if another one has come', () => {
  const view = aView(everywhere);
  view.update(['A', 0, 0, 0, 1], ['B', 0, 0, 0, 1]);
  assert.equal(view.update(['C', 0, 0, 0, 1], ['B', 0, 0, 0, 1])?.Type, 'snapshot');
  assert.deepEqual(view.update(['B', 0, 0, 0, 1]), { Type: 'snapshot', At, Rows: [['B', 0, 0, 0, 1]] });
});

test('a player without a player file is nowhere at the origin, and elsewhere where they were seen', () => {
  const at = (name: string, x: number, player?: null) => ({
    ...aPlayer({ name, location: { x, y: 0, z: 0 } }),
    ...(player === null && { player }),
  });
  const [filed, nowhere, seen] = [at('Zoe', 0), at('Lily', 0, null), at('Fury', 700, null)];
  const world = aWorld({ players: [filed, nowhere, seen] });
  assert.deepEqual(
    playerPlaces(world).map(({ uid, x }) => [uid, x]),
    [
      [filed.uid, 0],
      [seen.uid, 700],
    ],
  );
});
