import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isUserId } from '@palatine/contract';
import fc from 'fast-check';
import type { ListSubject } from './entry.ts';
import {
  decisionKey,
  decodeId,
  definitionKey,
  encodeId,
  entryKey,
  offerKey,
  parseListKey,
  parseOfferKey,
} from './key.ts';

const userIds = fc.stringMatching(/^[a-z][a-z0-9]{0,31}_[!-~]{1,128}$/).filter(isUserId);
const subjects: fc.Arbitrary<ListSubject> = fc.oneof(
  userIds.map((Id) => ({ Kind: 'User' as const, Id })),
  fc.oneof(fc.ipV4(), fc.ipV6()).map((Id) => ({ Kind: 'IP' as const, Id })),
);
const lists = fc.stringMatching(/^[a-z0-9-]{1,32}$/);

test('every UserId and address is one token of a subject, and comes back from it', () => {
  fc.assert(
    fc.property(lists, subjects, (list, subject) => {
      const key = entryKey(list, subject);
      assert.match(key, /^[a-z0-9-]{1,32}\.(u|ip)\.[0-9A-Za-z_=-]+$/);
      assert.deepEqual(parseListKey(key), { of: 'Entry', list, subject });
    }),
  );
});

test('any text comes back from its token', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (id) => {
      assert.match(encodeId(id), /^[0-9A-Za-z_=-]+$/);
      assert.equal(decodeId(encodeId(id)), id);
    }),
  );
});

test('two tokens never stand for one id', () => {
  for (const token of ['', '=41', '=2e', 'a=', 'a.b', '=FF', 'é'])
    assert.equal(decodeId(token), undefined, token);
  fc.assert(
    fc.property(fc.stringMatching(/^[=0-9A-Fa-f]{1,12}$/), (token) => {
      const id = decodeId(token);
      if (id !== undefined) assert.equal(encodeId(id), token);
    }),
  );
});

test('offers and decisions are named by one token for each ban of a world', () => {
  const world = '0123456789abcdef0123456789abcdef';
  fc.assert(
    fc.property(lists, subjects, (list, subject) => {
      assert.match(offerKey(subject), /^[0-9A-Za-z_=-]+$/);
      assert.deepEqual(parseOfferKey(offerKey(subject)), subject);
      const key = decisionKey(list, world, subject);
      assert.deepEqual(parseListKey(key), { of: 'Decision', list, world, subject });
    }),
  );
});

test('a key of an unknown kind stands for nothing', () => {
  for (const key of [
    '',
    'main',
    'main.list.x',
    'Main',
    'main.',
    'main.x.1',
    'main.u',
    'main.u.a.b',
    '_decided',
    '_decided.main.w.u-1.x',
    '_other',
  ])
    assert.equal(parseListKey(key), undefined, key);
  assert.deepEqual(parseListKey(definitionKey('main')), { of: 'List', list: 'main' });
});
