import assert from 'node:assert/strict';
import { jetstreamManager } from '@nats-io/jetstream';
import { natsAccount, natsTest as test } from '../harness/nats-server.ts';
import { until } from '../harness/until.ts';
import { aGateway, aWorldOf, user } from './lists-harness.ts';

test('what a world did not hear right after a comparison is found by the one that follows soon', async () => {
  const nats = await natsAccount();
  await using gateway = await aGateway(nats, 'one');
  await gateway.lists.putList('main', {}, 'Panel');
  await using world = await aWorldOf(nats);
  await until('it has compared once', () => world.replica.status.whole);
  const manager = await jetstreamManager(gateway.connection);
  const { config } = await manager.streams.info('KV_LISTS');
  await manager.streams.update('KV_LISTS', { ...config, republish: { src: '$KV.LISTS.none', dest: 'none' } });
  await gateway.lists.put('main', user('steam_1'), { reason: 'cheating' }, 'Panel');
  assert.deepEqual(world.ids(), []);
  await until('it is enforced', () => world.ids().length === 1); // 15 s; the usual comparison is minutes away
});
