import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkSave } from '../check/check-save.ts';
import { readOpenSave } from '../read/read-save-folder.ts';
import { aSoundSave, edited, nth, SOUND, withTree, writeSoundSave } from '../testing/index.ts';
import type { TreeProperty } from '../tree/property-tree.ts';
import { readProperties } from '../tree/read-properties.ts';
import { writeProperties } from '../tree/write-properties.ts';
import { ByteWriter } from '../write/byte-writer.ts';
import type { SaveEdit } from './edits.ts';

const BODY = Buffer.from('0807060504030201', 'hex');

function unknown(name: string, type: string, types: string[], write: (writer: ByteWriter) => void) {
  const writer = new ByteWriter();
  write(writer);
  const structGuid = type === 'StructProperty' ? Buffer.alloc(16) : null;
  const value = { kind: 'raw', bytes: writer.result() } as const;
  return { name, type, types, structGuid, index: 0, guid: null, value } satisfies TreeProperty;
}

const entries = (writer: ByteWriter, ...parts: (string | Buffer)[]) => {
  writer.u32(0);
  writer.u32(1);
  for (const part of parts) typeof part === 'string' ? writer.text(part) : writer.raw(part);
};

const UNKNOWN = [
  unknown('NewC', 'StructProperty', ['FutureStruct'], (writer) => writer.raw(BODY)),
  unknown('NewList', 'ArrayProperty', ['StructProperty'], (writer) => {
    writer.u32(2);
    for (const text of ['NewList', 'StructProperty']) writer.text(text);
    writer.i32(16);
    writer.i32(0);
    writer.text('FutureStruct');
    writer.zeros(17);
    for (const body of [BODY, BODY]) writer.raw(body);
  }),
  unknown('NewValues', 'MapProperty', ['NameProperty', 'StructProperty'], (to) => entries(to, 'Key', BODY)),
  unknown('NewKeys', 'MapProperty', ['StructProperty', 'NameProperty'], (to) => entries(to, BODY, 'Value')),
  unknown('NewSet', 'SetProperty', ['StructProperty'], (to) => entries(to, BODY)),
];

const WOOD = { itemId: 'Wood', count: 5, dynamic: null };

const EDITS: Record<string, SaveEdit> = {
  'an edit elsewhere': { kind: 'itemContainer', containerId: SOUND.chest, slots: new Map([[3, WOOD]]) },
  'the deletion of a base': { kind: 'deleteCamp', campId: SOUND.camp },
};

for (const [what, edit] of Object.entries(EDITS)) {
  test(`unknown structs and a longer assignment of work are kept byte by byte by ${what}`, async () => {
    const sound = aSoundSave();
    nth(sound.level.works, 0).type = 'Progress_MultiType'; // its assignment has 69 bytes
    const written = writeSoundSave(sound);
    const opened = withTree({ files: written, save: await readOpenSave(written) }, (world) => {
      world.unshift(...UNKNOWN);
    });
    const level = opened.files.get('Level.sav')?.gvas ?? Buffer.alloc(0);
    assert.ok(writeProperties(readProperties(level, 'Level.sav')).equals(level));
    const expected = UNKNOWN.map(({ name }) => `unknown, kept D1 worldSaveData.${name}`);
    const found = (files: typeof opened.files) =>
      checkSave(files).map(({ code, subject, grade }) => `${grade} ${code} ${subject}`);
    assert.deepEqual(found(opened.files), expected);
    const { files } = await edited(opened, [edit]);
    assert.deepEqual(found(files), expected);
    const now = files.get('Level.sav')?.gvas ?? Buffer.alloc(0);
    const list = writeProperties({ header: BODY, className: '', properties: UNKNOWN, footer: BODY });
    assert.ok(now.includes(list.subarray(8, -17)), 'every byte of them is in the edited file');
    assert.ok(!now.equals(level));
  });
}

test('damage in a known struct, or behind whole elements, is no unknown struct', () => {
  const broken = (property: TreeProperty) => {
    const written = writeSoundSave(aSoundSave());
    const { files } = withTree({ files: written, save: {} as never }, (world) => world.unshift(property));
    return checkSave(files).map(({ code, subject, grade }) => `${grade} ${code} ${subject}`);
  };
  const vector = unknown('NewV', 'StructProperty', ['Vector'], (writer) => writer.raw(BODY));
  const empty = unknown('NewM', 'MapProperty', ['NameProperty', 'StructProperty'], (writer) => {
    entries(writer, 'Key', 'None', BODY);
  });
  for (const property of [vector, empty]) {
    assert.deepEqual(broken(property), [`undefined D1 worldSaveData.${property.name}`]);
  }
});
