import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { SETTINGS_DOCUMENT, settingsDocument } from './settings-document.ts';

test('docs/settings.md says what the schemas say', () => {
  const text = readFileSync(SETTINGS_DOCUMENT, 'utf8');
  assert.equal(text, settingsDocument(), 'node scripts/settings-document.ts writes it');
});
