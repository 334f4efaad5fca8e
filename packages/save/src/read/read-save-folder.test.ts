import assert from 'node:assert/strict';
import { copyFile, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { aFolder } from '@palatine/platform/testing';
import type { SaveWorld } from '../format/save-types.ts';
import { twoPlayersOneCamp } from '../testing/sample-world.ts';
import { aCharacter, aGuid, anEmptyWorld, aPlayer } from '../testing/save-builder.ts';
import { writeSaveFolder } from '../testing/write-save-folder.ts';
import { readSaveFolder } from './read-save-folder.ts';

const ZOE = '0000000B00000000000000000000ABCD';

async function aSaveFolder(world = twoPlayersOneCamp()) {
  const folder = await aFolder();
  await writeSaveFolder(folder.path, world, { era: 'D' });
  return folder;
}

test('copies and dimension storages are not player files', async () => {
  await using folder = await aSaveFolder();
  const players = join(folder.path, 'Players');
  for (const name of [`${ZOE} - Copy.sav`, `${ZOE}_dps.sav`, `${ZOE}.sav.bak`, 'notes.txt']) {
    await copyFile(join(players, `${ZOE}.sav`), join(players, name));
  }
  const world = await readSaveFolder(folder.path);
  assert.equal(world.players.length, 2);
  assert.deepEqual(world.warnings, []);
});

test('a folder without LevelMeta.sav is a world without a name', async () => {
  await using folder = await aSaveFolder();
  await rm(join(folder.path, 'LevelMeta.sav'));
  const world = await readSaveFolder(folder.path);
  assert.equal(world.worldName, '');
  assert.deepEqual(world.warnings, []);
});

test('a folder without Level.sav is refused at once', async () => {
  await using folder = await aSaveFolder();
  await rm(join(folder.path, 'Level.sav'));
  const refusal = { name: 'SaveError', message: 'Level.sav: the file does not exist' };
  await assert.rejects(readSaveFolder(folder.path, { retryDelayMs: 60_000 }), refusal);
});

test('a player file in the place of Level.sav is refused', async () => {
  await using folder = await aSaveFolder();
  await copyFile(join(folder.path, 'Players', `${ZOE}.sav`), join(folder.path, 'Level.sav'));
  await assert.rejects(readSaveFolder(folder.path, { tries: 1 }), { name: 'SaveError', file: 'Level.sav' });
});

test('of two files that name one character the one with its uid is kept', async () => {
  const [owner, leftover, body] = [aGuid(9), aGuid(1), aGuid(100)];
  await using folder = await aSaveFolder({
    ...anEmptyWorld(),
    characters: [aCharacter({ instanceId: body, playerUid: owner, isPlayer: true })],
    players: [aPlayer(leftover, body), aPlayer(owner, body)],
  });
  const world = await readSaveFolder(folder.path);
  const uids = world.players.map((player) => player.uid);
  assert.deepEqual(uids, [owner]);
  const warnings = world.warnings.map(({ file, place }) => [file, place]);
  assert.deepEqual(warnings, [['Players/0000000100000000000000000000ABCD.sav', 'SaveData.IndividualId']]);
});

test('players without a file are one warning with their number, and so is a world without any', async () => {
  await using folder = await aSaveFolder();
  const players = join(folder.path, 'Players');
  const files = await readdir(players);
  for (const file of files) await rm(join(players, file));
  await writeFile(join(players, `${'F'.repeat(32)}.sav`), await readFile(join(folder.path, 'LevelMeta.sav')));
  const some = await readSaveFolder(folder.path);
  assert.match(some.warnings.at(-1)?.message ?? '', /"ゾーイ".*and 1 more/);
  await rm(players, { recursive: true });
  const { warnings } = await readSaveFolder(folder.path);
  const message = 'it does not exist: place, inventory and records of all 2 players are unknown';
  assert.deepEqual(warnings, [{ kind: 'UnreadableFolder', file: 'Players', place: '', message }]);
});

test('a file that is being written is read again until it fits', async () => {
  await using folder = await aSaveFolder();
  const path = join(folder.path, 'Level.sav');
  const bytes = await readFile(path);
  await writeFile(path, bytes.subarray(0, bytes.length / 2));
  const reading = readSaveFolder(folder.path, { tries: 50, retryDelayMs: 10 });
  await delay(40);
  await writeFile(path, bytes);
  assert.deepEqual(await reading, twoPlayersOneCamp());
});

test('what is read can be sent to another thread and printed as JSON', async () => {
  const world = twoPlayersOneCamp();
  const zoe = world.players[0];
  assert.ok(zoe);
  zoe.records.craftItemCount = JSON.parse('{"__proto__": 3, "Wood": 4}');
  await using folder = await aSaveFolder(world);
  const [player] = structuredClone(await readSaveFolder(folder.path)).players;
  assert.equal(JSON.stringify(player?.records.craftItemCount), '{"__proto__":3,"Wood":4}');
});

for (const stray of ['00000000000000000000000000000001', 'FFFFFFFF000000000000000000000000']) {
  test(`of two files of a player the one with the player's name is used, not its copy under ${stray}`, async () => {
    const points = (world: SaveWorld) =>
      world.players.filter(({ uid }) => uid === aGuid(11)).map((player) => player.technologyPoints);
    const zoes = twoPlayersOneCamp();
    const [first] = points(zoes);
    for (const player of zoes.players) player.technologyPoints += 500;
    await using source = await aSaveFolder(zoes);
    await using folder = await aSaveFolder();
    const players = join(folder.path, 'Players');
    await copyFile(join(source.path, 'Players', `${ZOE}.sav`), join(players, `${stray}.sav`));

    const world = await readSaveFolder(folder.path);

    assert.deepEqual(points(world), [first]);
    const warnings = world.warnings.map(({ file, message }) => `${file}: ${message}`);
    assert.deepEqual(warnings, [
      `Players/${stray}.sav: the file belongs to player ${aGuid(11)} by its contents, which count`,
      `Players/${stray}.sav: names the same character as Players/${ZOE}.sav; the file was left out`,
    ]);
  });

  test(`a file under ${stray} that names another character of a player does not come before the player's own`, async () => {
    const world = twoPlayersOneCamp();
    for (const player of world.players) player.instanceId = aGuid(999);
    await using source = await aSaveFolder(world);
    await using folder = await aSaveFolder();
    const players = join(folder.path, 'Players');
    await copyFile(join(source.path, 'Players', `${ZOE}.sav`), join(players, `${stray}.sav`));

    const { players: loaded } = await readSaveFolder(folder.path);

    assert.equal(loaded.find(({ uid }) => uid === aGuid(11))?.file, `Players/${ZOE}.sav`);
  });
}

test('of two characters with one id and two stacks in one slot both are named', async () => {
  const world = twoPlayersOneCamp();
  const [first] = world.characters.filter(({ isPlayer }) => !isPlayer);
  const [chest] = world.itemContainers;
  const [stack] = chest?.slots ?? [];
  assert.ok(first && chest && stack);
  world.characters.push({ ...first, characterId: 'Anubis', nickname: 'Rex' });
  chest.slots.push({ ...stack, itemId: 'Stone', count: 3 });
  await using folder = await aSaveFolder(world);

  const loaded = await readSaveFolder(folder.path);

  const warnings = loaded.warnings.map(({ file, message }) => `${file}: ${message}`);
  assert.deepEqual(warnings, [
    `Level.sav: two characters have the id ${first.instanceId}: "${first.nickname || first.characterId}" and "Rex"; one of them is left out`,
    `Level.sav: two stacks stand in slot ${stack.index} of the container ${chest.id}: ${stack.count} "${stack.itemId}" and 3 "Stone"; the second is left out`,
  ]);
});
