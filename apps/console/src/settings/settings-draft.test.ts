import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Setting, SettingsFile } from '@palatine/contract';
import { changesOf, inverseOf, shownValue, withValue } from './settings-draft.ts';

function aSetting(overrides: Partial<Setting> = {}): Setting {
  return {
    Key: 'keepDays',
    Default: 30,
    Given: false,
    Title: '',
    Meaning: '',
    Kind: 'Integer',
    NextStart: false,
    ReadOnly: false,
    ...overrides,
  };
}
function aFile(...Values: Setting[]): SettingsFile {
  return {
    File: 'Config.json',
    Path: 'Config.json',
    ETag: '"1"',
    Problems: [],
    Warnings: [],
    Pending: false,
    Values,
  };
}

test('a setting shows its draft, else what the file says, else its default', () => {
  const given = aSetting({ Given: true, Value: 7 });
  assert.equal(shownValue(given, { keepDays: 9 }), 9);
  assert.equal(shownValue(given, {}), 7);
  assert.equal(shownValue(given, { keepDays: null }), 30, 'taken out of the file');
  assert.equal(shownValue(aSetting(), {}), 30);
});

test('a value that the file says already, and a default that it does not say, are no changes', () => {
  const given = aSetting({ Given: true, Value: 7 });
  assert.deepEqual(withValue({ keepDays: 9 }, given, 7), {});
  assert.deepEqual(withValue({ keepDays: 9 }, aSetting(), 30), {});
  assert.deepEqual(withValue({}, given, 30), { keepDays: 30 }, 'the file says 7');
  assert.deepEqual(withValue({}, given, null), { keepDays: null });
});

test('what takes changes back is what the file said before', () => {
  const file = aFile(
    aSetting({ Given: true, Value: 7 }),
    aSetting({ Key: 'open', Kind: 'Flag', Default: false }),
  );
  const changes = changesOf(file, { keepDays: 9, open: true });
  assert.deepEqual(inverseOf(changes), { keepDays: 7, open: null });
});

test('a key of a draft is no property that every object has', () =>
  assert.equal(shownValue(aSetting({ Key: 'constructor' }), {}), 30));
