import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  isInBox,
  partAround,
  placeInPart,
  REGION_IDS,
  REGIONS,
  type RegionId,
  regionAt,
  spanOf,
  toPicture,
} from './regions.ts';

test('a place is at its share of the picture in both regions: north is up and east is right', () => {
  for (const region of REGION_IDS) {
    const { minX, minY } = REGIONS[region];
    for (let step = 0; step <= 1; step += 1 / 37) {
      const point = { x: minX + step * spanOf(region), y: minY + (1 - step ** 2) * spanOf(region) };
      const { u, v } = toPicture(region, point);
      assert.ok(Math.abs(v - (1 - step)) < 1e-9 && Math.abs(u - (1 - step ** 2)) < 1e-9);
    }
  }
});

test('both regions are squares', () => {
  for (const { minX, minY, maxX, maxY } of Object.values(REGIONS)) assert.equal(maxX - minX, maxY - minY);
});

test('a place is of the World Tree from the southern edge of its map on, whatever its Y', () => {
  const { Tree, Main } = REGIONS;
  for (let step = 0; step <= 1; step += 0.05) {
    const overlap = {
      x: Tree.minX + step * (Main.maxX - Tree.minX),
      y: Main.minY + step * (Tree.maxY - Main.minY),
    };
    assert.ok(isInBox(Tree, overlap) && isInBox(Main, overlap));
    assert.equal(regionAt(overlap), 'Tree');
  }
  assert.equal(regionAt({ x: Tree.minX - 1, y: Tree.maxY }), 'Main');
  assert.equal(regionAt({ x: Tree.minX, y: Tree.maxY + 1 }), 'Tree');
  assert.equal(regionAt({ x: Tree.maxX, y: Tree.minY }), 'Tree');
  assert.equal(regionAt({ x: -5e6, y: 5e6 }), 'Main');
});

const placeIn = (region: RegionId, u: number, v: number) => ({
  x: REGIONS[region].maxX - v * spanOf(region),
  y: REGIONS[region].minY + u * spanOf(region),
});
const middle = placeIn('Main', 0.5, 0.5);

test('one place is in the middle of more than two kilometers', () => {
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
