import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { autoSaveSpanSeconds, readSettings, setting } from './read-responses.ts';

test('settings keep their spelling and are found in any case', () => {
  const settings = readSettings({
    Difficulty: 'None',
    autoSaveSpan: 30,
    bIsUseBackupSaveData: true,
    RESTAPIPort: 18212,
    BanListURL: 'https://b.palworldgame.com/api/banlist.txt',
  });
  assert.ok(settings);
  assert.deepEqual(Object.keys(settings).slice(0, 2), ['Difficulty', 'autoSaveSpan']);
  assert.equal(setting(settings, 'AutoSaveSpan'), 30);
  assert.equal(autoSaveSpanSeconds(settings), 30);
});

test('what the server does not say is unknown', () => {
  const settings = readSettings({
    Difficulty: 'string',
    autoSaveSpan: 0,
    bIsUseBackupSaveData: 'maybe',
    RESTAPIPort: 0,
  });
  assert.ok(settings);
  assert.equal(autoSaveSpanSeconds(settings), undefined);
  assert.equal(setting(settings, 'constructor'), undefined);
});

test('lists and passwords are left out', () => {
  const settings = readSettings({
    CrossplayPlatforms: ['Steam', 'Xbox'],
    AdminPassword: 'gate-keeper',
    serverpassword: 'x',
    bIsPvP: false,
    Region: null,
  });
  assert.deepEqual({ ...settings }, { bIsPvP: false });
});

test('no name of a setting reaches a prototype', () => {
  const settings = readSettings(JSON.parse('{"__proto__":"x","constructor":1}'));
  assert.ok(settings);
  assert.equal(Object.getPrototypeOf(settings), null);
  assert.deepEqual(Object.keys(settings).toSorted(), ['__proto__', 'constructor']);
  assert.equal(({} as { x?: unknown }).x, undefined);
});

test('a body without any setting is no answer of the game', () => {
  for (const body of [{}, [], null, 'OK', { ActorData: [] }]) assert.equal(readSettings(body), undefined);
});

test('any JSON is read without an error, into texts, finite numbers and truth values', () => {
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), fc.dictionary(fc.string(), fc.anything())), (body) => {
      for (const value of Object.values(readSettings(body) ?? {})) {
        assert.ok(['string', 'boolean', 'number'].includes(typeof value));
        assert.ok(typeof value !== 'number' || Number.isFinite(value));
      }
    }),
  );
});
