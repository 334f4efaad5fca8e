import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '@palatine/contract';
import { canonicalAddress } from '@palatine/platform/address';
import fc from 'fast-check';
import { inventIdentities } from '../src/demo/identities.ts';
import { simulateLogIn } from '../src/simulation/simulation.ts';
import { banAddress, banOf, haveBansToSettle, settlePlayerBans, timestampAt } from '../src/state/bans.ts';
import { checkWorld } from '../src/state/check-world.ts';
import { logIn } from '../src/state/sessions.ts';
import { assertRefused, run } from '../src/testing/run-command.ts';
import { aGameContext, aGuid, anIssuer, aPlayer } from '../src/testing/world-builder.ts';

test('a time has its UTC seconds and each of its parts', () => {
  const UTC = Date.UTC(2026, 11, 31, 23, 59, 58) / 1000;
  const expected = { UTC, Year: 2026, Month: 12, Day: 31, Hour: 23, Min: 59, Sec: 58, Msec: 7 };
  assert.deepEqual(timestampAt(UTC * 1000 + 7), expected);
});

const by = anIssuer();
const ban = (IP: string) => ({ IP, Active: true, BannedBy: by });

test('a rollback puts the entries back in their order', () => {
  const { world } = aGameContext();
  const addresses = ['2001:db8::1', '192.0.2.1', '192.0.2.2'];
  for (const ip of addresses) world.ipBans.restore(ip, ban(ip));
  banAddress(world, '2001:db8::1', by);
  banAddress(world, '192.0.2.3', by);
  assert.deepEqual([...world.ipBans.keys()], ['2001:db8::1', '192.0.2.1', '192.0.2.2', '192.0.2.3']);
  world.rollbackTo(0);
  assert.deepEqual([...world.ipBans.keys()], addresses);
});

/** A world as after an import, with one player banned by PlayerUID. */
function bannedWithoutUserId() {
  const zoe = aPlayer({ userId: '', online: false });
  const lily = aPlayer({ userId: '', online: false });
  const game = aGameContext({ players: [zoe, lily] });
  const ban = (uid: string, Reason: string) =>
    run(game, 'banPlayer', { params: { player_identifier: uid }, body: { Reason } });
  const unban = (id: string) => run(game, 'unbanPlayer', { params: { user_id: id } });
  ban(zoe.uid, 'Griefing');
  return { game, zoe, lily, ban, unban };
}

/** Makes all UserIds known. @returns that of the account. */
function reasonFor(game: ReturnType<typeof aGameContext>, uid: string): string {
  inventIdentities(game.world);
  return game.world.accounts.get(uid)?.userId ?? '';
}

for (const by of ['UserId', 'PlayerUID'] as const) {
  test(`a ban that was given by PlayerUID and has its entry is lifted by ${by}`, () => {
    const { game, zoe, unban } = bannedWithoutUserId();
    assert.equal(haveBansToSettle(game.world), false);
    const userId = reasonFor(game, zoe.uid);
    assertRefused(game, 'REQUEST_FAILED', () => simulateLogIn(game, zoe.uid)); // before the entry too
    assert.equal(haveBansToSettle(game.world), true);
    settlePlayerBans(game);
    assert.deepEqual(unban(by === 'UserId' ? userId : zoe.uid), { Success: true, UserId: userId });
    assert.equal(game.world.userBans.get(userId)?.Active, false);
    assert.equal(simulateLogIn(game, zoe.uid).uid, zoe.uid);
    for (const id of [userId, zoe.uid]) assertRefused(game, 'BAN_NOT_FOUND', () => unban(id));
    assert.equal(haveBansToSettle(game.world), false);
  });
}

test('an active ban of the UserId keeps its own issuer and reason', () => {
  const { game, zoe, ban } = bannedWithoutUserId();
  const userId = reasonFor(game, zoe.uid);
  ban(userId, 'Known long since');
  settlePlayerBans(game);
  assert.equal(game.world.userBans.get(userId)?.BannedBy.Reason, 'Known long since');
});

test('a player stays banned when the UserId is no longer known', () => {
  const { game, zoe, ban, unban } = bannedWithoutUserId();
  const userId = reasonFor(game, zoe.uid);
  settlePlayerBans(game);
  for (const account of game.world.accounts.values()) game.world.accounts.put({ ...account, userId: '' });
  assertRefused(game, 'REQUEST_FAILED', () => simulateLogIn(game, zoe.uid));
  assert.equal(ban(zoe.uid, 'Again').UserId, userId, 'the last one that was known');
  assert.deepEqual(unban(zoe.uid), { Success: true, UserId: userId });
  assert.equal(simulateLogIn(game, zoe.uid).uid, zoe.uid);
});

test('a player from a banned range, of IPv4 or IPv6, may not join until it is lifted', () => {
  const { world } = aGameContext();
  const mayJoin = (ip: string) => banOf(world, { uid: aGuid(), userId: 'steam_1', ip }) === undefined;
  const BannedBy = anIssuer();
  const ranges = ['198.51.100.0/24', '10.0.0.0/8', '2001:db8::/32'];
  for (const IP of ranges) world.ipBans.restore(IP, { IP, Active: true, BannedBy });
  for (const ip of ['198.51.100.255', '::ffff:10.9.9.9', '2001:DB8:1::5'])
    assert.equal(mayJoin(ip), false, ip);
  for (const ip of ['198.51.101.0', '11.0.0.1', '2001:db9::1', '']) assert.equal(mayJoin(ip), true, ip);
  for (const IP of ranges) world.ipBans.restore(IP, { IP, Active: false, BannedBy });
  for (const ip of ['198.51.100.255', '10.9.9.9', '2001:db8:1::5']) assert.equal(mayJoin(ip), true, ip);
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
            return run(game, 'banPlayer', { params, body: { IP: action.withIp } });
          }
          case 'unban':
            return run(game, 'unbanPlayer', { params: { user_id: action.user } });
          case 'kick':
            return run(game, 'kickPlayer', { params: { player_identifier: action.user } });
          case 'banip':
            return run(game, 'banIP', { params: { ip: action.address } });
          case 'unbanip':
            return run(game, 'unbanIP', { params: { ip: action.address } });
          case 'join':
            return logIn(game, players[action.who]?.uid ?? '', action.address);
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
        for (const session of game.world.sessions.values())
          assert.equal(banOf(game.world, session), undefined);
        assert.deepEqual(checkWorld(game.world), []);
      }
    }),
  );
});
