import assert from 'node:assert/strict';
import { join } from 'node:path';
import { ListReplica } from '@palatine/server/fleet/lists/list-replica.ts';
import { systemClock } from '@palatine/server/game/clock.ts';
import { aPlayer, aWorld } from '@palatine/world/testing';
import pino from 'pino';
import { natsAccount, natsClient, natsTest as test } from '../harness/nats-server.ts';
import { startService } from '../harness/start-service.ts';
import { until } from '../harness/until.ts';
import { aGateway, makeProposals, user, WORLD } from './lists-harness.ts';

test('a real world enforces a shared list, keeps a local unban, and offers its own bans', async () => {
  const zoe = aPlayer({ name: 'Zoe', userId: 'steam_76561198000000101' });
  const nats = await natsAccount();
  await using gateway = await aGateway(nats, 'one');
  await makeProposals(gateway.connection);
  await gateway.lists.putList('main', { Adopt: 'Offer' }, 'Panel');
  await using service = await startService({ world: aWorld({ players: [zoe] }) });
  const connection = await natsClient(nats);
  const replica = new ListReplica({
    world: WORLD,
    lists: ['main'],
    file: join(service.data, 'fleet-lists.db'),
    game: service.game,
    clock: systemClock,
    log: pino({ level: 'silent' }),
  });
  replica.start();
  replica.follow(connection);

  async function active(): Promise<string[]> {
    const { Banlist } = await service.api.getBanlist({ query: { active: 'true' } });
    return Banlist.UserEntries.map(({ UserId }) => UserId).sort();
  }
  await gateway.lists.put('main', user(zoe.userId), { reason: 'cheating' }, 'Panel');
  await until('Zoe is banned', async () => (await active()).join() === zoe.userId);
  const { Players } = await service.api.getPlayers();
  assert.equal(Players.filter(({ Status }) => Status === 'Online').length, 0);

  await service.api.unbanPlayer({ params: { user_id: zoe.userId } });
  await gateway.lists.put('main', user('steam_2'), { reason: 'bots' }, 'Panel');
  await until('the other is banned', async () => (await active()).join() === 'steam_2');
  await until('the override is known', () => replica.status.enforced?.overridden === 1);

  await service.api.banPlayer({ params: { player_identifier: 'steam_3' }, body: { Reason: 'griefing' } });
  await until('it is offered', () => gateway.lists.offers.pending('main').length === 1);
  assert.equal(gateway.lists.offers.pending('main')[0]?.Id, 'steam_3');

  await gateway.lists.deleteList('main', 'Panel');
  await until('only the own ban stays', async () => (await active()).join() === 'steam_3');
  await replica.stop();
  await connection.close();
});
