import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runs } from '@palatine/save/testing';
import { maintenanceRounds } from './maintenance-rounds.ts';

// The long form is run-maintenance-rounds.ts.

test('kill -9 of Palatine and of the game server during maintenances loses and doubles nothing', async () => {
  const { numRuns: rounds, seed } = runs(1);
  const reports = await maintenanceRounds({ seed, rounds });
  assert.ok(reports.some(({ killed }) => killed.length > 0));
});
