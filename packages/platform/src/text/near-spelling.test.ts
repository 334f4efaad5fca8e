import assert from 'node:assert/strict';
import test from 'node:test';
import { editDistance, lettersOf, maxEdits, mayBeNear } from './near-spelling.ts';

test('the distance counts letters inserted, deleted and replaced, and neighbors swapped', () => {
  for (const [written, meant, edits] of [
    ['sphere', 'sphere', 0],
    ['spere', 'sphere', 1],
    ['spphere', 'sphere', 1],
    ['spharE', 'sphere', 2],
    ['shpere', 'sphere', 1],
    ['shpeer', 'sphere', 2],
    ['', 'abc', 3],
    ['abc', '', 3],
    ['ca', 'abc', 3],
  ] as const) {
    assert.equal(editDistance(written, meant, 5), edits, `${written} to ${meant}`);
  }
});

/** The definition, without a bound. */
function unbounded(written: string, meant: string): number {
  const row = (i: number, j: number): number => {
    if (i === 0 || j === 0) return i + j;
    const replaced = row(i - 1, j - 1) + (written[i - 1] === meant[j - 1] ? 0 : 1);
    const least = Math.min(row(i - 1, j) + 1, row(i, j - 1) + 1, replaced);
    const swapped = i > 1 && j > 1 && written[i - 1] === meant[j - 2] && written[i - 2] === meant[j - 1];
    return swapped ? Math.min(least, row(i - 2, j - 2) + 1) : least;
  };
  return row(written.length, meant.length);
}

/** Every text of up to three letters of an alphabet. */
function allTexts(alphabet: string): string[] {
  const texts = [''];
  for (let from = 0, length = 0; length < 3; length++) {
    const to = texts.length;
    for (const text of texts.slice(from, to)) for (const letter of alphabet) texts.push(text + letter);
    from = to;
  }
  return texts;
}

test('the bounded distance is the true one, or one more than the bound', () => {
  const short = allTexts('ab');
  const long = short.map((text) => `ab${text}ba`);
  for (const most of [0, 1, 2, 3]) {
    for (const written of short) {
      for (const meant of [...short, ...long]) {
        const expected = Math.min(unbounded(written, meant), most + 1);
        assert.equal(editDistance(written, meant, most), expected, `${written} to ${meant} within ${most}`);
      }
    }
  }
});

test('texts within the bound are never ruled out by their letters', () => {
  const texts = allTexts('abq1');
  for (const written of texts) {
    for (const meant of texts) {
      const edits = editDistance(written, meant, 3);
      if (edits <= 3)
        assert.ok(mayBeNear(lettersOf(written), lettersOf(meant), edits), `${written} to ${meant}`);
    }
  }
  assert.equal(mayBeNear(lettersOf('abc'), lettersOf('xyz'), 2), false);
});

test('a text of three letters has to be spelled right', () =>
  assert.deepEqual([3, 4, 7, 8, 12, 13, 60].map(maxEdits), [0, 1, 1, 2, 2, 3, 3]));
