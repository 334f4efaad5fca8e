import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runs } from '@palatine/platform/testing';
import fc from 'fast-check';
import { guidFinder } from '../format/guid.ts';
import { SaveError } from '../format/save-error.ts';
import { SAVE_ERAS, type SaveGuid, type SaveWorld } from '../format/save-types.ts';
import {
  aCampSave,
  aGuid,
  anOpenSave,
  CAMP_SAVE,
  concreteIdOf,
  connectorWithoutCamp,
  EDITED_SECTIONS,
  edited,
  editorOf,
  levelOf,
  newIds,
  type OpenedSave,
  twoPlayersOneCamp,
  withLevel,
  withTree,
} from '../testing/index.ts';
import type { TreeProperty } from '../tree/property-tree.ts';
import { readProperties } from '../tree/read-properties.ts';
import { writeProperties, writePropertyList } from '../tree/write-properties.ts';
import { SaveEditError } from './edits.ts';
import type { SectionName } from './level-editor.ts';
import {
  bytesProperty,
  guidProperty,
  guidsProperty,
  nameProperty,
  structProperty,
  structsProperty,
} from './make-property.ts';
import { patchSave } from './patch-save.ts';
import { blobAt, elementsAt, entriesOf, listOf, requireProperty, structAt } from './property-list.ts';

const id = CAMP_SAVE;
const DELETION = { kind: 'deleteCamp', campId: id.camp } as const;

const REMOVED: Partial<Record<SectionName, SaveGuid[]>> = {
  CharacterSaveParameterMap: [id.worker],
  MapObjectSaveData: [
    id.palboxObject,
    id.station,
    id.chest,
    id.drop,
    id.dropOfDrop,
    id.boothObject,
    id.guildChestObject,
  ],
  WorkSaveData: [id.repair, id.stationWork],
  BaseCampSaveData: [id.camp],
  ItemContainerSaveData: [id.chestItems, id.dropItems, id.equipment],
  DynamicItemSaveData: [id.sword, id.armor],
  CharacterContainerSaveData: [id.workers, id.booth],
  InvaderSaveData: [id.camp],
};

const CHANGED: Partial<Record<SectionName, SaveGuid[]>> = {
  CharacterSaveParameterMap: [id.traveler],
  MapObjectSaveData: [id.rock, id.treasure, id.foundation, id.wall],
  WorkSaveData: [id.otherWork],
  GroupSaveDataMap: [id.guild],
};

for (const era of SAVE_ERAS) {
  test(`deleting a camp removes exactly its records, and changes no other record but its neighbors, in era ${era}`, async () => {
    const opened = await aCampSave(era);
    const after = editorOf(await edited(opened, [DELETION]));
    const before = editorOf(opened);
    for (const section of EDITED_SECTIONS) {
      if (before.section(section).ids().length === 0) {
        assert.equal(era, 'A', `only saves of 2024 have no ${section}`);
        continue;
      }
      const was = before.section(section);
      const is = after.section(section);
      const staying = was.ids().filter((record) => is.has(record));
      const ids = was.ids().filter((record) => !is.has(record));
      assert.deepEqual(ids, REMOVED[section] ?? [], `removed from ${section}`);
      assert.deepEqual(is.ids(), staying, `order of ${section}`);
      const changed = staying.filter(
        (record) => !was.recordBytes(record)?.equals(is.recordBytes(record) ?? Buffer.alloc(0)),
      );
      assert.deepEqual(changed, CHANGED[section] ?? [], `changed in ${section}`);
    }
  });

  test(`no removed id of a camp is named anywhere afterwards, in era ${era}`, async () => {
    const opened = await aCampSave(era);
    const { files } = await edited(opened, [DELETION]);
    const removed = Object.values(REMOVED).flat();
    const find = guidFinder([...removed, ...removed.map(concreteIdOf)]);
    for (const { path, gvas } of files.values()) assert.deepEqual([...find(gvas)], [], path);
  });
}

test('a rock and a treasure box of the camp stay where they are and belong to no camp', async () => {
  for (const record of [id.rock, id.treasure]) await assertCleared(record, 32, 64);
});

for (const era of SAVE_ERAS) {
  test(`buildings outside lose their links to the camp and keep the others, in era ${era}`, async () => {
    const after = editorOf(await edited(await aCampSave(era), [DELETION]));
    for (const object of [id.foundation, id.wall]) {
      const blob = after.section('MapObjectSaveData').findBlob(object, ['Model', 'Connector']);
      assert.deepEqual(blob?.bytes, connectorWithoutCamp(era, object));
    }
  });
}

test('a building outside is no longer to be repaired by a work of the camp', async () => {
  await assertCleared(id.foundation, 152, 168);
});

