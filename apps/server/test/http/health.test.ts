import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { controlSimulation } from '@palatine/contract';
import { startService, type TestService } from '@palatine/testing/start-service';
import { TestClock } from '@palatine/testing/test-clock';
import { until } from '@palatine/testing/until';
import { readinessOf } from '../../src/observability/mount-metrics.ts';

async function ask(service: TestService, path: string): Promise<{ status: number; body: unknown }> {
  const response = await service.fetch(path, { authorization: '' });
  return { status: response.status, body: await response.json() };
}

test('/healthz and /readyz answer 200 without a token', async () => {
  await using service = await startService();
  const { status, body } = await ask(service, '/healthz');
  assert.equal(status, 200);
  assert.equal((body as { Alive: boolean }).Alive, true);
  assert.deepEqual(await ask(service, '/readyz'), { status: 200, body: { Ready: true, Missing: [] } });
});

test('while the game does not answer, the service is live and not ready', async () => {
  const clock = new TestClock();
  await using service = await startService({ faults: true, clock });
  await service.api.call(controlSimulation, { body: { FreezeMs: 10_000 } });
  assert.equal((await ask(service, '/healthz')).status, 200);
  const probe = ask(service, '/readyz');
  await until('the probe waits', () => service.game.writes.queue.depth === 1);
  clock.advance(2000);
  const expected = { status: 503, body: { Ready: false, Missing: ['the game does not answer'] } };
  assert.deepEqual(await probe, expected);
  clock.advance(8000);
  assert.equal((await ask(service, '/readyz')).status, 200);
});

test('a store that cannot be read makes the service not ready', async () => {
  await using service = await startService();
  using database = new DatabaseSync(join(service.data, 'world.db'));
  database.exec('drop table facts');
  const { status, body } = await ask(service, '/readyz');
  assert.equal(status, 503);
  assert.match((body as { Missing: string[] }).Missing.join(), /^the store does not answer: /);
});

test('a caller that probes again and again takes one place in the queue, however long the game stands still', async () => {
  const clock = new TestClock();
  await using service = await startService({ faults: true, clock });
  await service.api.call(controlSimulation, { body: { FreezeMs: 60_000 } });
  const probe = readinessOf(service.game, clock);
  for (let probes = 0; probes < 15; probes++) {
    const probed = probe();
    clock.advance(2000);
    assert.equal((await probed).Ready, false);
    assert.equal(service.game.writes.queue.depth, 1);
  }
  clock.advance(30_000);
  await until('the game has answered', () => service.game.writes.queue.depth === 0);
  assert.equal((await probe()).Ready, true);
});

test('a readiness probe reads nothing of the audit', async () => {
  await using service = await startService();
  using database = new DatabaseSync(join(service.data, 'world.db'));
  database.exec('drop table audit');
  assert.equal((await ask(service, '/readyz')).status, 200);
});
