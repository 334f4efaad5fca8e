import assert from 'node:assert/strict';
import test from 'node:test';
import { ZERO_GUID } from '@palatine/contract';
import { type ClassifiedObject, classifyMapObject } from './map-object-class.ts';

const ID = 'AAAAAAAA-00000000-00000000-00000001';

function classOf(mapObjectId: string, fields: Partial<ClassifiedObject>) {
  const built = { spawnerId: ZERO_GUID, ownerInstanceId: ZERO_GUID, builderUid: ID };
  return classifyMapObject({ mapObjectId, ...built, ...fields });
}

for (const [id, fields, expected] of [
  // Recognized by id, regardless of their builder.
  ['palboxv2', { spawnerId: ID }, 'palbox'],
  ['CommonDropItem3D', { ownerInstanceId: ID, builderUid: ZERO_GUID }, 'dropItem'],
  // Level objects, even with a builder.
  ['DamagableRock0001', { spawnerId: ID }, 'other'],
  ['Palegg', { ownerInstanceId: ID }, 'other'],
  ['DefenseGatling', { spawnerId: ID }, 'other'],
  // Not built, or left behind.
  ['Wooden_foundation', { builderUid: ZERO_GUID }, 'other'],
  ['DeathPenaltyChest', {}, 'other'],
  ['droppedcharacter', {}, 'other'],
  ['SupplyDrop', {}, 'other'],
  ['DefenseBowGun', {}, 'defense'],
  ['DEFENSEMISSILE', {}, 'defense'],
  ['DefenseWall_Iron', {}, 'building'],
  ['ItemChest', {}, 'building'],
  ['Wooden_foundation', {}, 'building'],
] as const) {
  test(`${id} with ${JSON.stringify(fields)} is of the class ${expected}`, () =>
    assert.equal(classOf(id, fields), expected));
}
