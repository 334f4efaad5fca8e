import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AnswerCache } from './world-client.ts';

const MIB = 1024 * 1024;
const anAnswer = (bytes: number) => ({ bytes: new Uint8Array(bytes), etag: `"${bytes}"` });

test('an answer is kept until others need its room, longer while it is asked for', () => {
  const kept = new AnswerCache();
  kept.set('asked', anAnswer(MIB));
  kept.set('forgotten', anAnswer(MIB));
  for (let at = 0; at < 40; at++) {
    assert.notEqual(kept.get('asked'), undefined, `${at}`);
    kept.set(`other ${at}`, anAnswer(MIB));
  }
  assert.equal(kept.get('forgotten'), undefined);
  const held = Array.from({ length: 40 }, (_, at) => kept.get(`other ${at}`)).filter(Boolean);
  assert.ok(held.length < 16, `${held.length} MiB beside the one that is asked for`);
});

test('an answer takes the place of the one before, and what is too long is not kept', () => {
  const kept = new AnswerCache();
  kept.set('other', anAnswer(MIB));
  for (let at = 0; at < 100; at++) kept.set('same', anAnswer(MIB + at));
  assert.equal(kept.get('same')?.etag, `"${MIB + 99}"`);
  assert.notEqual(kept.get('other'), undefined);
  kept.set('long', anAnswer(9 * MIB));
  assert.equal(kept.get('long'), undefined);
});
