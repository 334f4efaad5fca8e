import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSingle, type KeyPress, keyOf, keyReader, shownKeys } from './keys.ts';
import type { Command } from './registry.ts';

const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...more,
});

const command = (id: string, keys: string): Command => ({
  id,
  text: id,
  group: 'everywhere',
  keys,
  run() {},
});

test('a press is named with its modifiers, and Ctrl and Cmd are the same', () => {
  assert.equal(keyOf(press('k', { ctrlKey: true })), 'Mod+k');
  assert.equal(keyOf(press('K', { metaKey: true })), 'Mod+k');
  assert.equal(keyOf(press('X', { shiftKey: true })), 'Shift+x');
  assert.equal(keyOf(press('?', { shiftKey: true })), '?');
  assert.equal(keyOf(press(' ')), 'Space');
  assert.equal(keyOf(press('Shift', { shiftKey: true })), '');
});

test('on a keyboard of another script the letter of the same place counts', () => {
  assert.equal(keyOf(press('з', { code: 'KeyP' })), 'p');
  assert.equal(keyOf(press('é', { code: 'Digit2' })), 'é');
});

test('single keys are those that type something', () =>
  assert.deepEqual(
    ['g', '?', 'Shift+x', 'Space', 'Mod+k', 'Escape', 'ArrowDown', 'Shift+Tab', '.'].map(isSingle),
    [true, true, true, false, false, false, false, false, true],
  ));

test('two keys give a command when the second comes soon after the first', () => {
  let nowMs = 0;
  const read = keyReader(() => nowMs);
  const players = command('players', 'g p');
  assert.equal(read('g', [players]), 'first key');
  assert.deepEqual(read('p', [players]), { commands: [players] });
  assert.equal(read('p', [players]), undefined);
  assert.equal(read('g', [players]), 'first key');
  nowMs = 2000;
  assert.equal(read('p', [players]), undefined);
});

test('a second key that fits no pair is a key by itself', () => {
  const read = keyReader(() => 0);
  const offered = [command('players', 'g p'), command('find', '/')];
  read('g', offered);
  assert.deepEqual(read('/', offered), { commands: [offered[1]] });
});

test('of two commands with the same keys the later one is tried first', () => {
  const offered = [command('first', 'e'), command('second', 'e')];
  assert.deepEqual(keyReader()('e', offered), { commands: [offered[1], offered[0]] });
});

test('keys are shown as they are on the keyboard', () => {
  const shown = ['Mod+k', 'g p', 'Shift+x', 'ArrowDown', '+'].map((keys) => shownKeys(keys, false));
  assert.deepEqual(shown, ['Ctrl K', 'g p', 'Shift X', '↓', '+']);
  assert.equal(shownKeys('Mod+k', true), '⌘ K');
});
