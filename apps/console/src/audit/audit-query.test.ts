import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { loadAllTexts } from '../texts/texts.ts';
import { auditQuery, titleOf } from './audit-query.ts';

before(loadAllTexts);

test('an address asks for what it says, and a day is included to its end', () => {
  const query = new URLSearchParams(
    'find=sphere&player=Zoe&outcome=PLAYER_NOT_FOUND&from=2026-11-01&to=2026-11-02',
  );
  assert.deepEqual(auditQuery(query), {
    Text: 'sphere',
    Player: 'Zoe',
    Outcome: 'PLAYER_NOT_FOUND',
    From: new Date(2026, 10, 1).toISOString(),
    To: new Date(2026, 10, 3).toISOString(),
  });
});

test('what is no day is left out', () =>
  assert.deepEqual(auditQuery(new URLSearchParams('from=yesterday&to=')), {}));

test('an entry is called by the title of its route, and a command by itself', () => {
  assert.equal(titleOf({ Route: 'POST /v1/pdapi/give/items/:player_identifier' }), 'Give items');
  assert.equal(titleOf({ Route: 'palatine world import' }), 'palatine world import');
});
