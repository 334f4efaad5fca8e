import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SaveError } from '../format/save-error.ts';
import type { OpenSave } from '../read/open-save.ts';
import { nth } from '../testing/assert-breaks.ts';
import { aGuid } from '../testing/save-builder.ts';
import { aSoundSave, boxOf, SOUND, type SoundSave } from '../testing/sound-save.ts';
import { writeSoundSave } from '../testing/write-sound-save.ts';
import { diffSaves } from './diff-saves.ts';

const before = writeSoundSave(aSoundSave());

/** The differences that a change of the sound save makes, without their bytes. */
function differencesOf(change: (save: SoundSave) => void): string[] {
  const save = aSoundSave();
  change(save);
  return printed(before, writeSoundSave(save));
}

function printed(left: OpenSave, right: OpenSave): string[] {
  return diffSaves(left, right).map(
    ({ section, id, change, properties }) => `${change} ${section} ${id}: ${properties.join(', ')}`,
  );
}

test('identical saves have no differences', () => {
  assert.deepEqual(diffSaves(before, before), []);
  assert.deepEqual(diffSaves(before, writeSoundSave(aSoundSave())), []);
});

test('a changed count is one changed record with the path and the bytes that differ', () => {
  const save = aSoundSave();
  nth(nth(save.level.itemContainers, 12).slots, 0).count += 256;
  assert.deepEqual(diffSaves(before, writeSoundSave(save)), [
    {
      file: 'Level.sav',
      section: 'ItemContainerSaveData',
      id: SOUND.chest,
      change: 'changed',
      properties: ['Slots[0].RawData'],
      bytes: 1,
    },
  ]);
});

test('a slot more or less is one changed record', () => {
  const differences = differencesOf(({ level }) => (nth(level.itemContainers, 12).slots = []));
  assert.deepEqual(differences, [`changed ItemContainerSaveData ${SOUND.chest}: Slots`]);
});

test('properties inside the blob of a character are named', () => {
  const differences = differencesOf(({ level }) => {
    const zoe = nth(level.characters, 0);
    zoe.level = 6;
    zoe.spentPoints = 9;
    zoe.unusedPoints = 0;
    zoe.groupId = SOUND.organization;
  });
  assert.deepEqual(differences, [
    `changed CharacterSaveParameterMap ${SOUND.zoeBody}: SaveParameter.Level, ` +
      'SaveParameter.GotStatusPointList[0].StatusPoint, SaveParameter.GotStatusPointList[1].StatusPoint, ' +
      'SaveParameter.UnusedStatusPoint, RawData',
  ]);
});

test('added and removed records, in maps and in lists, at any position', () => {
  const differences = differencesOf(({ level }) => {
    level.characters = level.characters.filter(({ id }) => id !== SOUND.anubis);
    level.characters.push({ ...nth(level.characters, 0), id: aGuid(999) });
    level.dynamicItems.unshift({ ...nth(level.dynamicItems, 0), id: aGuid(998) });
    level.works = [];
    level.raidCampIds.push(aGuid(997));
  });
  assert.deepEqual(differences, [
    `added CharacterSaveParameterMap ${aGuid(999)}: `,
    `removed CharacterSaveParameterMap ${SOUND.anubis}: `,
    `removed WorkSaveData ${SOUND.work}: `,
    `added DynamicItemSaveData ${aGuid(998)}: `,
    `added InvaderSaveData ${aGuid(997)}: `,
  ]);
});

test('all bytes of an added record are counted', () => {
  const save = aSoundSave();
  save.level.raidCampIds.push(aGuid(997));
  const grown =
    nth([...writeSoundSave(save).values()], 0).gvas.length - nth([...before.values()], 0).gvas.length;
  const bytes = diffSaves(before, writeSoundSave(save)).map(({ bytes }) => bytes);
  assert.deepEqual(bytes, [grown]);
});

test('a changed object and a changed group are named by their ids', () => {
  const differences = differencesOf(({ level }) => {
    nth(level.mapObjects, 1).campId = aGuid(0);
    nth(level.groups, 0).handles.push(aGuid(999));
  });
  assert.deepEqual(differences, [
    `changed MapObjectSaveData ${SOUND.station}: Model.RawData`,
    `changed GroupSaveDataMap ${SOUND.guild}: RawData`,
  ]);
});

test('the same records in another order are a difference too', () => {
  const differences = differencesOf(({ level }) => {
    level.mapObjects.reverse();
  });
  assert.deepEqual(differences, ['changed MapObjectSaveData : ']);
});

test('a player file is one record with the paths of its properties', () => {
  const save = aSoundSave();
  const zoe = nth(save.players, 0);
  zoe.technologies.push('Bow');
  zoe.containers.set('food', boxOf(nth(save.players, 1).containers, 'food'));
  const differences = diffSaves(before, writeSoundSave(save)).map(({ bytes: _, ...rest }) => rest);
  assert.deepEqual(differences, [
    {
      file: zoe.file,
      section: '',
      id: '',
      change: 'changed',
      properties: [
        'SaveData.InventoryInfo.FoodEquipContainerId.ID',
        'SaveData.UnlockedRecipeTechnologyNames',
      ],
    },
  ]);
});

test('all bytes of an added or removed file are counted', () => {
  const save = aSoundSave();
  const removed = save.players.pop();
  const without = writeSoundSave(save);
  const bytes = before.get(removed?.file ?? '')?.gvas.length;
  const difference = { file: removed?.file, section: '', id: '', properties: [], bytes };
  assert.deepEqual(diffSaves(before, without), [{ ...difference, change: 'removed' }]);
  assert.deepEqual(diffSaves(without, before), [{ ...difference, change: 'added' }]);
});

test('bytes of the header are a difference, though no record is', () => {
  const level = nth([...before.values()], 0);
  const gvas = Buffer.from(level.gvas);
  gvas[20] = 9; // of the engine version
  const after = new Map([...before, [level.path, { ...level, gvas }]]);
  assert.deepEqual(printed(before, after), ['changed  : ']);
});

test('a damaged file is refused by name', () => {
  const level = nth([...before.values()], 0);
  const gvas = level.gvas.subarray(0, 900);
  const after = new Map([...before, [level.path, { ...level, gvas }]]);
  assert.throws(
    () => diffSaves(before, after),
    (error: unknown) => error instanceof SaveError && error.file === 'Level.sav',
  );
});

test('differences of files with any content are listed, or the file is refused', () => {
  const level = nth([...before.values()], 0);
  let seed = 11;
  for (let round = 0; round < 500; round += 1) {
    const gvas = Buffer.from(level.gvas);
    for (let change = 0; change < 3; change += 1) {
      seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
      gvas[seed % gvas.length] = seed >>> 24;
    }
    if (gvas.equals(level.gvas)) continue;
    const after = new Map([...before, [level.path, { ...level, gvas }]]);
    try {
      assert.notDeepEqual(diffSaves(before, after), []);
    } catch (error) {
      assert.ok(error instanceof SaveError, String(error));
    }
  }
});
