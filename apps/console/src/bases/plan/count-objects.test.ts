import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CampObjectCells } from '@palatine/contract';
import { countObjects } from './plan.ts';

function anObject(objectId: string, hp = 100, maxHp = 100): CampObjectCells {
  return ['', objectId, 'building', 0, 0, 0, 0, hp, maxHp, false, '', ''];
}

test('objects are counted by kind, the most frequent first, and the damaged ones among them', () => {
  const rows = [anObject('Wall'), anObject('Bed'), anObject('Wall', 3), anObject('Wall', 99)];
  assert.deepEqual(countObjects(rows), [
    { objectId: 'Wall', count: 3, hurt: 2 },
    { objectId: 'Bed', count: 1, hurt: 0 },
  ]);
});
