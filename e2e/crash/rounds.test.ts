import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { createClient } from '@palatine/client';
import { runs, testFolder } from '@palatine/platform/testing';
import { startProcess } from '@palatine/testing/start-process';
import { until } from '@palatine/testing/until';
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

const SIZES = 'players=60,palsPerPlayer=1,online=40,guilds=2,camps=2';

test('a history whose service was killed can be read, and goes on with the next start', async () => {
  const data = testFolder();
  let token = '';
  for (const round of [1, 2]) {
    await using program = await startProcess(['--data', data, ...(round === 1 ? ['--demo', SIZES] : [])]);
    token ||= program.token;
    const api = createClient({ url: program.url, token });
    await until('it is recorded', async () => {
      const { Values, Marks } = await api.getSeries({ query: { Names: 'online' } });
      const kinds = Marks.map(({ Kind }) => Kind);
      assert.deepEqual(kinds, Array<string>(round).fill('Started'));
      return (Values[0] ?? []).filter((value) => value !== null).length >= round;
    });
    assert.equal(await program.end('SIGKILL'), 'SIGKILL');
    using history = new DatabaseSync(join(data, 'history.db'));
    assert.deepEqual({ ...history.prepare('pragma integrity_check').get() }, { integrity_check: 'ok' });
  }
});
