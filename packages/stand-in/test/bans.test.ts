import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { aFolder } from '@palatine/platform/testing';
import { openBans } from '../src/bans.ts';
import { seededChance } from '../src/chance.ts';

const DIGITS = 'A0000003BBBBBBBBCCCCCCCCD0000003';

async function bansOf(text: string) {
  const folder = await aFolder();
  const saveFolder = join(folder.path, 'SaveGames', '0', 'WORLD');
  const file = join(folder.path, 'SaveGames', 'banlist.txt');
  mkdirSync(saveFolder, { recursive: true });
  writeFileSync(file, text);
  return {
    bans: openBans(saveFolder, seededChance(1)),
    text: () => readFileSync(file, 'utf8'),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

test('a list of the game is read, and an unban blanks its line and no other', async () => {
  const line = (userId: string) => `${userId},${DIGITS}\n`;
  await using list = await bansOf(line('steam_76561190000000101') + line('gdk_2535400000000001'));
  assert.deepEqual(list.bans.list(), ['steam_76561190000000101', 'gdk_2535400000000001']);
  assert.equal(list.bans.unban('steam_76561190000000101'), DIGITS);
  assert.equal(list.text(), `\n${line('gdk_2535400000000001')}`);
  assert.equal(list.bans.has('steam_76561190000000101'), false);
  assert.ok(list.bans.has('gdk_2535400000000001'));
});

test('bare entries, comments and entries in one line are read', async () => {
  await using list = await bansOf(
    `# bans of the old server\nsteam_1\nsteam_2,${DIGITS}ps5_3steam_4 # a comment, steam_9\n\n`,
  );
  assert.deepEqual(list.bans.list(), ['steam_1', 'steam_2', 'ps5_3', 'steam_4']);
});

test('an empty file holds no bans, and a ban is written at once, one time', async () => {
  await using list = await bansOf('');
  const digits = list.bans.ban('steam_1');
  assert.equal(list.bans.ban('steam_1'), digits);
  assert.equal(list.text(), `steam_1,${digits}\n`);
});
