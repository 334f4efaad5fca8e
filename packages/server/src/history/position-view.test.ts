import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PositionSample } from '../game/position-sampler.ts';
import { PlacedPlayers } from './placed-players.ts';
import { PositionView } from './position-view.ts';

type Placed = readonly [uid: string, x: number, y: number, z: number, online: 0 | 1];

const AT_MS = Date.UTC(2026, 6, 12);
const At = '2026-07-12T00:00:00.000Z';

/** Players in slots by their order; the first sample has given the slots. Units: cm. */
function sample(placed: readonly Placed[], more: Partial<PositionSample> = {}): PositionSample {
  return {
    epoch: 'one',
    atMs: AT_MS,
    changes: [],
    places: Int32Array.from(placed.flatMap(([, x, y, z]) => [x, y, z])),
    online: Uint8Array.from(placed, ([, , , , online]) => online),
    ...more,
  };
}

function players(...placed: Placed[]): PlacedPlayers {
  const all = new PlacedPlayers();
  all.apply(sample(placed, { changes: placed.map(([uid], slot) => [slot, uid] as const) }));
  return all;
}

const everywhere = () => true;
const east = (_x: number, y: number) => y > 0;

test('the list begins with everybody who belongs to the view, in whole metres', () => {
  const view = new PositionView(east);
  const all = players(['A', 149, 151, -149, 1], ['B', 0, -100, 0, 1], ['C', 0, 1000, 0, 0]);
  assert.deepEqual(view.update(all), {
    Type: 'snapshot',
    At,
    Rows: [
      ['A', 1, 2, -1, 1],
      ['C', 0, 10, 0, 0],
    ],
  });
});

test('who has moved a metre or less is left out until the distance adds up', () => {
  const view = new PositionView(everywhere);
  const all = players(['A', 0, 0, 0, 1]);
  view.update(all);
  all.apply(sample([['A', 100, 0, 0, 1]]));
  assert.equal(view.update(all), undefined);
  all.apply(sample([['A', 160, 0, 0, 1]]));
  assert.deepEqual(view.update(all), { Type: 'moves', At, Rows: [[0, 2, 0, 0]] });
});

test('who walks in is added; who walks out gets one last row, and moves again when they are back', () => {
  const view = new PositionView(east);
  const all = players(['A', 0, 500, 0, 1], ['B', 0, -500, 0, 1]);
  view.update(all);
  all.apply(
    sample([
      ['A', 0, -500, 0, 1],
      ['B', 0, 500, 0, 1],
    ]),
  );
  assert.deepEqual(view.update(all), {
    Type: 'moves',
    At,
    Rows: [[0, 0, -5, 0]],
    Added: [['B', 0, 5, 0, 1]],
  });
  all.apply(
    sample([
      ['A', 0, -900, 0, 1],
      ['B', 0, 500, 0, 1],
    ]),
  );
  assert.equal(view.update(all), undefined);
  all.apply(
    sample([
      ['A', 0, 900, 0, 1],
      ['B', 0, 500, 0, 0],
    ]),
  );
  assert.deepEqual(view.update(all), { Type: 'moves', At, Rows: [[0, 0, 9, 0]], Online: [[1, 0]] });
});

test('a snapshot later on is the list that the others have', () => {
  const view = new PositionView(everywhere);
  const all = players(['A', 0, 0, 0, 1]);
  view.update(all);
  all.apply(
    sample(
      [
        ['A', 50, 0, 0, 1],
        ['B', 100, 0, 0, 0],
      ],
      { changes: [[1, 'B']] },
    ),
  );
  assert.deepEqual(view.update(all)?.Rows, []);
  assert.deepEqual(view.snapshot().Rows, [
    ['A', 0, 0, 0, 1],
    ['B', 1, 0, 0, 0],
  ]);
});

test('the list begins anew when a slot has another player, and when the slots begin anew', () => {
  const view = new PositionView(everywhere);
  const all = players(['A', 0, 0, 0, 1], ['B', 0, 0, 0, 1]);
  view.update(all);
  all.apply(
    sample(
      [
        ['C', 0, 0, 0, 1],
        ['B', 0, 0, 0, 1],
      ],
      {
        changes: [
          [0, ''],
          [0, 'C'],
        ],
      },
    ),
  );
  assert.equal(view.update(all)?.Type, 'snapshot');
  all.apply(sample([['B', 0, 0, 0, 1]], { epoch: 'two', changes: [[0, 'B']] }));
  assert.deepEqual(view.update(all), { Type: 'snapshot', At, Rows: [['B', 0, 0, 0, 1]] });
});
