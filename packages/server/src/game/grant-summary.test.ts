import assert from 'node:assert/strict';
import { test } from 'node:test';
import { grantParts } from './grant-summary.ts';

test('the Pal of a template is named with its template; a request that was refused names the template', () => {
  const made = { Template: 'Lucky', PalID: 'SheepBall', Level: 12 };
  assert.deepEqual(grantParts({ PalTemplates: [made] }), ['SheepBall level 12 of template Lucky']);
  assert.deepEqual(grantParts({ PalTemplates: ['Lucky'] }), ['template Lucky']);
});
