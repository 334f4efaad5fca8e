import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ownTexts, readPreferences, reasonsFor } from './preferences.ts';

const DEFAULTS = readPreferences(null);

test('without anything kept, the page follows the system and locks after half an hour', () => {
  assert.equal(DEFAULTS.theme, 'system');
  assert.equal(DEFAULTS.idleMinutes, 30);
});

test('what was kept is read again', () => {
  const chosen = { ...DEFAULTS, theme: 'dark', singleKeys: false, idleMinutes: 5, language: 'zh-CN' };
  assert.deepEqual(readPreferences(JSON.stringify(chosen)), chosen);
});

test('what is not as it should be has its default, one by one', () => {
  const stored = {
    theme: 'pink',
    density: 1,
    idleMinutes: -1,
    singleKeys: 'no',
    coordinates: 'world',
    more: 1,
  };
  assert.deepEqual(readPreferences(JSON.stringify(stored)), { ...DEFAULTS, coordinates: 'world' });
  for (const text of ['', '{', 'null', '[]', '7', '{"__proto__":{"theme":"dark"}}']) {
    assert.deepEqual(readPreferences(text), DEFAULTS, text);
  }
});

function aStorage(stored: Record<string, string> = {}) {
  return {
    getItem: (key: string) => stored[key] ?? null,
    setItem: (key: string, value: string) => (stored[key] = value),
  };
}

test('a text that is kept is there after a reload, once, the newest first', () => {
  const storage = aStorage();
  const texts = ownTexts(storage);
  for (const text of ['Restart in ten minutes', 'Hello', ' Restart in ten minutes ']) {
    assert.equal(texts.keep(text), true);
  }
  assert.deepEqual(ownTexts(storage).all.value, ['Restart in ten minutes', 'Hello']);
  texts.drop('Hello');
  assert.deepEqual(ownTexts(storage).all.value, ['Restart in ten minutes']);
});

test('nothing and too much are not kept, and of many the newest thirty', () => {
  const texts = ownTexts(aStorage());
  assert.equal(texts.keep('  '), false);
  assert.equal(texts.keep('x'.repeat(1001)), false);
  for (let at = 0; at < 40; at++) texts.keep(`text ${at}`);
  assert.equal(texts.all.value.length, 30);
  assert.equal(texts.all.value[0], 'text 39');
});

test('what something else has written there is no text, and no reason', () => {
  for (const text of ['{', '{"0":"a"}', '[7]', '7', '{"length":1}', '[1,null]']) {
    const storage = aStorage({ 'palatine.texts': text, 'palatine.reasons.kick': text });
    assert.deepEqual([ownTexts(storage).all.value, reasonsFor(storage, 'kick').all.value], [[], []], text);
  }
});

test('the last five reasons are offered, the newest first, each once', () => {
  const storage = aStorage();
  for (const reason of ['a', 'b', 'c', 'd', 'e', 'f', 'b', '  ']) reasonsFor(storage, 'kick').keep(reason);
  assert.deepEqual(reasonsFor(storage, 'kick').all.value, ['b', 'f', 'e', 'd', 'c']);
  assert.deepEqual(reasonsFor(storage, 'ban').all.value, []);
});
