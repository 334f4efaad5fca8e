import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aGuid } from '../testing/save-builder.ts';
import { aSoundSave, SOUND } from '../testing/sound-save.ts';
import { writeSoundSave } from '../testing/write-sound-save.ts';
import { identitiesIn } from './identities-in.ts';

const level = (save = aSoundSave()) => writeSoundSave(save).get('Level.sav')?.gvas ?? Buffer.alloc(0);

test('identities of a save are found wherever they stand, others are not', () => {
  const ids = new Set([aGuid(999), SOUND.anubis, SOUND.camp, SOUND.stationHalf]);
  assert.deepEqual(identitiesIn(level(), ids), [SOUND.anubis, SOUND.camp, SOUND.stationHalf]);
});

test('an identity is found at every offset, at the very begin and at the very end', () => {
  const id = '12345678-9ABCDEF0-0FEDCBA9-87654321';
  const bytes = Buffer.from('78563412f0debc9aa9cbed0f21436587', 'hex');
  for (let before = 0; before < 20; before += 1) {
    const gvas = Buffer.concat([Buffer.alloc(before), bytes, Buffer.alloc(20 - before)]);
    assert.deepEqual(identitiesIn(gvas, new Set([id])), [id]);
  }
  assert.deepEqual(identitiesIn(bytes, new Set([id])), [id]);
  assert.deepEqual(identitiesIn(bytes.subarray(1), new Set([id])), []);
});

test('a GUID of almost nothing but zeros is not found in zeros', () => {
  const host = '00000000-00000000-00000000-00000001';
  assert.deepEqual(identitiesIn(Buffer.alloc(4096), new Set([host])), []);
});
