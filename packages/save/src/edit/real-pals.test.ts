import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byTier } from '@palatine/platform/testing';
import { ZERO_GUID } from '../format/guid.ts';
import type { SaveCharacter, SaveGuid, SaveWorld } from '../format/save-types.ts';
import { openSave, readOpenSave } from '../read/read-save-folder.ts';
import {
  aCharacter,
  aGuid,
  EDITED_AT_MS,
  levelOf,
  newIds,
  type OpenedSave,
  sharedSave,
  withLevel,
} from '../testing/index.ts';
import type { TreeProperty } from '../tree/property-tree.ts';
import { parametersOf, readCharacterBlob } from './character-blob.ts';
import type { SaveEdit } from './edits.ts';
import { LevelEditor } from './level-editor.ts';
import { patchSave } from './patch-save.ts';
import { blobAt, findProperty } from './property-list.ts';
import type { RecordTree } from './record-tree.ts';

const LEVEL = 'Level.sav';
const NEW_PAL = aGuid(0xf0000001);

function levelAfter({ files }: OpenedSave, edits: readonly SaveEdit[]): Buffer {
  const [changed] = patchSave(files, edits, { newId: newIds(), nowMs: EDITED_AT_MS });
  assert.equal(changed?.path, LEVEL);
  return changed.gvas;
}

async function worldAfter(save: OpenedSave, edits: readonly SaveEdit[]): Promise<SaveWorld> {
  return readOpenSave(withLevel(save.files, levelAfter(save, edits)));
}

const characters = (gvas: Buffer) => new LevelEditor(gvas, LEVEL).section('CharacterSaveParameterMap');

const listOfBlob = ({ properties }: RecordTree): TreeProperty[] =>
  parametersOf(readCharacterBlob(blobAt(properties)));

/** A granted Pal with everything that a grant can give, in a free slot of a player who has Pals already. */
function aGrantedPal({ save }: OpenedSave): SaveCharacter {
  const living = new Set(save.characters.map(({ instanceId }) => instanceId));
  const box = save.characterContainers.find(({ id, capacity, slots }) => {
    const full = slots.filter((slot) => living.has(slot.instanceId)).length >= capacity;
    return (
      !full && save.players.some((player) => player.palboxContainerId === id && ownsPals(save, player.uid))
    );
  });
  const owner = save.players.find(({ palboxContainerId }) => palboxContainerId === box?.id);
  assert.ok(box && owner);
  const used = new Set(box.slots.filter((slot) => living.has(slot.instanceId)).map(({ index }) => index));
  const index = Array.from({ length: box.capacity }, (_, at) => at).find((at) => !used.has(at)) as number;
  return aCharacter({
    instanceId: NEW_PAL,
    ownerPlayerUid: owner.uid,
    characterId: 'BOSS_Anubis',
    gender: 'Female',
    nickname: 'アヌビス',
    level: 20,
    exp: 20_000,
    rank: 2,
    rankUpExp: 1,
    souls: { health: 1, attack: 2, defense: 3, craftSpeed: 4 },
    ivs: { health: 50, attackMelee: 0, attackShot: 60, defense: 70 },
    isRare: true,
    passives: ['Legend'],
    equippedSkills: ['RockLance'],
    masteredSkills: ['SandTornado'],
    hp: 2000.5,
    stomach: 350,
    slot: { containerId: box.id, index },
  });
}

const ownsPals = (save: SaveWorld, uid: SaveGuid) =>
  save.characters.some((character) => character.ownerPlayerUid === uid);

for (const name of byTier(['world1'], ['ref2024', 'tayaki', 'world1', 'v1_relics'])) {
  const { folder, skip } = sharedSave(name);
  test(`${name}: a new Pal is written as the game writes the others`, { skip }, async () => {
    const before = await openSave(folder);
    const gvas = levelAfter(before, [{ kind: 'addPal', pal: aGrantedPal(before) }]);
    const section = characters(gvas);
    const added = section.requireRecord(NEW_PAL);
    const list = listOfBlob(added);
    const names = list.map((property) => property.name.toLowerCase());
    assert.equal(new Set(names).size, names.length);
    for (const id of section.ids()) {
      const record = section.viewRecord(id) as RecordTree;
      if (id === NEW_PAL) continue;
      assertSameForm(record, added);
      assertSameOrder(listOfBlob(record), list);
    }
  });
}

