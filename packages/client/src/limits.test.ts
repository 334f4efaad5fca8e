import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALL_ROUTES, boundsOf, LIMITS } from './index.ts';

test('the client knows the bounds of every route', () => {
  assert.deepEqual(boundsOf(ALL_ROUTES.giveItems), [
    { in: 'path', place: 'player_identifier', kind: 'maxLength', bound: LIMITS.idChars },
    { in: 'body', place: '/Items', kind: 'maxItems', bound: LIMITS.listEntries },
    { in: 'body', place: '/Items/*/ItemID', kind: 'maxLength', bound: LIMITS.idChars },
    { in: 'body', place: '/Items/*/Count', kind: 'minimum', bound: 1 },
    { in: 'body', place: '/Items/*/Count', kind: 'maximum', bound: 2147483647 },
    { in: 'header', place: 'Idempotency-Key', kind: 'maxLength', bound: LIMITS.keyChars },
  ]);
  assert.deepEqual(boundsOf(ALL_ROUTES.getPlayers), []);
});
