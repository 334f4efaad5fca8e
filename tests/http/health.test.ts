import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { controlSimulation } from '@palatine/contract';
import { startService, type TestService } from '../harness/start-service.ts';

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

test('while the game thread does not answer, the service is live and not ready', async () => {
  await using service = await startService({ faults: true, deadlineMs: 100 });
  await service.api.call(controlSimulation, { body: { FreezeMs: 400 } });
  await delay(20);
  assert.equal((await ask(service, '/healthz')).status, 200);
  const { status, body } = await ask(service, '/readyz');
  assert.equal(status, 503);
  assert.match((body as { Missing: string[] }).Missing.join(), /does not answer/);
  await delay(400);
  assert.equal((await ask(service, '/readyz')).status, 200);
});

test('while the game thread starts again, the service is not ready', async () => {
  await using service = await startService();
  await service.game.kill();
  assert.deepEqual(await ask(service, '/readyz'), {
    status: 503,
    body: { Ready: false, Missing: ['the game thread is starting'] },
  });
  while (!service.game.ready) await delay(10);
  assert.equal((await ask(service, '/readyz')).status, 200);
});

test('simultaneous readiness probes take one slot of the queue', async () => {
  await using service = await startService({ faults: true, restConfig: { Limits: { 'Max-Queue': 4 } } });
  await service.api.call(controlSimulation, { body: { FreezeMs: 200 } });
  await delay(20);
  const answers = Promise.all(Array.from({ length: 30 }, () => ask(service, '/readyz')));
  await delay(50);
  assert.ok(service.game.queueDepth <= 2, String(service.game.queueDepth));
  for (const { status } of await answers) assert.equal(status, 200);
});
