import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runs } from '@palatine/platform/testing';
import { crashRounds } from './crash-rounds.ts';

test('after kill -9 at any moment every answered grant is on disk once, none in part, and keys replay', async () => {
  const { numRuns: rounds, seed } = runs(3);
  const reports = await crashRounds(rounds, seed);
  const sum = (name: 'answered' | 'unanswered' | 'replayed') =>
    reports.reduce((total, report) => total + report[name], 0);
  assert.equal(reports.length, rounds);
  assert.ok(sum('answered') > 0, 'some writes were answered before the kills');
  assert.ok(sum('unanswered') > 0, 'some writes were under way at the kills');
  assert.ok(sum('replayed') > 0);
});
