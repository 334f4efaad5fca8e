import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ByteWriter } from '../write/byte-writer.ts';
import { ZERO_GUID } from './guid.ts';
import { guidFinder } from './guid-finder.ts';

const ONE = '8C2F1930-00000000-00000000-00000000';
const OTHER = '00000000-00000000-00000001-8C2F1930';

test('a GUID is found at any offset, at the first of its places', () => {
  const find = guidFinder([ONE, OTHER, ZERO_GUID]);
  for (let offset = 0; offset < 20; offset += 1) {
    const bytes = new ByteWriter();
    bytes.zeros(offset);
    bytes.guid(ONE);
    bytes.guid(ONE);
    assert.deepEqual([...find(bytes.result())], [[ONE, offset]]);
  }
});

test('a GUID that begins with zeros is found among zeros', () => {
  const bytes = new ByteWriter();
  bytes.zeros(7);
  bytes.guid(OTHER);
  bytes.zeros(9);
  assert.deepEqual([...guidFinder([ONE, OTHER])(bytes.result())], [[OTHER, 7]]);
});

test('fewer than 16 bytes hold no GUID', () => {
  const bytes = new ByteWriter();
  bytes.guid(ONE);
  for (let length = 0; length < 16; length += 1) {
    assert.equal(guidFinder([ONE])(bytes.result().subarray(0, length)).size, 0);
  }
});

test('nothing is found for no ids', () => {
  assert.equal(guidFinder([])(Buffer.alloc(64)).size, 0);
});
