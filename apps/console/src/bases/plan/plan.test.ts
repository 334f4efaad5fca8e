import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CampObjectCells } from '@palatine/contract';
import {
  countObjects,
  footprintOf,
  kindOf,
  kindsOf,
  LATTICE_CM,
  planOf,
  reachOf,
  STORY_CM,
  storiesOf,
} from './plan.ts';

const GUID = '00000000-00000000-00000000-00000000';
const object = (
  objectId: string,
  [x, y, z]: readonly [number, number, number],
  { hp = 100, yaw = 0, building = false } = {},
): CampObjectCells => [GUID, objectId, 'building', x, y, z, yaw, hp, 100, building, '', ''];
const plan = (...rows: CampObjectCells[]) => planOf({ X: 1000, Y: 2000 }, rows);

test('north is up and east is right of the middle of the base', () => {
  const [only] = plan(object('Stone_Foundation', [1400, 2300, 0]));
  assert.deepEqual([only?.east, only?.south], [300, -400]);
});

test('what stands on a floor is of its story, what stands a wall higher of the next', () => {
  const objects = plan(
    object('Stone_Foundation', [0, 0, 500]),
    object('ItemChest', [0, 0, 530]),
    object('Stone_Foundation', [0, 0, 500 + STORY_CM]),
    object('Stone_Roof', [0, 0, 500 + 2 * STORY_CM]),
    object('FarmBlockV2_Berries', [0, 0, 100]),
  );
  const actual = objects.map(({ objectId, story }) => [objectId, story]);
  assert.deepEqual(actual, [
    ['Stone_Foundation', 0],
    ['ItemChest', 0],
    ['FarmBlockV2_Berries', 0],
    ['Stone_Foundation', 1],
    ['Stone_Roof', 2],
  ]);
  assert.equal(storiesOf(objects), 3);
  assert.equal(storiesOf([]), 1);
});

test('what is hurt is told from what is not finished', () => {
  const [whole, hurt, unfinished] = plan(
    object('Stone_wall', [0, 0, 0]),
    object('Stone_wall', [0, 0, 0], { hp: 40 }),
    object('Stone_wall', [0, 0, 0], { hp: 1, building: true }),
  );
  assert.deepEqual([whole?.isHurt, hurt?.isHurt, unfinished?.isHurt], [false, true, false]);
  assert.equal(unfinished?.isUnderConstruction, true);
});

test('a wall is as long as a foundation, and thin', () => {
  for (const id of ['Stone_wall', 'Wood_WindowWall', 'Stone_WallGate', 'Stone_Fence']) {
    const { across, along, level } = footprintOf(id);
    assert.deepEqual([across, level], [LATTICE_CM, 'wall'], id);
    assert.ok(along < 60);
  }
  assert.equal(footprintOf('WallTorch').level, 'thing');
  assert.equal(footprintOf('Stone_SlantedRoof').level, 'roof');
  assert.equal(footprintOf('Stone_TriangleFoundation').shape, 'triangle');
});

test('beds, farms and the Palbox are known by their ids, the rest by their place in the build menu', () => {
  assert.equal(kindOf('MedicalPalBed_02', 'Infrastructure'), 'bed');
  assert.equal(kindOf('FarmBlockV2_wheet', 'Food'), 'farm');
  assert.equal(kindOf('PalBoxV2', 'Pal'), 'palbox');
  assert.equal(kindOf('ItemChest', 'Storage'), 'storage');
  assert.equal(kindOf('BlastFurnace', 'Product'), 'work');
  assert.equal(kindOf('Unheard_Of', ''), 'other');
});

test('the legend counts every object once, and everything is inside the picture', () => {
  const objects = plan(
    object('Stone_wall', [1000, 2000, 0]),
    object('MedicalPalBed_02', [1000, 7000, 0]),
    object('Stone_wall', [1000, 2000, 0]),
  );
  assert.deepEqual(kindsOf(objects), [
    { kind: 'other', count: 2 },
    { kind: 'bed', count: 1 },
  ]);
  assert.ok(reachOf(objects, 3500) >= 5000);
  assert.ok(reachOf([], 3500) >= 3500);
});

test('objects are counted by kind, the most frequent first, and the damaged ones among them', () => {
  const damaged = [3, 99].map((hp) => object('Wall', [0, 0, 0], { hp }));
  const rows = [object('Wall', [0, 0, 0]), object('Bed', [0, 0, 0]), ...damaged];
  assert.deepEqual(countObjects(rows), [
    { objectId: 'Wall', count: 3, hurt: 2 },
    { objectId: 'Bed', count: 1, hurt: 0 },
  ]);
});
