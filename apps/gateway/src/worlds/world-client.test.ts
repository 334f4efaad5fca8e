import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AnswerCache } from './world-client.ts';

const MIB = 1024 * 1024;
const anAnswer = (bytes: number) => ({ bytes: new Uint8Array(bytes), etag: `"${bytes}"` });

test('an answer is kept until others need its room, longer while it is asked for', () => {
  const cache = new AnswerCache();
  cache.set('asked', anAnswer(MIB));
  cache.set('forgotten', anAnswer(MIB));
  for (let at = 0; at < 40; at++) {
    assert.notEqual(cache.get('asked'), undefined, `${at}`);
    cache.set(`other ${at}`, anAnswer(MIB));
  }
  assert.equal(cache.get('forgotten'), undefined);
  const remaining = Array.from({ length: 40 }, (_, at) => cache.get(`other ${at}`)).filter(Boolean);
  assert.ok(remaining.length < 16, `${remaining.length} MiB beside the one that is asked for`);
});

test('an answer takes the place of the one before, and what is too long is not kept', () => {
  const cache = new AnswerCache();
  cache.set('other', anAnswer(MIB));
  for (let at = 0; at < 100; at++) cache.set('same', anAnswer(MIB + at));
  assert.equal(cache.get('same')?.etag, `"${MIB + 99}"`);
  assert.notEqual(cache.get('other'), undefined);
  cache.set('long', anAnswer(9 * MIB));
  assert.equal(cache.get('long'), undefined);
});
