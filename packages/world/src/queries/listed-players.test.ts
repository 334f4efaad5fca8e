import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aGameContext, aGuild, aPlayer } from '../testing/world-builder.ts';
import { listedPlayers } from './listed-players.ts';

test('a listed player has names, ids, guild and presence, and no address', () => {
  const zoe = aPlayer({ name: 'Zoe', character: { level: 30 }, ip: '203.0.113.5' });
  const lily = aPlayer({ name: 'Lily', online: false, character: { level: 12 } });
  const guild = aGuild([lily], { name: 'Kettle Harbour' });
  const { world } = aGameContext({ players: [zoe, lily], guilds: [guild] });
  const formerNames = ['f', 'e', 'd', 'c', 'b', 'a'].map((name) => ({ name, untilMs: 0 }));
  const addresses = [{ ip: '203.0.113.9', lastSeenAtMs: 0 }];
  world.accounts.put({ ...lily.account, lastOnlineAtMs: 0, formerNames, addresses } as never);
  assert.deepEqual(listedPlayers(world, 0, 10), [
    {
      uid: zoe.uid,
      userId: zoe.userId,
      name: 'Zoe',
      formerNames: [],
      platform: 'Steam',
      level: 30,
      online: true,
    },
    {
      uid: lily.uid,
      userId: lily.userId,
      name: 'Lily',
      formerNames: ['f', 'e', 'd', 'c', 'b'],
      platform: 'Steam',
      level: 12,
      guild: 'Kettle Harbour',
      online: false,
      lastSeen: '1970-01-01T00:00:00.000Z',
    },
  ]);
  assert.ok(!JSON.stringify(listedPlayers(world, 0, 10)).includes('203.0.113'));
  const found = listedPlayers(world, 1, 1).map(({ name }) => name);
  assert.deepEqual(found, ['Lily']);
});
