import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OpenSave } from '../read/open-save.ts';
import { aLevelFileOf } from '../testing/crafted-files.ts';
import { levelOf, withLevel } from '../testing/edited-save.ts';
import type { PropertyWriter } from '../testing/property-writer.ts';
import { aSoundSave, SOUND } from '../testing/sound-save.ts';
import { writeSoundSave } from '../testing/write-sound-save.ts';
import { checkSave } from './check-save.ts';

const LEVEL = 'Level.sav';

/** Violations of a sound save after `change` has patched a copy of the bytes of Level.sav. */
function violationsAfter(change: (gvas: Buffer) => Buffer | undefined): string[] {
  const files = writeSoundSave(aSoundSave());
  const copy = Buffer.from(levelOf(files));
  return linesOf(withLevel(files, change(copy) ?? copy));
}

function linesOf(files: OpenSave): string[] {
  return checkSave(files).map(({ code, subject, message }) => `${code} ${subject}: ${message}`);
}

/** Violations of a Level.sav whose `worldSaveData` is what `list` writes. */
function violationsIn(list: (writer: PropertyWriter) => void): string[] {
  const gvas = aLevelFileOf(list);
  return linesOf(new Map([[LEVEL, { path: LEVEL, container: 'GVAS', packed: gvas, gvas }]]));
}

/** Offset behind the n-th text of that name, its length before it. */
function behind(gvas: Buffer, name: string, from = 0): number {
  const at = gvas.indexOf(`${name}\0`, from, 'latin1');
  assert.ok(at > 0, `${name} is missing`);
  return at + name.length + 1;
}

/** Offset of the i32 that is the size of a property of that name and type. */
function sizeAt(gvas: Buffer, name: string, type: string, from = 0): number {
  return behind(gvas, type, behind(gvas, name, from));
}

function addTo(gvas: Buffer, at: number, difference: number): void {
  gvas.writeInt32LE(gvas.readInt32LE(at) + difference, at);
}

const onlyD1 = (lines: string[]) => [...new Set(lines.map((line) => line.slice(0, 2)))];

test('D1: a wrong size of a section, of worldSaveData, and of a property', () => {
  for (const [name, type] of [
    ['ItemContainerSaveData', 'MapProperty'],
    ['worldSaveData', 'StructProperty'],
    ['MapObjectSaveData', 'ArrayProperty'],
  ] as const) {
    for (const difference of [-1, 1]) {
      const lines = violationsAfter((gvas) => void addTo(gvas, sizeAt(gvas, name, type), difference));
      assert.ok(onlyD1(lines).includes('D1'), `${name} ${difference}`);
    }
  }
});

test('D1: a wrong inner size of an array of structs names the array', () => {
  const lines = violationsAfter((gvas) => {
    const array = sizeAt(gvas, 'WorkSaveData', 'ArrayProperty');
    addTo(gvas, sizeAt(gvas, 'WorkSaveData', 'StructProperty', array), 1);
  });
  assert.equal(lines.length, 1);
  assert.match(
    lines[0] ?? '',
    /^D1 worldSaveData\.WorkSaveData: .*its inner size is \d+, but its elements have \d+ bytes/,
  );
});

test('D1: a wrong inner size inside the blob of a character names the character', () => {
  const lines = violationsAfter((gvas) => {
    const points = behind(gvas, 'GotStatusPointList');
    addTo(gvas, sizeAt(gvas, 'GotStatusPointList', 'StructProperty', points), 1);
  });
  assert.equal(lines.length, 1);
  assert.match(lines[0] ?? '', new RegExp(`^D1 ${SOUND.zoeBody} SaveParameter\\.GotStatusPointList: `));
});

test('D1: a wrong count of records', () => {
  const lines = violationsAfter((gvas) => {
    const array = behind(gvas, 'DynamicItemSaveData');
    const count = behind(gvas, 'StructProperty', array) + 1;
    assert.equal(gvas.readUInt32LE(count), 1);
    gvas.writeUInt32LE(2, count);
  });
  assert.ok(lines.some((line) => line.startsWith('D1 worldSaveData.DynamicItemSaveData')));
});

test('D1: a text without its end', () => {
  const lines = violationsAfter((gvas) => {
    gvas[behind(gvas, 'BOSS_FoxMage') - 1] = 1;
    return undefined;
  });
  assert.match(lines.join('\n'), new RegExp(`D1 ${SOUND.worker} SaveParameter\\.CharacterID: .*has no end`));
});