/** The record has the same properties, and the same layout versions. */
function assertSameForm(record: RecordTree, added: RecordTree): void {
  assert.deepEqual(
    added.properties.map(({ name }) => name),
    record.properties.map(({ name }) => name),
  );
  const versions = ({ properties }: RecordTree) => findProperty(properties, 'CustomVersionData')?.value;
  assert.deepEqual(versions(added), versions(record));
}

/** Asserts that shared properties of two characters have the same order, names and types. */
function assertSameOrder(existing: readonly TreeProperty[], added: readonly TreeProperty[]): void {
  const shape = ({ name, type, types, structGuid }: TreeProperty) => ({ name, type, types, structGuid });
  const common = existing.filter(({ name }) => findProperty(added, name) !== undefined);
  const same = added.filter(({ name }) => findProperty(existing, name) !== undefined);
  assert.deepEqual(same.map(shape), common.map(shape));
}

const RELICS = sharedSave('v1_relics');

/** Pals of a save whose records have a property of that name. */
function palsWith({ files }: OpenedSave, name: string): Set<SaveGuid> {
  const section = characters(levelOf(files));
  const has = (id: SaveGuid) => findProperty(listOfBlob(section.viewRecord(id) as RecordTree), name);
  return new Set(section.ids().filter(has));
}

const ON_EXPEDITION = 'MapObjectConcreteInstanceIdAssignedToExpedition';

test('a removed Pal is removed with its container and its work', { skip: RELICS.skip }, async () => {
  const before = await openSave(RELICS.folder);
  const [instanceId = assert.fail()] = palsWith(before, 'ItemContainerId');
  const after = await worldAfter(before, [{ kind: 'removePal', instanceId }]);
  assert.equal(after.characters.length, before.save.characters.length - 1);
  assert.equal(after.itemContainers.length, before.save.itemContainers.length - 1);
  assert.equal(after.dynamicItems.length, before.save.dynamicItems.length);
});

test('a Pal on an expedition is not removed', { skip: RELICS.skip }, async () => {
  const before = await openSave(RELICS.folder);
  const [instanceId = assert.fail()] = palsWith(before, ON_EXPEDITION);
  assert.throws(() => levelAfter(before, [{ kind: 'removePal', instanceId }]), /is on an expedition/);
});

test('all owned Pals of a Palbox are removed at once, and the guild lists none of them', {
  skip: RELICS.skip,
}, async () => {
  const before = await openSave(RELICS.folder);
  const { save } = before;
  const boxes = new Map(save.players.map((player) => [player.palboxContainerId, player.uid]));
  const box = save.characterContainers.find(({ id, slots }) => boxes.has(id) && slots.length > 50);
  assert.ok(box);
  const away = palsWith(before, ON_EXPEDITION);
  const free = ({ instanceId, slot, ownerPlayerUid }: SaveCharacter) =>
    slot?.containerId === box.id && ownerPlayerUid !== ZERO_GUID && !away.has(instanceId);
  const removed = new Set(save.characters.filter(free).map(({ instanceId }) => instanceId));
  assert.ok(removed.size > 50);
  const after = await worldAfter(
    before,
    [...removed].map((instanceId) => ({ kind: 'removePal', instanceId })),
  );
  assert.deepEqual(
    after.characters.map(({ instanceId }) => instanceId),
    save.characters.map(({ instanceId }) => instanceId).filter((id) => !removed.has(id)),
  );
  assert.ok(after.groups.every(({ handles }) => handles.every(({ instanceId }) => !removed.has(instanceId))));
  assert.ok(
    after.characterContainers.every(({ slots }) => slots.every(({ instanceId }) => !removed.has(instanceId))),
  );
});
