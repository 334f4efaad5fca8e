import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '@palatine/contract';
import fc from 'fast-check';
import { banIP, banPlayer, unbanIP, unbanPlayer } from '../commands/punishments/ban.ts';
import { kickPlayer } from '../commands/punishments/kick.ts';
import { simulateLogIn, startSimulation } from '../simulation/simulation.ts';
import { assertRefused, run } from '../testing/run-command.ts';
import { aGameContext, aGuid, aPlayer } from '../testing/world-builder.ts';
import { canonicalAddress } from './address.ts';
import { canJoin } from './can-join.ts';
import { checkWorld } from './check-world.ts';
import { logIn } from './sessions.ts';
import { timestampAt } from './wire-format.ts';

test('a banned player, or one from a banned address, may not join until the ban is lifted', () => {
  const game = aGameContext();
  const mayJoin = (userId: string, ip: string) => canJoin(game.world)({ uid: aGuid(), userId, ip });
  assert.equal(mayJoin('steam_1', '198.51.100.1'), true);
  run(game, 'banPlayer', banPlayer, { params: { player_identifier: 'steam_1' } });
  run(game, 'banIP', banIP, { params: { ip: '198.51.100.2' } });
  assert.equal(mayJoin('steam_1', '198.51.100.1'), false);
  assert.equal(mayJoin('steam_11', '198.51.100.1'), true);
  assert.equal(mayJoin('steam_2', '::ffff:198.51.100.2'), false);
  assert.equal(mayJoin('', ''), true);
  run(game, 'unbanPlayer', unbanPlayer, { params: { user_id: 'steam_1' } });
  run(game, 'unbanIP', unbanIP, { params: { ip: '198.51.100.2' } });
  assert.equal(mayJoin('steam_1', '198.51.100.2'), true);
});

test('a player from a banned range, of IPv4 or IPv6, may not join until it is lifted', () => {
  const { world } = aGameContext();
  const mayJoin = (ip: string) => canJoin(world)({ uid: aGuid(), userId: 'steam_1', ip });
  const BannedBy = { Type: 'console', NameValue: '', IP: '', Reason: '', Timestamp: timestampAt(0) };
  const ranges = ['198.51.100.0/24', '10.0.0.0/8', '2001:db8::/32'];
  for (const IP of ranges) world.ipBans.restore(IP, { IP, Active: true, BannedBy });
  for (const ip of ['198.51.100.255', '::ffff:10.9.9.9', '2001:DB8:1::5'])
    assert.equal(mayJoin(ip), false, ip);
  for (const ip of ['198.51.101.0', '11.0.0.1', '2001:db9::1', '']) assert.equal(mayJoin(ip), true, ip);
  for (const IP of ranges) world.ipBans.restore(IP, { IP, Active: false, BannedBy });
  for (const ip of ['198.51.100.255', '10.9.9.9', '2001:db8:1::5']) assert.equal(mayJoin(ip), true, ip);
});

test('a banned player cannot log in', () => {
  const zoe = aPlayer({ userId: 'steam_1', online: false });
  const game = aGameContext({ players: [zoe] });
  run(game, 'banPlayer', banPlayer, { params: { player_identifier: 'steam_1' } });
  assertRefused(game, 'REQUEST_FAILED', () => simulateLogIn(game, zoe.uid));
});

test('in a simulated world no banned player logs in', () => {
  const players = Array.from({ length: 6 }, (_, at) => aPlayer({ userId: `steam_${at}`, online: false }));
  const game = aGameContext({ players });
  for (const at of [0, 2, 4]) {
    run(game, 'banPlayer', banPlayer, { params: { player_identifier: `steam_${at}` } });
  }
  const simulation = startSimulation(game, { onlineShare: 1 });
  const seen = new Set<string>();
  for (let minute = 0; minute < 300; minute++) {
    simulation.step(60);
    for (const { userId } of game.world.sessions.values()) seen.add(userId);
  }
  assert.deepEqual([...seen].sort(), ['steam_1', 'steam_3', 'steam_5']);
});

const USERS = ['steam_1', 'steam_2', 'gdk_3', 'ps5_4'];
const ADDRESSES = ['198.51.100.1', '::ffff:198.51.100.1', '198.51.100.2', '2001:db8::1', '2001:DB8:0:0::1'];
const NAMELESS = ['AAAAAAAA-00000000-00000000-00000001', 'AAAAAAAA-00000000-00000000-00000002'];
const user = fc.constantFrom(...USERS, ...NAMELESS, 'mac_unseen');
const address = fc.constantFrom(...ADDRESSES, 'nowhere');
const action = fc.oneof(
  fc.record({ do: fc.constant('ban' as const), user, withIp: fc.boolean() }),
  fc.record({ do: fc.constantFrom('unban' as const, 'kick' as const), user }),
  fc.record({ do: fc.constantFrom('banip' as const, 'unbanip' as const), address }),
  fc.record({
    do: fc.constant('join' as const),
    who: fc.nat(USERS.length + NAMELESS.length - 1),
    address: fc.constantFrom(...ADDRESSES),
  }),
);

test('after any bans, unbans, kicks and joins: one entry each, and no banned player is online', () => {
  fc.assert(
    fc.property(fc.array(action, { maxLength: 30 }), (actions) => {
      const players = [
        ...USERS.map((userId, at) => aPlayer({ userId, ip: ADDRESSES[at] ?? '', online: at < 2 })),
        ...NAMELESS.map((uid, at) => aPlayer({ uid, userId: '', ip: '', online: at < 1 })),
      ];
      const game = aGameContext({ players });
      const act = (action: (typeof actions)[number]): unknown => {
        switch (action.do) {
          case 'ban': {
            const params = { player_identifier: action.user };
            return run(game, 'banPlayer', banPlayer, { params, body: { IP: action.withIp } });
          }
          case 'unban':
            return run(game, 'unbanPlayer', unbanPlayer, { params: { user_id: action.user } });
          case 'kick':
            return run(game, 'kickPlayer', kickPlayer, { params: { player_identifier: action.user } });
          case 'banip':
            return run(game, 'banIP', banIP, { params: { ip: action.address } });
          case 'unbanip':
            return run(game, 'unbanIP', unbanIP, { params: { ip: action.address } });
          case 'join':
            return logIn(game, players[action.who]?.uid ?? '', { ip: action.address });
        }
      };
      for (const step of actions) {
        try {
          act(step);
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
        }
        const addresses = [...game.world.ipBans.values()].map(({ IP }) => canonicalAddress(IP));
        assert.equal(new Set(addresses).size, addresses.length);
        const mayJoin = canJoin(game.world);
        for (const session of game.world.sessions.values()) assert.ok(mayJoin(session));
        assert.deepEqual(checkWorld(game.world), []);
      }
    }),
  );
});
