import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ZERO_GUID } from '@palatine/contract';
import { aGameContext, aGuild, aPlayer, type PlayerInWorld, query } from '../testing/world-builder.ts';
import { listedPlayers } from './players.ts';

test('the player list holds every account in the order of the world, and counts who is online', () => {
  const players = ['Zoe', 'Lily', 'Axel'].map((name) => aPlayer({ name, online: name === 'Lily' }));
  const { Meta, Players } = query(aGameContext({ players }), 'getPlayers', {});
  assert.deepEqual(Meta, { PlayerCount: 3, OnlineCount: 1 });
  const statuses = Players.map(({ Name, Status }) => [Name, Status]);
  assert.deepEqual(statuses, [
    ['Zoe', 'Offline'],
    ['Lily', 'Online'],
    ['Axel', 'Offline'],
  ]);
});

test('a player entry has address, guild and location in both coordinates', () => {
  const zoe = aPlayer({
    ip: '203.0.113.5',
    location: { x: -321654.0165656156, y: 214182.5577156711, z: -762.5510371185613 },
  });
  const guild = aGuild([zoe], { name: 'Rayne' });

  assert.deepEqual(
    query(aGameContext({ players: [zoe], guilds: [guild] }), 'getPlayer', { player_identifier: zoe.uid }),
    {
      Player: {
        Name: 'Zoe',
        IP: '203.0.113.5',
        PlayerUID: zoe.uid,
        UserId: zoe.userId,
        GuildName: 'Rayne',
        GuildUUID: guild.id,
        Status: 'Online',
        WorldLocation: { x: -321654.0165656156, y: 214182.5577156711, z: -762.5510371185613 },
        MapLocation: { x: 122.40208652651658, y: -430.86278118870507, z: -762.5510371185613 },
      },
    },
  );
});

test('an offline player has no address, and one in no guild the zero GUID', () => {
  const zoe = aPlayer({ online: false });
  const [entry] = query(aGameContext({ players: [zoe] }), 'getPlayers', {}).Players;
  assert.equal(entry?.IP, '');
  assert.equal(entry?.UserId, zoe.userId);
  assert.equal(entry?.GuildName, '');
  assert.equal(entry?.GuildUUID, ZERO_GUID);
});

test('a player still creating a character is not listed, and has no account to show', () => {
  const newcomer = aPlayer({ account: false });
  const game = aGameContext({ players: [newcomer] });
  assert.deepEqual(query(game, 'getPlayers', {}), { Meta: { PlayerCount: 0, OnlineCount: 0 }, Players: [] });
  assert.throws(() => query(game, 'getPlayer', { player_identifier: newcomer.userId }), {
    code: 'PLAYER_ACCOUNT_NOT_FOUND',
  });
});

test('a list of players looks each guild up once per member and walks no other table', ({ mock }) => {
  const players = Array.from({ length: 1_000 }, () => aPlayer());
  const guilds = Array.from({ length: 100 }, (_, index) =>
    aGuild(players.slice(index * 10, index * 10 + 10) as PlayerInWorld[]),
  );
  const game = aGameContext({ players, guilds });
  const { world } = game;
  const lookUps = mock.method(world.guilds, 'get').mock;
  const tables = [world.guilds, world.sessions, world.locations, world.players, world.characters];
  const walks = tables.flatMap((table) => [
    mock.method(table, 'values').mock,
    mock.method(table, 'entries').mock,
  ]);

  const { Meta, Players } = query(game, 'getPlayers', {});
  assert.equal(Meta.OnlineCount, 1_000);
  assert.ok(Players.every(({ GuildName }) => GuildName !== ''));
  assert.equal(lookUps.callCount(), 1_000);
  const calls = walks.reduce((sum, walk) => sum + walk.callCount(), 0);
  assert.equal(calls, 0);
});

test('a listed player has names, ids, guild and presence, and no address', () => {
  const zoe = aPlayer({ name: 'Zoe', character: { level: 30 }, ip: '203.0.113.5' });
  const lily = aPlayer({ name: 'Lily', online: false, character: { level: 12 } });
  const guild = aGuild([lily], { name: 'Kettle Harbour' });
  const { world } = aGameContext({ players: [zoe, lily], guilds: [guild] });
  const formerNames = ['f', 'e', 'd', 'c', 'b', 'a'].map((name) => ({ name, untilMs: 0 }));
  const addresses = [{ ip: '203.0.113.9', lastSeenAtMs: 0 }];
  world.accounts.put({ ...lily.account, lastOnlineAtMs: 0, formerNames, addresses } as never);
  const zoes = { uid: zoe.uid, userId: zoe.userId, name: 'Zoe', formerNames: [], platform: 'Steam' };
  const names = { name: 'Lily', formerNames: ['f', 'e', 'd', 'c', 'b'] };
  const lilys = { uid: lily.uid, userId: lily.userId, ...names, platform: 'Steam', guild: guild.name };
  assert.deepEqual(listedPlayers(world, 0, 10), [
    { ...zoes, level: 30, online: true },
    { ...lilys, level: 12, online: false, lastSeen: '1970-01-01T00:00:00.000Z' },
  ]);
  assert.ok(!JSON.stringify(listedPlayers(world, 0, 10)).includes('203.0.113'));
  assert.deepEqual(
    listedPlayers(world, 1, 1).map(({ name }) => name),
    ['Lily'],
  );
});
