import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applySplices } from './splice.ts';

const bytes = (text: string) => Buffer.from(text, 'latin1');

test('splices replace, remove and insert, in whatever order they are given', () => {
  const file = bytes('0123456789');
  const splices = [
    { start: 8, end: 8, bytes: bytes('-') },
    { start: 2, end: 4, bytes: bytes('abc') },
    { start: 5, end: 7, bytes: bytes('') },
  ];
  assert.equal(applySplices(file, splices).toString('latin1'), '01abc47-89');
  assert.equal(file.toString('latin1'), '0123456789');
});

test('splices that insert at one offset keep the order given', () => {
  const splices = ['a', 'b', 'c'].map((text) => ({ start: 1, end: 1, bytes: bytes(text) }));
  assert.equal(applySplices(bytes('01'), splices).toString('latin1'), '0abc1');
});

test('splices that overlap, run backwards or leave the file are refused', () => {
  const refused = [
    [
      { start: 0, end: 3, bytes: bytes('') },
      { start: 2, end: 4, bytes: bytes('') },
    ],
    [{ start: 3, end: 2, bytes: bytes('') }],
    [{ start: 9, end: 11, bytes: bytes('') }],
  ];
  for (const splices of refused) assert.throws(() => applySplices(bytes('0123456789'), splices), RangeError);
});
