import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPreferences } from './preferences.ts';

const DEFAULTS = readPreferences(null);

test('without anything kept, the page follows the system and locks after half an hour', () => {
  assert.equal(DEFAULTS.theme, 'system');
  assert.equal(DEFAULTS.idleMinutes, 30);
});

test('what was kept is read again', () => {
  const chosen = {
    ...DEFAULTS,
    theme: 'dark',
    singleKeys: false,
    idleMinutes: 5,
    language: 'zh-CN',
    guildColours: [['95F09881-9A2E9B76-F01CF9CE-852B971D', 7]],
  };
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
    guildColours: [['95F09881-9A2E9B76-F01CF9CE-852B971D', 'red']],
  };
  assert.deepEqual(readPreferences(JSON.stringify(kept)), { ...DEFAULTS, coordinates: 'world' });
  for (const text of ['', '{', 'null', '[]', '7', '{"__proto__":{"theme":"dark"}}']) {
    assert.deepEqual(readPreferences(text), DEFAULTS, text);
  }
});
