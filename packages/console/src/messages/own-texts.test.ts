import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ownTexts } from './own-texts.ts';

function aStorage(kept: Record<string, string> = {}) {
  return {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, value: string) => {
      kept[key] = value;
    },
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

test('what something else has written there is no text', () => {
  for (const text of ['{', '{"0":"a"}', '[7]']) {
    assert.deepEqual(ownTexts(aStorage({ 'palatine.texts': text })).all.value, [], text);
  }
});