test('D1: bytes behind the last property', () => {
  const lines = violationsAfter((gvas) => Buffer.concat([gvas, Buffer.of(0)]));
  assert.deepEqual(onlyD1(lines), ['D1']);
  assert.match(lines[0] ?? '', /four zeros/);
});

for (const [title, change, message] of [
  // The last four bytes of the sword’s slot go, and all sizes around it are right again.
  [
    'without the bytes of its mark',
    (blob) => blob.subarray(0, -4),
    /4 bytes expected at byte \d+, 0 are left/,
  ],
  ['with bytes left over', (blob) => Buffer.concat([blob, Buffer.alloc(1)]), /1 bytes are left at its end/],
  [
    'with a mark that is not zero',
    (blob) => Buffer.concat([blob.subarray(0, -4), Buffer.of(1, 0, 0, 0)]),
    /the mark at byte \d+ is not zero/,
  ],
] as [string, (blob: Buffer) => Uint8Array, RegExp][]) {
  test(`D1: a slot blob ${title}`, () => {
    const lines = brokenSlot(change);
    assert.deepEqual(onlyD1(lines), ['D1']);
    assert.match(lines[0] ?? '', message);
  });
}

/** Violations of a file of one container with one slot, whose blob `change` has changed. */
function brokenSlot(change: (blob: Buffer) => Uint8Array): string[] {
  return violationsIn((writer) => {
    writer.map('ItemContainerSaveData', 'StructProperty', 'StructProperty', [0], () => {
      writer.guidProperty('ID', SOUND.chest);
      writer.none();
      writer.structs('Slots', 'PalItemSlotSaveData', [0], () => {
        writer.bytes('RawData', change(writer.blob(writeSlot)));
        writer.bytes('CustomVersionData', VERSIONS);
      });
      writer.int('SlotNum', 1);
      writer.none();
    });
  });
}

function writeSlot(blob: PropertyWriter): void {
  blob.i32(0);
  blob.i32(5);
  blob.text('Wood');
  blob.zeros(32 + 12);
  blob.f32(0);
  blob.u32(0); // the mark
}

/** A list of versions with the mark in it. */
const VERSIONS = Buffer.from('01000000380b00de4949d7ce97df2d99c0c1c36901000000', 'hex');

test('a sound slot is no violation', () =>
  assert.deepEqual(
    brokenSlot((blob) => blob),
    [],
  ));

const codesAndSubjects = (lines: string[]) => lines.map((line) => line.replace(/:.*$/, ''));

test('D2: a property that is there again in another spelling', () => {
  const lines = violationsIn((writer) => {
    writer.listStruct('GameTimeSaveData', 'PalGameTimeSaveData', () => {
      writer.int64('RealDateTimeTicks', 1n);
      writer.int64('realdatetimeticks', 0n);
    });
  });
  assert.deepEqual(codesAndSubjects(lines), ['D2 worldSaveData.GameTimeSaveData.realdatetimeticks']);
});

test('D2: Hp and HP of one Pal', () => {
  const lines = violationsIn((writer) => {
    writer.map('CharacterSaveParameterMap', 'StructProperty', 'StructProperty', [0], () => {
      writer.guidProperty('InstanceId', SOUND.anubis);
      writer.none();
      writer.bytes('RawData', writer.blob(writePalWithTwoHps));
      writer.none();
    });
  });
  const damage = lines.filter((line) => line.startsWith('D'));
  assert.deepEqual(codesAndSubjects(damage), [`D2 ${SOUND.anubis} SaveParameter.HP`]);
});

function writePalWithTwoHps(blob: PropertyWriter): void {
  blob.listStruct('SaveParameter', 'PalIndividualCharacterSaveParameter', () => {
    blob.fixedPoint('Hp', 500);
    blob.fixedPoint('HP', 0);
  });
  blob.none();
  blob.u32(0);
  blob.guid(SOUND.guild);
}

test('a save without Level.sav is invalid', () => {
  assert.deepEqual(linesOf(new Map()), ['D1 : The save has no Level.sav.']);
});

test('checking a file never throws, whatever its contents', () => {
  const files = writeSoundSave(aSoundSave());
  let seed = 7;
  for (let round = 0; round < 300; round += 1) {
    const gvas = Buffer.from(levelOf(files));
    for (let change = 0; change < 3; change += 1) {
      seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
      gvas[seed % gvas.length] = seed >>> 24;
    }
    checkSave(withLevel(files, gvas));
  }
});
