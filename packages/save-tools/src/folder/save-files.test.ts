import assert from 'node:assert/strict';
import { test } from 'node:test';
import { temporaryName } from '@palatine/platform/private-files';
import { sha256Of } from '@palatine/platform/read-file';
import {
  changedFiles,
  isEditable,
  isGameFile,
  isTemporary,
  JOURNAL,
  replacementOrder,
} from './save-files.ts';

const PLAYER = 'Players/5E7A11C0000000000000000000000000.sav';
const STORAGE = 'Players/5E7A11C0000000000000000000000000_dps.sav';

test('Level.sav is replaced last, after LevelMeta.sav, and the players first', () => {
  const player = 'Players/00000000000000000000000000000001.sav';
  assert.deepEqual(replacementOrder(['Level.sav', PLAYER, 'LevelMeta.sav', player]), [
    player,
    PLAYER,
    'LevelMeta.sav',
    'Level.sav',
  ]);
});

test('an edit writes only the world, LevelMeta.sav and the files of players', () => {
  for (const path of ['Level.sav', 'LevelMeta.sav', PLAYER, PLAYER.toLowerCase().replace('p', 'P')]) {
    assert.ok(isEditable(path), path);
  }
  for (const path of [
    '',
    'level.sav',
    'LocalData.sav',
    'WorldOption.sav',
    'Players/5E7A11C0000000000000000000000000_dps.sav',
    'Players/5E7A11C0000000000000000000000000 - Copy.sav',
    `backup/${PLAYER}`,
    `../${PLAYER}`,
    'Players/../Level.sav',
    `${PLAYER}/x`,
    'Players\\5E7A11C0000000000000000000000000.sav',
  ]) {
    assert.ok(!isEditable(path), path);
  }
});

test('a restore includes dimension storages, and no path outside the world', () => {
  for (const path of ['Level.sav', 'LevelMeta.sav', PLAYER, STORAGE]) assert.ok(isGameFile(path), path);
  for (const path of [
    'WorldOption.sav',
    PLAYER.replace('.sav', ' - Copy.sav'),
    `backup/${STORAGE}`,
    `../${STORAGE}`,
    `Players/../${STORAGE}`,
  ]) {
    assert.ok(!isGameFile(path), path);
  }
});

test('leftovers of an edit are recognized by name, and foreign files are not', () => {
  for (const path of ['Level.sav', 'LevelMeta.sav', PLAYER, STORAGE, JOURNAL])
    assert.ok(isTemporary(temporaryName(path)), path);
  for (const path of [
    'Level.sav',
    'Level.sav.tmp',
    'Level.sav.writing',
    `backup/${temporaryName('Level.sav')}`,
    temporaryName('notes.txt'),
  ]) {
    assert.ok(!isTemporary(path), path);
  }
});

const state = (files: Record<string, string>) =>
  new Map(Object.entries(files).map(([path, text]) => [path, { sha256: sha256Of(Buffer.from(text)) }]));

test('two states of a save differ by the files that are new, gone or changed', () => {
  const before = state({ 'Level.sav': 'a', 'LevelMeta.sav': 'b', 'Players/1.sav': 'c' });
  assert.deepEqual(changedFiles(before, before), []);
  assert.deepEqual(
    changedFiles(before, state({ 'Level.sav': 'A', 'LevelMeta.sav': 'b', 'Players/2.sav': 'c' })),
    ['Level.sav has changed', 'Players/1.sav is gone', 'Players/2.sav is new'],
  );
});