test('a work of another camp loses the removed Pal and keeps its own', async () => {
  const opened = await aCampSave();
  const assignments = (save: OpenedSave) => {
    const { properties } = editorOf(save).section('WorkSaveData').requireRecord(id.otherWork);
    return entriesOf(requireProperty(properties, 'WorkAssignMap').value);
  };
  const [, second] = assignments(opened);
  assert.deepEqual(assignments(await edited(opened, [DELETION])), [second]);
});

test('a Pal on an expedition from the camp stays and is on none any more', async () => {
  const { save } = await edited(await aCampSave(), [DELETION]);
  const traveler = save.characters.find((character) => character.instanceId === id.traveler);
  assert.equal(traveler?.nickname, 'Traveler');
  assert.deepEqual(traveler.slot, { containerId: id.palbox, index: 0 });
});

test('the guild keeps its chest, its level and the other camp', async () => {
  const opened = await aCampSave();
  const { save } = await edited(opened, [DELETION]);
  const guild = save.groups.find((group) => group.id === id.guild);
  const instanceIds = guild?.handles.map((handle) => handle.instanceId);
  assert.deepEqual(instanceIds, [id.zoeBody, id.otherWorker, id.traveler]);
  assert.deepEqual(guild?.guild, { ...opened.save.groups[0]?.guild, campIds: [id.otherCamp] });
});

test('a save whose only camp is deleted has no camp and can be read', async () => {
  for (const era of SAVE_ERAS) {
    const opened = await anOpenSave(era, twoPlayersOneCamp(era));
    const { save } = await edited(opened, [{ ...DELETION, campId: aGuid(30) }]);
    assert.deepEqual([save.camps, save.mapObjects], [[], []]);
  }
});

test('a camp that the save does not have is refused', async () => {
  assertRefused(await aCampSave(), { campId: aGuid(32) }, /no base camp 00000020-/);
  const twice = await aCampSave();
  assert.throws(() => patchSave(twice.files, [DELETION, DELETION], CONTEXT), SaveEditError);
});

test('a camp with a booth that holds a player’s Pal is refused, and names the Pal and its owner', async () => {
  const inBooth = await aCampSave('D', (world) => moveToBooth(world, id.traveler));
  assertRefused(inBooth, DELETION, /the Pal Traveler of Zoë is in one of its buildings/);
});

test('a Pal in a booth without an owner is removed with the camp', async () => {
  const inBooth = await aCampSave('D', (world) => moveToBooth(world, id.otherWorker));
  const { save } = await edited(inBooth, [DELETION]);
  assert.ok(!save.characters.some((character) => character.instanceId === id.otherWorker));
});

test('a camp with a Pal that a player dropped is refused, and names the Pal and its owner', async () => {
  const opened = withTree(await aCampSave(), (world) => {
    const dropped = guidProperty('ID', aGuid(2000));
    const parameters = structProperty('SaveParameter', 'PalIndividualCharacterSaveParameter', [
      nameProperty('CharacterID', 'FlameBambi'),
    ]);
    const record = [
      structProperty('ID', 'PalCharacterStoredParameterId', [dropped]),
      structProperty('SaveParameter', 'PalIndividualCharacterSaveParameterSaveData', [
        bytesProperty('RawData', writePropertyList([parameters])),
      ]),
      guidProperty('LostPlayerUId', id.zoe),
    ];
    const records = structsProperty('StoredParameterInfoSaveData', 'PalStoredParameter', [record]);
    world.push(structProperty('CharacterParameterStorageSaveData', 'PalParameterStorage', [records]));
    const object = elementsAt(world, 'MapObjectSaveData').at(3);
    assert.ok(object);
    appendToBlob(structAt(listOf(object), 'ConcreteModel'), writePropertyList([dropped]));
  });
  assertRefused(opened, DELETION, /the Pal FlameBambi of Zoë is dropped in it; pick it up in the game first/);
});

test('a camp is refused when a section that no edit knows still names one of its Pals', async () => {
  const locker = withTree(await aCampSave(), (world) =>
    world.push(guidsProperty('InLockerCharacterInstanceIDArray', [id.worker])),
  );
  assertRefused(
    locker,
    DELETION,
    /the Pal SheepBall 00000066-.* cannot be removed: InLockerCharacterInstanceIDArray of Level\.sav still names it/,
  );
});

for (const [remaining, title] of [
  [[aGuid(7777)], 'only its other buildings'],
  [[], 'nothing'],
] as const) {
  test(`the record of what a player has built holds ${title} once the base is deleted`, async () => {
    const path = `Players/${id.zoe.replaceAll('-', '')}.sav`;
    for (const era of SAVE_ERAS) {
      const recorded = (built: readonly SaveGuid[]) => (saveData: TreeProperty[]) => {
        const record = structAt(saveData, 'RecordData');
        if (built.length > 0) record.push(guidsProperty('BuildingObjectMapObjectInstanceIds', built));
      };
      const opened = await aCampSave(era);
      const before = withTree(opened, recorded([id.chest, ...remaining, id.palboxObject]), path);
      const expected = withTree(opened, recorded(remaining), path).files.get(path)?.gvas;

      const { changed } = await edited(before, [DELETION]);

      assert.deepEqual(changed.find((file) => file.path === path)?.gvas, expected);
    }
  });
}

