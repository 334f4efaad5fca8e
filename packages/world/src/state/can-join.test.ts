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

test('who is banned, or comes from a banned address, may not join until the ban is lifted', () => {
  const game = aGameContext();
  const allowed = (userId: string, ip: string) => canJoin(game.world)({ uid: aGuid(), userId, ip });
  assert.equal(allowed('steam_1', '198.51.100.1'), true);
  run(game, 'banPlayer', banPlayer, { params: { player_identifier: 'steam_1' } });
  run(game, 'banIP', banIP, { params: { ip: '198.51.100.2' } });
  assert.equal(allowed('steam_1', '198.51.100.1'), false);
  assert.equal(allowed('steam_11', '198.51.100.1'), true);
  assert.equal(allowed('steam_2', '::ffff:198.51.100.2'), false);
  assert.equal(allowed('', ''), true);
  run(game, 'unbanPlayer', unbanPlayer, { params: { user_id: 'steam_1' } });
  run(game, 'unbanIP', unbanIP, { params: { ip: '198.51.100.2' } });
  assert.equal(allowed('steam_1', '198.51.100.2'), true);
});

test('whoever comes from a banned range, of IPv4 or IPv6, may not join until it is lifted', () => {
  const { world } = aGameContext();
  const allowed = (ip: string) => canJoin(world)({ uid: aGuid(), userId: 'steam_1', ip });
  const BannedBy = { Type: 'console', NameValue: '', IP: '', Reason: '', Timestamp: timestampAt(0) };
  const ranges = ['198.51.100.0/24', '10.0.0.0/8', '2001:db8::/32'];
  for (const IP of ranges) world.ipBans.restore(IP, { IP, Active: true, BannedBy });
  for (const ip of ['198.51.100.255', '::ffff:10.9.9.9', '2001:DB8:1::5'])
    assert.equal(allowed(ip), false, ip);
  for (const ip of ['198.51.101.0', '11.0.0.1', '2001:db9::1', '']) assert.equal(allowed(ip), true, ip);
  for (const IP of ranges) world.ipBans.restore(IP, { IP, Active: false, BannedBy });
  for (const ip of ['198.51.100.255', '10.9.9.9', '2001:db8:1::5']) assert.equal(allowed(ip), true, ip);
});

test('who is banned cannot log in', () => {
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

test('whatever is banned, lifted, kicked and joined: one entry each, and nobody banned is online', () => {
  fc.assert(
    fc.property(fc.array(action, { maxLength: 30 }), (actions) => {
      const players = [
        ...USERS.map((userId, at) => aPlayer({ userId, ip: ADDRESSES[at] ?? '', online: at < 2 })),
        ...NAMELESS.map((uid, at) => aPlayer({ uid, userId: '', ip: '', online: at < 1 })),
      ];
      const game = aGameContext({ players });
      const act = (what: (typeof actions)[number]): unknown => {
        switch (what.do) {
          case 'ban': {
            const params = { player_identifier: what.user };
            return run(game, 'banPlayer', banPlayer, { params, body: { IP: what.withIp } });
          }
          case 'unban':
            return run(game, 'unbanPlayer', unbanPlayer, { params: { user_id: what.user } });
          case 'kick':
            return run(game, 'kickPlayer', kickPlayer, { params: { player_identifier: what.user } });
          case 'banip':
            return run(game, 'banIP', banIP, { params: { ip: what.address } });
          case 'unbanip':
            return run(game, 'unbanIP', unbanIP, { params: { ip: what.address } });
          case 'join':
            return logIn(game, players[what.who]?.uid ?? '', { ip: what.address });
        }
      };
      for (const what of actions) {
        try {
          act(what);
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
        }
        const addresses = [...game.world.ipBans.values()].map(({ IP }) => canonicalAddress(IP));
        assert.equal(new Set(addresses).size, addresses.length);
        const allowed = canJoin(game.world);
        for (const session of game.world.sessions.values()) assert.ok(allowed(session));
        assert.deepEqual(checkWorld(game.world), []);
      }
    }),
  );
});
