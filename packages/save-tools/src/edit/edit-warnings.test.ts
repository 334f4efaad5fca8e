import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { ConfigError } from '@palatine/platform/config-error';
import { ZERO_GUID } from '@palatine/save/guid';
import type { OpenSave } from '@palatine/save/open-save';
import { readSaveFolder } from '@palatine/save/read-save-folder';
import { SAVE_WARNING_KINDS, type SaveWarningKind, type SaveWorld } from '@palatine/save/save-types';
import { aFolder, aSoundSave, SOUND, type SoundSave, writeSoundSave } from '@palatine/save/testing';
import { loadCatalogue } from '@palatine/world/catalogue';
import { importSave } from '@palatine/world/import-save';
import { recordsOf } from '@palatine/world/world-records';
import { assertUnambiguous, assertUndamaged } from './edit-warnings.ts';

const catalogue = loadCatalogue();

/** Reads the sound save with changed records and changed files. */
async function read(
  change: (save: SoundSave) => void,
  changeFiles: (files: Map<string, Buffer>) => void = () => {},
): Promise<SaveWorld> {
  const save = aSoundSave();
  change(save);
  await using folder = await aFolder();
  const files = bytesOf(writeSoundSave(save));
  changeFiles(files);
  for (const [path, bytes] of files) {
    mkdirSync(dirname(join(folder.path, path)), { recursive: true });
    writeFileSync(join(folder.path, path), bytes);
  }
  return await readSaveFolder(folder.path, { tries: 1 });
}

function bytesOf(files: OpenSave): Map<string, Buffer> {
  return new Map([...files].map(([path, { packed }]) => [path, packed]));
}

const ofFury = `Players/${SOUND.fury.replaceAll('-', '')}.sav`;

test('a save without warnings, and one without a player file, are undamaged', async () => {
  const lacking = await read(({ players }) => players.pop());
  assert.equal(lacking.warnings.length, 1);
  for (const save of [await read(() => {}), lacking]) assertUndamaged('save', save.warnings);
});

for (const [what, changeFiles] of [
  ['a player file that ends early', (files: Map<string, Buffer>) => cut(files, ofFury, 200)],
  ['a player file that is not one', (files: Map<string, Buffer>) => files.set(ofFury, Buffer.from('none'))],
  ['a record that is cut off', shortenItemSlot],
] as const) {
  test(`${what} is damage`, async () => {
    const { warnings } = await read(() => {}, changeFiles);
    assert.throws(() => assertUndamaged('save', warnings), {
      name: ConfigError.name,
      message: /^save holds what Palatine cannot read, so it changes nothing there: \w+/,
    });
  });
}

test('two Pals of one id and two stacks in one slot are named, and prevent no other change', async () => {
  const { warnings } = await read(({ level }) => {
    level.characters.push(...level.characters.filter(({ id }) => id === SOUND.anubis));
    const chest = level.itemContainers.find(({ id }) => id === SOUND.chest);
    chest?.slots.push(...chest.slots);
  });
  assert.equal(warnings.length, 2);
  assertUndamaged('save', warnings);
});

test('an unreadable LevelMeta.sav is not damage for an edit, which never writes it', async () => {
  for (const bytes of ['', 'not a save at all']) {
    const { warnings } = await read(
      () => {},
      (files) => files.set('LevelMeta.sav', Buffer.from(bytes)),
    );
    assert.equal(warnings.length, 1);
    assertUndamaged('save', warnings);
  }
});

for (const [what, id, change] of [
  ['a Pal marked as a player', SOUND.anubis, { isPlayer: true }],
  ['a player whose file has another uid', SOUND.furyBody, { playerUid: SOUND.guild }],
  ['a player without a uid', SOUND.furyBody, { playerUid: ZERO_GUID }],
] as const) {
  test(`${what} is damage`, async () => {
    const { warnings } = await read(({ level }) =>
      Object.assign(level.characters.find((character) => character.id === id) ?? {}, change),
    );
    assert.throws(() => assertUndamaged('save', warnings), {
      name: ConfigError.name,
      message: /: Level\.sav: the player .* has the uid [0-9A-F-]{35}/,
    });
  });
}

test('two files of one character prevent a change of that player only', async () => {
  const save = await read(
    () => {},
    (files) =>
      files.set('Players/FF000000000000000000000000000000.sav', files.get(ofFury) ?? Buffer.alloc(0)),
  );
  assertUndamaged('save', save.warnings);
  const world = importSave(save, { catalogue, nowMs: 0, seed: 1 });
  const before = recordsOf(world);
  const changed = (uid: string) => {
    const player = world.players.get(uid);
    assert.ok(player);
    const players = new Map(before.players).set(uid, { ...player, technologyPoints: 7 });
    return () => assertUnambiguous('save', save, before, { ...before, players });
  };
  for (const warning of save.warnings) warning.message = 'reworded';
  changed(SOUND.zoe)();
  assert.throws(changed(SOUND.fury), /remove the file that the game does not use from Players/);
});

const DAMAGE: readonly SaveWarningKind[] = [
  ...(['UnreadableFile', 'UnreadableFolder', 'PlayerUid', 'SkippedRecord'] as const),
  ...(['UnknownType', 'CutText', 'NewerBytes', 'NewerLayout'] as const),
];

for (const kind of SAVE_WARNING_KINDS) {
  test(`whether ${kind} prevents an edit does not depend on the words of its message`, () => {
    const edit = (message: string) => () =>
      assertUndamaged('save', [{ kind, file: ofFury, place: '', message }]);
    for (const message of ['reworded', 'no usable file: ', 'two characters have the id '])
      if (DAMAGE.includes(kind)) assert.throws(edit(message), { name: ConfigError.name });
      else edit(message)();
  });
}

function cut(files: Map<string, Buffer>, path: string, bytes: number): void {
  files.set(path, files.get(path)?.subarray(0, bytes) ?? Buffer.alloc(0));
}

/** Changes the text length in the blob of the first slot with Wood, so that the blob ends too early or too late. */
function shortenItemSlot(files: Map<string, Buffer>): void {
  const level = files.get('Level.sav') ?? Buffer.alloc(0);
  const at = level.indexOf('Wood\0');
  level.writeInt32LE(1_000_000, at - 4);
}
