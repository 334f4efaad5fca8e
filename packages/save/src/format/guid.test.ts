import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ByteWriter } from '../write/byte-writer.ts';
import { guidFinder, ZERO_GUID } from './guid.ts';

const ONE = '12345678-9ABCDEF0-0FEDCBA9-87654321';
const BYTES = Buffer.from('78563412f0debc9aa9cbed0f21436587', 'hex');
const OTHER = '00000000-00000000-00000001-8C2F1930';

test('a GUID is found at any offset, at the first of its places, at the very begin and the very end', () => {
  const find = guidFinder([ONE, OTHER, ZERO_GUID]);
  for (let offset = 0; offset < 20; offset += 1) {
    const before = Buffer.alloc(offset);
    for (const end of [BYTES, Buffer.alloc(20 - offset)]) {
      assert.deepEqual([...find(Buffer.concat([before, BYTES, end]))], [[ONE, offset]]);
    }
  }
});

test('a GUID that begins with zeros is found among zeros, and not in them', () => {
  const bytes = new ByteWriter();
  bytes.zeros(7);
  bytes.guid(OTHER);
  bytes.zeros(9);
  assert.deepEqual([...guidFinder([ONE, OTHER])(bytes.result())], [[OTHER, 7]]);
  const host = '00000000-00000000-00000000-00000001';
  assert.equal(guidFinder([host])(Buffer.alloc(4096)).size, 0);
});

test('fewer than 16 bytes hold no GUID, and nothing is found for no ids', () => {
  for (let length = 0; length < 16; length += 1) {
    assert.equal(guidFinder([ONE])(BYTES.subarray(0, length)).size, 0);
  }
  assert.equal(guidFinder([ONE])(BYTES.subarray(1)).size, 0);
  assert.equal(guidFinder([])(Buffer.alloc(64)).size, 0);
});
