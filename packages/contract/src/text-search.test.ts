import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scoreOf, searchKey } from './text-search.ts';

test('case, accents and blanks around a text do not matter', () => {
  assert.equal(searchKey(' Ärger '), 'arger');
  assert.equal(searchKey('Zoë the 2nd'), 'zoe the 2nd');
  assert.equal(searchKey('パルスフィア'), searchKey('パルスフィア'.normalize('NFD')));
});

test('the key of an ASCII text is the one that the rule for all letters gives', () => {
  for (const text of ['PalSphere_Mega', 'Wood2x', '_a-b c_', 'ABC9d']) {
    // A dotless i makes the text no ASCII.
    assert.equal(searchKey(`${text} ı`), `${searchKey(text)} ı`, text);
  }
});

test('the whole text matches best, then its beginning, the beginning of a word, and a part', () => {
  const scores = ['sphere', 'spherex', 'pal_sphere', 'xsphere sphere', 'xsphere', 'other', ''].map((text) =>
    scoreOf(text, 'sphere'),
  );
  assert.deepEqual(scores, [4, 3, 2, 2, 1, 0, 0]);
  assert.equal(scoreOf('sphere', ''), 0);
});
