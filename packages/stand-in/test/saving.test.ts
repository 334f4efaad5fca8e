import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { checkSave } from '@palatine/save/check-save';
import { openSave } from '@palatine/save/read-save-folder';
import { until } from '@palatine/testing/until';
import { callGame } from '../src/call-game.ts';
import { openGameServer, type RunningGameServer } from '../src/open-game-server.ts';
import { generatePlayers } from '../src/world/generated-players.ts';

const [ZOE, FURY] = generatePlayers();
const [zoe, fury] = [ZOE.userId, FURY.userId];

async function savedWorld(folder: string) {
  const { files, save } = await openSave(folder);
  assert.deepEqual(checkSave(files), []);
  assert.deepEqual(save.warnings, []);
  return save;
}

const inode = (game: RunningGameServer, path: string) => statSync(join(game.saveFolder, path)).ino;
const zoesFile = `Players/${ZOE.playerId}.sav`;
const furysFile = `Players/${FURY.playerId}.sav`;

test('what players do is in the save after a round, and in the memory of the next start', async () => {
  await using game = await openGameServer({
    variants: { autosaveMs: 0, loadingMs: 0 },
  });
  await game.control('join', { userId: zoe });
  await game.control('gainItem', { userId: zoe, itemId: 'Wood', count: 70 });
  await game.control('gainItem', { userId: zoe, itemId: 'Stone', count: 3 });
  await game.control('gainItem', { userId: zoe, itemId: 'Wood', count: -20 });
  await game.control('gainLevel', { userId: zoe, levels: 2 });
  const { instanceId } = await game.control('catchPal', { userId: zoe, characterId: 'SheepBall' });
  await game.control('learn', { userId: zoe, technology: 'Bat' });
  await game.control('move', { userId: zoe, x: -1000.5, y: 2000.25 });
  await callGame(game, 'save', { body: '' });
  const save = await savedWorld(game.saveFolder);
  const pal = save.characters.find((character) => character.instanceId === instanceId);
  assert.equal(pal?.characterId, 'SheepBall');

  const before = (await game.control('audit')).players[ZOE.playerId];
  assert.deepEqual(before?.items, { Wood: 50, Stone: 3, AdditionalInventory_001: 1 });
  assert.deepEqual([before?.level, before?.pals], [7, ['Anubis', 'SheepBall']]);
  await game.control('stop', {});
  await game.control('start');
  const after = (await game.control('audit')).players[ZOE.playerId];
  assert.deepEqual(after, before);
});

test('each round writes the files of those who were online, then Level.sav and LevelMeta.sav', async () => {
  await using game = await openGameServer({ variants: { autosaveMs: 0, loadingMs: 0 } });
  const paths = [zoesFile, furysFile, 'Level.sav', 'LevelMeta.sav'];
  const written = async () => {
    const before = paths.map((path) => inode(game, path));
    await game.control('save');
    return paths.filter((path, index) => inode(game, path) !== before[index]);
  };
  assert.deepEqual(await written(), ['Level.sav', 'LevelMeta.sav']);
  await game.control('join', { userId: zoe });
  assert.deepEqual(await written(), [zoesFile, 'Level.sav', 'LevelMeta.sav']);
  await game.control('leave', { userId: zoe });
  assert.deepEqual(await written(), [zoesFile, 'Level.sav', 'LevelMeta.sav'], 'once more after they left');
  assert.deepEqual(await written(), ['Level.sav', 'LevelMeta.sav']);
  await game.control('variants', { savedPlayers: 'all' });
  assert.deepEqual(await written(), paths);
  const { savedAtMs } = await savedWorld(game.saveFolder);
  assert.equal(savedAtMs, (await game.control('status')).savedAtMs);
});

test('a file of another is written over from memory', async () => {
  await using game = await openGameServer({ variants: { autosaveMs: 0, loadingMs: 0 } });
  const level = join(game.saveFolder, 'Level.sav');
  const players = await savedWorld(game.saveFolder);
  writeFileSync(level, 'edited while the server runs');
  await game.control('save');
  const save = await savedWorld(game.saveFolder);
  assert.equal(save.characters.length, players.characters.length);
});

