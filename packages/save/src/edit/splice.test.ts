import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applySplices } from './splice.ts';

const bytes = (text: string) => Buffer.from(text, 'latin1');

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
