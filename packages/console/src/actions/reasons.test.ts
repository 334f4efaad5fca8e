import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepReason, lastReasons } from './reasons.ts';

function aStorage(kept: Record<string, string> = {}) {
  return {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, value: string) => {
      kept[key] = value;
    },
  };
}

test('the last five reasons are offered, the newest first, each once', () => {
  const storage = aStorage();
  for (const reason of ['a', 'b', 'c', 'd', 'e', 'f', 'b', '  ']) keepReason(storage, 'kick', reason);
  assert.deepEqual(lastReasons(storage, 'kick'), ['b', 'f', 'e', 'd', 'c']);
  assert.deepEqual(lastReasons(storage, 'ban'), []);
});

test('what something else has written there is no reason', () => {
  for (const text of ['{', '7', '{"length":1}', '[1,null]']) {
    assert.deepEqual(lastReasons(aStorage({ 'palatine.reasons.kick': text }), 'kick'), [], text);
  }
});