test('the files of a round change one after another, in any order', async () => {
  await using game = await openGameServer({ variants: { autosaveMs: 0, loadingMs: 0, fileGapMs: 60_000 } });
  await game.control('join', { userId: zoe });
  const before = { level: inode(game, 'Level.sav'), zoe: inode(game, zoesFile) };
  const saved = game.control('save');
  await until('the player file is newer', () => inode(game, zoesFile) !== before.zoe);
  assert.equal(inode(game, 'Level.sav'), before.level, 'Level.sav is one round older');
  saved.catch(() => {}); // it ends with the stand-in
});

test('Level.sav comes first where the order says so, and both have a temporary file before', async () => {
  await using game = await openGameServer({
    variants: { autosaveMs: 0, loadingMs: 0, saveOrder: ['level', 'players', 'meta'], halfWrittenMs: 60_000 },
  });
  await game.control('join', { userId: zoe });
  const level = join(game.saveFolder, 'Level.sav');
  const fullSize = statSync(level).size;
  const saved = game.control('save');
  await until(
    'the temporary file is there',
    () => existsSync(`${level}.tmp`) && statSync(`${level}.tmp`).size > 0,
  );
  assert.ok(statSync(`${level}.tmp`).size < fullSize, 'and half written');
  assert.equal(existsSync(join(game.saveFolder, `${zoesFile}.tmp`)), false);
  saved.catch(() => {});
});

test('a file is missing between removal and rename where the game deletes first', async () => {
  await using game = await openGameServer({ variants: { autosaveMs: 0, missingMs: 60_000 } });
  const level = join(game.saveFolder, 'Level.sav');
  const saved = game.control('save');
  await until('Level.sav is missing', () => !existsSync(level) && existsSync(`${level}.tmp`));
  saved.catch(() => {});
});

test('a pause in a round leaves it half done until the pause is over', async () => {
  await using game = await openGameServer({ variants: { autosaveMs: 0, loadingMs: 0, fileGapMs: 50 } });
  await game.control('join', { userId: zoe });
  const before = { level: inode(game, 'Level.sav'), zoe: inode(game, zoesFile) };
  const saved = game.control('save');
  await until('the first file is there', () => inode(game, zoesFile) !== before.zoe);
  await game.control('pause', {});
  assert.equal((await game.control('status')).saves, 0);
  assert.equal(inode(game, 'Level.sav'), before.level);
  await game.control('resume');
  await saved;
  assert.equal((await game.control('status')).saves, 1);
});

test('autosaves come by themselves, and generations with them', async () => {
  await using game = await openGameServer({
    variants: { autosaveMs: 20, loadingMs: 0, generationSpeed: 30 },
  });
  await until('some rounds are written', async () => (await game.control('status')).saves >= 5);
  const backups = join(game.saveFolder, 'backup', 'world');
  await until('there are two generations', () => readdirSync(backups).length >= 2);
  const [oldest = ''] = readdirSync(backups).sort();
  assert.match(oldest, /^\d{4}\.\d\d\.\d\d-\d\d\.\d\d\.\d\d$/);
  await savedWorld(join(backups, oldest));
});

test('a fault of the disk breaks one round, and the next repairs it', async () => {
  await using game = await openGameServer({ variants: { autosaveMs: 0, loadingMs: 0, generations: false } });
  const sizeOf = (path: string) => statSync(join(game.saveFolder, path)).size;
  await game.control('join', { userId: zoe });
  for (const [fault, path] of [
    ['emptyLevel', 'Level.sav'],
    ['emptyMeta', 'LevelMeta.sav'],
    ['emptyPlayer', zoesFile],
  ] as const) {
    await game.control('diskFault', { fault });
    await game.control('save');
    assert.equal(sizeOf(path), 0, fault);
    await game.control('save');
    await savedWorld(game.saveFolder);
  }
  const { saves } = await game.control('status');
  for (const fault of ['diskFull', 'halfWrittenTmp'] as const) {
    const before = readFileSync(join(game.saveFolder, 'Level.sav'));
    await game.control('gainItem', { userId: zoe, itemId: 'Wood', count: 1 });
    await game.control('diskFault', { fault });
    await game.control('save');
    assert.deepEqual(readFileSync(join(game.saveFolder, 'Level.sav')), before, fault);
    assert.equal(existsSync(join(game.saveFolder, 'Level.sav.tmp')), fault === 'halfWrittenTmp');
  }
  assert.deepEqual((await game.control('status')).saves, saves);
  assert.equal((await game.control('status')).failedSaves, 2);
  assert.match(game.output(), /^Failed to save\. Failed copy from backup\.$/m);
  await game.control('save');
  const save = await savedWorld(game.saveFolder);
  const inventory = save.players.find(({ uid }) => uid.startsWith(ZOE.playerId.slice(0, 8)))?.inventory;
  const slots = save.itemContainers.find(({ id }) => id === inventory?.common)?.slots;
  const stacks = slots?.map(({ itemId, count }) => [itemId, count]);
  assert.deepEqual(stacks, [['Wood', 2]], 'nothing is lost');
});

