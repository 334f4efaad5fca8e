import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aGuid } from '../testing/save-builder.ts';
import { aSoundSave, SOUND } from '../testing/sound-save.ts';
import { writeSoundSave } from '../testing/write-sound-save.ts';
import { ByteWriter } from '../write/byte-writer.ts';
import { guidFinder, ZERO_GUID } from './guid.ts';

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

test('nothing is found for no ids', () => assert.equal(guidFinder([])(Buffer.alloc(64)).size, 0));

test('identities of a save are found at any offset, others are not', () => {
  const level = writeSoundSave(aSoundSave()).get('Level.sav')?.gvas ?? Buffer.alloc(0);
  const offsets = guidFinder([aGuid(999), SOUND.anubis, SOUND.camp, SOUND.stationHalf])(level);
  assert.deepEqual([...offsets.keys()].sort(), [SOUND.anubis, SOUND.camp, SOUND.stationHalf].sort());
});

test('an identity is found at every offset, at the very begin and at the very end', () => {
  const id = '12345678-9ABCDEF0-0FEDCBA9-87654321';
  const find = guidFinder([id]);
  const bytes = Buffer.from('78563412f0debc9aa9cbed0f21436587', 'hex');
  for (let before = 0; before < 20; before += 1) {
    const gvas = Buffer.concat([Buffer.alloc(before), bytes, Buffer.alloc(20 - before)]);
    assert.deepEqual([...find(gvas).keys()], [id]);
  }
  assert.deepEqual([...find(bytes).keys()], [id]);
  assert.deepEqual([...find(bytes.subarray(1)).keys()], []);
});

test('a GUID of almost nothing but zeros is not found in zeros', () => {
  const host = '00000000-00000000-00000000-00000001';
  assert.deepEqual([...guidFinder([host])(Buffer.alloc(4096)).keys()], []);
});
