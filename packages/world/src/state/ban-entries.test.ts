import assert from 'node:assert/strict';
import { test } from 'node:test';
import { banPlayer, unbanPlayer } from '../commands/punishments/ban.ts';
import { inventIdentities } from '../simulation/identities.ts';
import { simulateLogIn } from '../simulation/simulation.ts';
import { assertRefused, emittedEvents, run } from '../testing/run-command.ts';
import { aGameContext, aPlayer } from '../testing/world-builder.ts';
import { banAddress, haveBansToSettle, settlePlayerBans } from './ban-entries.ts';
import { timestampAt } from './wire-format.ts';

test('a time has its UTC seconds and each of its parts', () => {
  const UTC = Date.UTC(2026, 11, 31, 23, 59, 58) / 1000;
  const expected = { UTC, Year: 2026, Month: 12, Day: 31, Hour: 23, Min: 59, Sec: 58, Msec: 7 };
  assert.deepEqual(timestampAt(UTC * 1000 + 7), expected);
});

const by = { Type: 'rest', NameValue: 'Panel', IP: '', Reason: '', Timestamp: timestampAt(0) };
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

const SEED = 3;

/** A world as after an import, with one player banned by PlayerUID. */
function bannedWithoutUserId() {
  const zoe = aPlayer({ userId: '', online: false });
  const lily = aPlayer({ userId: '', online: false });
  const game = aGameContext({ players: [zoe, lily] });
  const ban = (uid: string, Reason: string) =>
    run(game, 'banPlayer', banPlayer, { params: { player_identifier: uid }, body: { Reason } });
  const unban = (id: string) => run(game, 'unbanPlayer', unbanPlayer, { params: { user_id: id } });
  ban(zoe.uid, 'Griefing');
  return { game, zoe, lily, ban, unban };
}

/** Makes all UserIds known. @returns that of the account. */
function reasonFor(game: ReturnType<typeof aGameContext>, uid: string): string {
  inventIdentities(game.world, SEED);
  return game.world.accounts.get(uid)?.userId ?? '';
}

test('once the UserId is known, the ban has its entry in the ban list, with its issuer, reason and time', () => {
  const { game, zoe, lily } = bannedWithoutUserId();
  assert.equal(haveBansToSettle(game.world), false);
  const issuer = game.world.playerBans.get(zoe.uid)?.bannedBy;
  const userId = reasonFor(game, zoe.uid);
  assert.equal(haveBansToSettle(game.world), true);
  assertRefused(game, 'REQUEST_FAILED', () => simulateLogIn(game, zoe.uid)); // before the entry too

  settlePlayerBans(game);
  assert.deepEqual([...game.world.userBans.values()], [{ UserId: userId, Active: true, BannedBy: issuer }]);
  assert.equal(haveBansToSettle(game.world), false);
  assert.deepEqual(emittedEvents(game.world, 'punishment').at(-1), {
    action: 'ban',
    userId,
    uid: zoe.uid,
    ip: '',
    reason: 'Griefing',
    issuer: 'Panel',
  });
  assertRefused(game, 'REQUEST_FAILED', () => simulateLogIn(game, zoe.uid));
  assert.equal(simulateLogIn(game, lily.uid).uid, lily.uid);
});

for (const by of ['UserId', 'PlayerUID'] as const) {
  test(`a ban that was given by PlayerUID and has its entry is lifted by ${by}`, () => {
    const { game, zoe, unban } = bannedWithoutUserId();
    const userId = reasonFor(game, zoe.uid);
    settlePlayerBans(game);
    assert.deepEqual(unban(by === 'UserId' ? userId : zoe.uid), { Success: true, UserId: userId });
    assert.equal(game.world.userBans.get(userId)?.Active, false);
    assert.equal(simulateLogIn(game, zoe.uid).uid, zoe.uid);
    for (const id of [userId, zoe.uid]) assertRefused(game, 'BAN_NOT_FOUND', () => unban(id));
    assert.equal(haveBansToSettle(game.world), false);
  });
}

test('an entry that was lifted or removed by hand lifts the ban by PlayerUID too', () => {
  const { game, zoe } = bannedWithoutUserId();
  const userId = reasonFor(game, zoe.uid);
  settlePlayerBans(game);
  game.world.userBans.remove(userId);
  assert.equal(simulateLogIn(game, zoe.uid).uid, zoe.uid);
});

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
