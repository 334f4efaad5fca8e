import { test } from 'node:test';
import { maintenanceRounds } from './maintenance-rounds.ts';

// The long form is run-maintenance-rounds.ts.

test('kill -9 of Palatine and of the game server during maintenances loses and doubles nothing', async () => {
  await maintenanceRounds({ seed: Date.now() % 1_000_000, rounds: 2 });
});
