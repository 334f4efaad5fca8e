import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isInBox, REGION_IDS, REGIONS, regionAt, spanOf, toPicture } from './regions.ts';

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
