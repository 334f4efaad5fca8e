import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runs } from '@palatine/platform/testing';
import { crashRounds } from './crash-rounds.ts';
import { maintenanceRounds } from './maintenance-rounds.ts';

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

test('kill -9 of Palatine and of the game server during maintenances loses and doubles nothing', async () => {
  const { numRuns: rounds, seed } = runs(1);
  const killed = await maintenanceRounds(rounds, seed);
  assert.ok(killed.length > 0);
});
