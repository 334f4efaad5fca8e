import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runs } from '@palatine/platform/testing';
import { maintenanceRounds } from './maintenance-rounds.ts';

test('kill -9 of Palatine and of the game server during maintenances loses and doubles nothing', async () => {
  const { numRuns: rounds, seed } = runs(1);
  const killed = await maintenanceRounds(rounds, seed);
  assert.ok(killed.length > 0);
});
