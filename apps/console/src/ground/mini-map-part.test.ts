import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partAround, placeInPart, REGIONS, type RegionId, spanOf } from './regions.ts';

const placeIn = (region: RegionId, u: number, v: number) => ({
  x: REGIONS[region].maxX - v * spanOf(region),
  y: REGIONS[region].minY + u * spanOf(region),
});
const middle = placeIn('Main', 0.5, 0.5);

test('one place is in the middle of more than two kilometres', () => {
  const part = partAround('Main', [middle], 2);
  assert.equal(part.width * spanOf('Main'), 240_000);
  assert.equal(part.height, part.width / 2);
  const { across, down } = placeInPart('Main', part, middle);
  assert.ok(Math.abs(across - 0.5) < 1e-9 && Math.abs(down - 0.5) < 1e-9, `${across} ${down}`);
});

test('places far apart are all in the picture, whichever way they lie', () => {
  for (const [u, v] of [
    [0.9, 0.5],
    [0.5, 0.9],
  ] as const) {
    const far = placeIn('Main', u, v);
    const part = partAround('Main', [middle, far], 2);
    for (const place of [middle, far]) {
      const { across, down } = placeInPart('Main', part, place);
      assert.ok(across > 0 && across < 1 && down > 0 && down < 1, `${across} ${down}`);
    }
  }
});

test('a base in the other region widens nothing', () => {
  const tree = placeIn('Tree', 0.5, 0.5);
  assert.deepEqual(partAround('Main', [middle, tree], 2), partAround('Main', [middle], 2));
});
