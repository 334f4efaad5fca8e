import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ownTexts, reasonsFor } from './kept-texts.ts';

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

test('the last five reasons are offered, the newest first, each once', () => {
  const storage = aStorage();
  for (const reason of ['a', 'b', 'c', 'd', 'e', 'f', 'b', '  ']) reasonsFor(storage, 'kick').keep(reason);
  assert.deepEqual(reasonsFor(storage, 'kick').all.value, ['b', 'f', 'e', 'd', 'c']);
  assert.deepEqual(reasonsFor(storage, 'ban').all.value, []);
});

test('what something else has written there is no reason', () => {
  for (const text of ['{', '7', '{"length":1}', '[1,null]']) {
    const storage = aStorage({ 'palatine.reasons.kick': text });
    assert.deepEqual(reasonsFor(storage, 'kick').all.value, [], text);
  }
});
