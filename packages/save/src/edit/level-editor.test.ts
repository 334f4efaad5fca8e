import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SAVE_ERAS } from '../format/save-types.ts';
import { aGuid, anEmptyWorld, anOpenSave, editorOf, levelOf } from '../testing/index.ts';
import { readProperties } from '../tree/read-properties.ts';
import { writeProperties } from '../tree/write-properties.ts';
import { SaveEditError } from './edits.ts';
import { LevelEditor } from './level-editor.ts';
import { bytesProperty, guidProperty } from './make-property.ts';
import { elementsAt, findProperty, listOf, requireProperty } from './property-list.ts';

const LEVEL = 'Level.sav';
const CHEST = aGuid(50);

/** The bytes with every size and count recomputed: equal when all of them were right. */
const recounted = (gvas: Buffer) => writeProperties(readProperties(gvas, LEVEL));

function sectionsOf(gvas: Buffer): string[] {
  const world = requireProperty(readProperties(gvas, LEVEL).properties, 'worldSaveData');
  return listOf(world.value).map(({ name }) => name);
}

for (const era of SAVE_ERAS) {
  test(`${era}: a file that was only read keeps its exact bytes`, async () => {
    const save = await anOpenSave(era);
    const editor = editorOf(save);
    const section = editor.section('ItemContainerSaveData');
    for (const id of section.ids()) section.findRecord(id);
    editor.section('DynamicItemSaveData').viewRecord(aGuid(70));
    editor.section('WorkSaveData');
    assert.equal(editor.write(), levelOf(save.files));
  });

  test(`${era}: sizes and counts are right after a record grew, one went and one came, in maps and arrays`, async () => {
    const save = await anOpenSave(era);
    const editor = editorOf(save);
    const record = editor.section('ItemContainerSaveData').requireRecord(CHEST);
    record.properties.push(bytesProperty('Longer', Buffer.alloc(1000)));
    const items = editor.section('DynamicItemSaveData');
    items.remove(aGuid(70));
    const blob = Buffer.alloc(40, 7);
    items.add(aGuid(700), { key: null, properties: [bytesProperty('RawData', blob)] });
    const characters = editor.section('CharacterSaveParameterMap');
    characters.remove(aGuid(103));
    characters.add(aGuid(701), {
      key: [guidProperty('InstanceId', aGuid(701))],
      properties: [bytesProperty('RawData', blob)],
    });
    const bytes = editor.write();
    assert.ok(recounted(bytes).equals(bytes));
    const again = new LevelEditor(bytes, LEVEL);
    assert.deepEqual(again.section('CharacterSaveParameterMap').ids(), [aGuid(101), aGuid(102), aGuid(701)]);
    assert.equal(again.section('DynamicItemSaveData').ids().length, 2);
    assert.ok(findProperty(again.section('ItemContainerSaveData').requireRecord(CHEST).properties, 'Longer'));
  });

  test(`${era}: an added record can be edited and removed like any other`, async () => {
    const save = await anOpenSave(era);
    const editor = editorOf(save);
    const items = editor.section('DynamicItemSaveData');
    const id = aGuid(700);
    items.add(id, { key: null, properties: [bytesProperty('RawData', Buffer.alloc(40))] });
    assert.ok(items.has(id));
    assert.ok(items.ids().includes(id));
    assert.equal(items.requireRecord(id), items.viewRecord(id));
    assert.throws(() => items.add(id, { key: null, properties: [] }), SaveEditError);
    items.remove(id);
    assert.ok(!items.has(id));
    assert.equal(editor.write(), levelOf(save.files));
  });
}

test('sections that the file lacks are created at their places', async () => {
  const save = await anOpenSave('D', anEmptyWorld());
  const editor = editorOf(save);
  const blob = [bytesProperty('RawData', Buffer.alloc(40))];
  editor.section('InvaderSaveData').add(aGuid(2), { key: Buffer.alloc(16), properties: blob });
  editor.section('BaseCampSaveData').add(aGuid(1), { key: Buffer.alloc(16), properties: blob });
  editor.section('WorkSaveData').add(aGuid(3), { key: null, properties: blob });
  const bytes = editor.write();
  assert.ok(recounted(bytes).equals(bytes));
  const before = sectionsOf(levelOf(save.files)).filter((name) => name !== 'BaseCampSaveData');
  const expected = before.flatMap((name) =>
    name === 'ItemContainerSaveData' ? ['WorkSaveData', 'BaseCampSaveData', name] : [name],
  );
  assert.deepEqual(sectionsOf(bytes), [...expected, 'InvaderSaveData']);
  const array = listOf(requireProperty(readProperties(bytes, LEVEL).properties, 'worldSaveData').value);
  assert.equal(elementsAt(array, 'WorkSaveData').length, 1);
});

test('a record behind the last one of a section and a new section next to it do not mix', async () => {
  const world = anEmptyWorld({ itemContainers: [{ id: CHEST, capacity: 1, slots: [], storedSlots: 0 }] });
  const save = await anOpenSave('D', world);
  const editor = editorOf(save);
  const blob = [bytesProperty('RawData', Buffer.alloc(40))];
  editor.section('MapObjectSaveData').add(aGuid(4), { key: null, properties: blob });
  editor.section('WorkSaveData').add(aGuid(3), { key: null, properties: blob });
  const bytes = editor.write();
  assert.ok(recounted(bytes).equals(bytes));
});