test('a round fails while somebody has a file open, where files are locked as on Windows', async (context) => {
  if (process.platform !== 'linux') return context.skip('needs /proc');
  await using game = await openGameServer({ variants: { autosaveMs: 0, failsWhenOpen: true } });
  const { open } = await import('node:fs/promises');
  const handle = await open(join(game.saveFolder, 'Level.sav'));
  await game.control('save');
  assert.equal((await game.control('status')).failedSaves, 1);
  await handle.close();
  await game.control('save');
  assert.equal((await game.control('status')).saves, 1);
});

test('other faults are in the folder: a second world, a lower-case file, an unfinished generation', async () => {
  await using game = await openGameServer({ variants: { autosaveMs: 0 } });
  const worlds = () => readdirSync(join(game.saveFolder, '..'));
  await game.control('diskFault', { fault: 'secondWorld' });
  const [secondWorld = ''] = worlds().filter((name) => name !== game.worldGuid);
  const changed = (world: string) => statSync(join(game.saveFolder, '..', world, 'Level.sav')).mtimeMs;
  assert.ok(changed(secondWorld) > changed(game.worldGuid));
  await game.control('diskFault', { fault: 'lowerCasePlayer' });
  assert.ok(readdirSync(join(game.saveFolder, 'Players')).some((name) => /[a-f]/.test(name.slice(0, 8))));
  await game.control('diskFault', { fault: 'unfinishedGeneration' });
  const backups = join(game.saveFolder, 'backup', 'world');
  assert.deepEqual(readdirSync(join(backups, readdirSync(backups)[0] ?? '')), ['Players']);
});

test('a file in lower case is not read at the next boot', async () => {
  await using game = await openGameServer({ variants: { autosaveMs: 0 } });
  await game.control('stop', {});
  const players = join(game.saveFolder, 'Players');
  renameSync(join(players, `${FURY.playerId}.sav`), join(players, `${FURY.playerId.toLowerCase()}.sav`));
  await game.control('start');
  const audit = await game.control('audit');
  assert.equal(audit.players[FURY.playerId], undefined);
  assert.ok(audit.players[ZOE.playerId]);
});

test('somebody new gets a body, containers, a guild and a file', async () => {
  await using game = await openGameServer({ variants: { autosaveMs: 0, loadingMs: 0 } });
  const userId = 'gdk_2535400000000001';
  const { playerId } = await game.control('join', { userId, name: 'Newcomer' });
  await until('the newcomer has a record', async () => playerId in (await game.control('audit')).players);
  await game.control('gainItem', { userId, itemId: 'Wood', count: 5 });
  await game.control('catchPal', { userId, characterId: 'SheepBall' });
  await game.control('join', { userId: fury });
  await game.control('save');
  const save = await savedWorld(game.saveFolder);
  const newcomer = save.characters.find(({ nickname }) => nickname === 'Newcomer');
  assert.equal(newcomer?.playerUid.replaceAll('-', ''), playerId);
  const guild = save.groups.find(({ id }) => id === newcomer?.groupId);
  assert.deepEqual(guild?.guild?.members.length, 1);
  const truth = (await game.control('audit')).players[playerId];
  assert.deepEqual([truth?.pals, truth?.items.Wood], [['SheepBall'], 5]);
});

test('a server that ends while LevelMeta.sav is empty writes a new one after the next start', async () => {
  await using game = await openGameServer({ variants: { autosaveMs: 0 } });
  await game.control('diskFault', { fault: 'emptyMeta' });
  await game.control('save');
  await game.control('kill');
  await game.control('start');
  await game.control('save');
  assert.equal((await savedWorld(game.saveFolder)).inGameDay, 12);
});