test('a camp is refused when a building of another one names its Pal, and says which one and what to do', async () => {
  const farm = id.otherPalboxObject;
  const opened = withTree(await aCampSave(), (world) => {
    const objects = elementsAt(world, 'MapObjectSaveData').map(listOf);
    const object = objects.at(-1) ?? [];
    requireProperty(object, 'MapObjectId').value = 'BreedFarm';
    appendToBlob(structAt(object, 'ConcreteModel'), writePropertyList([guidProperty('Pal', id.worker)]));
  });
  assertRefused(
    opened,
    DELETION,
    new RegExp(
      `^the Pal SheepBall ${id.worker} of the base camp ${id.camp} cannot be removed: the BreedFarm ${farm} of the base ` +
        `camp ${id.otherCamp} still names it; in the game, take the Pal out of it, or take it down, first$`,
    ),
  );
});

test('a camp is refused when a player file names one of its containers', async () => {
  const opened = await aCampSave();
  const [path, file] = [...opened.files].find(([name]) => name.startsWith('Players/')) ?? [];
  assert.ok(path && file);
  const tree = readProperties(file.gvas, path);
  tree.properties.push(guidProperty('SomeBox', id.chestItems));
  const files = new Map(opened.files).set(path, { ...file, gvas: writeProperties(tree) });
  assertRefused(
    { ...opened, files },
    DELETION,
    /the container of items 00000032-.* cannot be removed: Players\/.*\.sav still names it/,
  );
});

test('an object of a newer version refuses the deletion: its blob is unknown', async () => {
  const opened = withTree(await aCampSave(), (world) => {
    const [object] = elementsAt(world, 'MapObjectSaveData');
    assert.ok(object);
    appendToBlob(structAt(listOf(object), 'Model'), Buffer.alloc(1));
  });
  assert.throws(() => patchSave(opened.files, [DELETION], CONTEXT), {
    name: 'SaveError',
    message: /MapObjectSaveData\[0\]: 1 unknown bytes at the end of a blob/,
  });
});

test('one damaged byte anywhere ends in a deletion or in an error that names the record, never in an accident', async () => {
  const { files } = await aCampSave();
  const original = Buffer.from(levelOf(files));
  const outcomes = new Set<string>();
  fc.assert(
    fc.property(fc.nat(original.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
      const gvas = Buffer.from(original);
      gvas[at] = (gvas[at] ?? 0) ^ change;
      const damaged = Buffer.from(gvas);
      try {
        patchSave(withLevel(files, gvas), [DELETION], CONTEXT);
        outcomes.add('deleted');
      } catch (error) {
        assert.ok(error instanceof SaveError || error instanceof SaveEditError, String(error));
        outcomes.add(error.name);
      }
      assert.ok(gvas.equals(damaged), 'the bytes that were read are not written to');
    }),
    { ...runs(30), examples: [[21387, 128]] },
  );
  assert.ok(outcomes.has('deleted') && outcomes.has('SaveError'), [...outcomes].join());
});

function appendToBlob(struct: TreeProperty[], bytes: Uint8Array): void {
  requireProperty(struct, 'RawData').value = Buffer.concat([blobAt(struct), bytes]);
}

const CONTEXT = { newId: newIds(), nowMs: 0 };

function assertRefused(opened: OpenedSave, { campId }: { campId: SaveGuid }, message: RegExp): void {
  const edit = { kind: 'deleteCamp', campId } as const;
  assert.throws(() => patchSave(opened.files, [edit], CONTEXT), { name: 'SaveEditError', message });
}

function moveToBooth({ characters, characterContainers }: SaveWorld, pal: SaveGuid): void {
  const slot = { containerId: id.booth, index: 0 };
  for (const character of characters) if (character.instanceId === pal) character.slot = slot;
  for (const container of characterContainers) {
    container.slots = container.slots.filter(({ instanceId }) => instanceId !== pal);
    if (container.id === id.booth) container.slots.push({ index: 0, instanceId: pal });
  }
}

/** Asserts that a deletion has zeroed these bytes of an object's model, and no others. */
async function assertCleared(object: SaveGuid, from: number, to: number): Promise<void> {
  const opened = await aCampSave();
  const [was, is] = [opened, await edited(opened, [DELETION])].map(
    (save) => editorOf(save).section('MapObjectSaveData').findBlob(object, ['Model'])?.bytes,
  );
  assert.deepEqual(is, was && Buffer.from(was).fill(0, from, to));
  assert.notDeepEqual(is, was);
}
