import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GRANT_PARTS } from '@palatine/contract/audit-summary';

test('the Pal of a template is named with its template; a request that was refused names the template', () => {
  const granted = { Template: 'Lucky', PalID: 'SheepBall', Level: 12 };
  assert.deepEqual(GRANT_PARTS.PalTemplates?.([granted]), ['SheepBall level 12 of template Lucky']);
  assert.deepEqual(GRANT_PARTS.PalTemplates?.(['Lucky']), ['template Lucky']);
});
