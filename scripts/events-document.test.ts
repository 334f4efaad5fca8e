import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { EVENTS_DOCUMENT, eventsDocument } from './events-document.ts';

test('docs/events.md says what the contract says', () => {
  const text = readFileSync(EVENTS_DOCUMENT, 'utf8');
  assert.equal(text, eventsDocument(), 'node scripts/events-document.ts writes it');
});
