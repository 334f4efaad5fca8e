import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPreferences } from './preferences.ts';

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
  const kept = {
    theme: 'pink',
    density: 1,
    idleMinutes: -1,
    singleKeys: 'no',
    coordinates: 'world',
    more: 1,
  };
  assert.deepEqual(readPreferences(JSON.stringify(kept)), { ...DEFAULTS, coordinates: 'world' });
  for (const text of ['', '{', 'null', '[]', '7', '{"__proto__":{"theme":"dark"}}']) {
    assert.deepEqual(readPreferences(text), DEFAULTS, text);
  }
});
