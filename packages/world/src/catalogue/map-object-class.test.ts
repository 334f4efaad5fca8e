import assert from 'node:assert/strict';
import test from 'node:test';
import { classifyMapObject, type MapObjectTraits } from './map-object-class.ts';

function classOf(mapObjectId: string, traits: Partial<MapObjectTraits> = {}) {
  const built = { hasSpawner: false, hasOwnerInstance: false, builderUidIsZero: false, hasStorage: false };
  return classifyMapObject({ mapObjectId, ...built, ...traits });
}

test('the Palbox and dropped items are recognized by id, regardless of their builder', () => {
  assert.equal(classOf('palboxv2', { hasSpawner: true }).kind, 'palbox');
  assert.equal(
    classOf('CommonDropItem3D', { hasOwnerInstance: true, builderUidIsZero: true }).kind,
    'dropItem',
  );
});

test('level objects are other, even with a builder', () => {
  assert.equal(classOf('DamagableRock0001', { hasSpawner: true }).kind, 'other');
  assert.equal(classOf('Palegg', { hasOwnerInstance: true }).kind, 'other');
  assert.equal(classOf('DefenseGatling', { hasSpawner: true }).kind, 'other');
});

test('defences fight; a defence wall is a building', () => {
  assert.equal(classOf('DefenseBowGun').kind, 'defense');
  assert.equal(classOf('DEFENSEMISSILE', { builderUidIsZero: true }).kind, 'defense');
  assert.equal(classOf('DefenseWall_Iron').kind, 'building');
});

test('an object that was not built, or was left behind, is other', () => {
  assert.equal(classOf('Wooden_foundation', { builderUidIsZero: true }).kind, 'other');
  for (const id of ['DeathPenaltyChest', 'droppedcharacter', 'SupplyDrop'])
    assert.equal(classOf(id).kind, 'other');
});

test('a chest is a building and also storage', () => {
  assert.deepEqual(classOf('ItemChest', { hasStorage: true }), { kind: 'building', storage: true });
  assert.deepEqual(classOf('Wooden_foundation'), { kind: 'building', storage: false });
});
