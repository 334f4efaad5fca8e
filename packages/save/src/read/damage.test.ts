import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anUnpackedSave, damage, put, readOnce } from '../testing/damaged-save.ts';
import { readProperties } from '../tree/read-properties.ts';

const FURY = 'Players/0000000C00000000000000000000ABCD.sav';

// Random damage is in apps/server/test/fuzz/damaged-saves.test.ts.

test('a truncated Level.sav is refused by name and place', async () => {
  await using folder = await anUnpackedSave();
  await damage(folder.path, 'Level.sav', (bytes) => bytes.subarray(0, bytes.length / 2));
  await assert.rejects(readOnce(folder.path), {
    name: 'SaveError',
    file: 'Level.sav',
    place: 'worldSaveData',
    message: /^Level\.sav: worldSaveData: .* bytes, \d+ are left$/,
  });
});

test('one damaged blob costs its record and is named by place', async () => {
  await using folder = await anUnpackedSave('C');
  await damage(folder.path, 'Level.sav', (bytes) => {
    // The length of the guild's name.
    const at = bytes.indexOf('Unnamed Guild') - 4;
    return put(bytes, at, Uint8Array.of(0xff, 0xff, 0xff, 0x7f));
  });
  const world = await readOnce(folder.path);
  const types = world.groups.map((group) => group.type);
  assert.deepEqual(types, ['Organization', 'Neutral']);
  assert.equal(world.characters.length, 3);
  assert.equal(world.warnings.length, 1);
  assert.equal(world.warnings[0]?.place, 'worldSaveData.GroupSaveDataMap[0].RawData');
});

test('a damaged map of explored cells loses the cells and nothing else', async () => {
  await using folder = await anUnpackedSave();
  const sound = await readOnce(folder.path);
  assert.equal(sound.exploredCells.length, 2);
  await damage(folder.path, 'Level.sav', (bytes) => {
    const at = bytes.indexOf('ModelMap\0');
    return put(bytes, at + 'ModelMap\0'.length, Uint8Array.of(0xff, 0xff, 0xff, 0x7f)); // the length of its type
  });
  const { warnings, ...world } = await readOnce(folder.path);
  assert.deepEqual({ ...world, warnings: [] }, { ...sound, exploredCells: [] });
  const places = warnings.map(({ place }) => place);
  assert.deepEqual(places, ['worldSaveData.FoliageGridSaveDataMap[0]']);
});

test('damaged discovery flags lose that field and nothing else', async () => {
  for (const [id, field, lostCount] of [
    ['DDBBFFAF43D9219AE68DF98744DF0831', 'fastTravelPoints', 2],
    ['8BCDE3654504C5823162BE83EB674216', 'relicsByType', 1],
  ] as const) {
    await using folder = await anUnpackedSave();
    const sound = await readOnce(folder.path);
    await damage(folder.path, FURY, (bytes) =>
      put(bytes, bytes.indexOf(id) - 4, Uint8Array.of(0xff, 0xff, 0xff, 0x7f)),
    );
    const damaged = await readOnce(folder.path);
    const warnings = damaged.warnings.map(({ file, place }) => [file, place]);
    assert.deepEqual(warnings, [[FURY, 'SaveData.RecordData']]);
    const [fury, healthy] = [damaged, sound].map(({ players }) => players[1]);
    assert.ok(fury && healthy);
    const count = (player: typeof fury) => Object.keys(player.records.discoveries[field]).length;
    assert.equal(count(healthy) - count(fury), lostCount);
    Object.assign(fury.records.discoveries, { [field]: healthy.records.discoveries[field] });
    assert.deepEqual(fury, healthy);
  }
});

test('properties nested without end are kept as bytes, not followed', () => {
  const header = (name: string) => {
    const bytes = Buffer.alloc(4 + name.length + 1);
    bytes.writeInt32LE(name.length + 1);
    bytes.write(name, 4, 'latin1');
    return bytes;
  };
  const tag = Buffer.concat([header('A'), header('StructProperty')]);
  const rest = Buffer.concat([header('Nest'), Buffer.alloc(17)]);
  const depth = 20_000;
  const parts: Buffer[] = [gvasHeader(header)];
  const levelBytes = tag.length + 8 + rest.length;
  for (let level = 0; level < depth; level += 1) {
    const sizes = Buffer.alloc(8);
    sizes.writeInt32LE((depth - level - 1) * levelBytes);
    parts.push(tag, sizes, rest);
  }
  const tree = readProperties(Buffer.concat([...parts, header('None'), Buffer.alloc(4)]), 'Level.sav');
  assert.equal(tree.properties[0]?.name, 'A');
});

function gvasHeader(text: (value: string) => Buffer): Buffer {
  const numbers = Buffer.alloc(22);
  const format = Buffer.from([3, 0, 0, 0, 0, 0, 0, 0]);
  return Buffer.concat([
    Buffer.from('GVAS'),
    numbers,
    text('b'),
    format,
    text('/Script/Pal.PalWorldSaveGame'),
  ]);
}
