import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyFleetBans, type FleetBan, planFleetBans } from '../src/commands/punishments/fleet-bans.ts';
import { applyGameBans } from '../src/mirror/apply-game-bans.ts';
import { banAddress, banUser, timestampAt, unbanUser } from '../src/state/bans.ts';
import { emittedEvents } from '../src/testing/run-command.ts';
import { aGameContext, anIssuer, aPlayer } from '../src/testing/world-builder.ts';

type Game = ReturnType<typeof aGameContext>;

const ROOM = { users: 10, addresses: 10 };
const NOON_MS = Date.UTC(2026, 6, 12, 12);

function aFleetBan(id: string, more: Partial<FleetBan> = {}): FleetBan {
  const kind = /^[\d.:a-f]+$/.test(id) ? 'IP' : 'User';
  return { list: 'main', kind, id, reason: 'cheating', bannedAtMs: NOON_MS, mayLift: true, ...more };
}

function apply(game: Game, bans: readonly FleetBan[], room = ROOM) {
  const plan = planFleetBans(game.world, bans, room);
  game.world.transaction(() => applyFleetBans(game, plan));
  return planFleetBans(game.world, bans, room);
}

test('Banlist.json holds the requested bans with the list as their issuer, and players whom they cover are disconnected', () => {
  const zoe = aPlayer({ name: 'Zoe', userId: 'steam_1', ip: '192.0.2.1' });
  const bo = aPlayer({ name: 'Bo', userId: 'steam_2', ip: '192.0.2.2' });
  const game = aGameContext({ players: [zoe, bo] });
  const { inForce } = apply(game, [aFleetBan('steam_1'), aFleetBan('192.0.2.2', { reason: '' })]);
  assert.equal(inForce, 2);
  const Timestamp = timestampAt(NOON_MS);
  const by = { Type: 'fleet', NameValue: 'main', IP: '', Timestamp };
  assert.deepEqual(
    [...game.world.userBans.values()],
    [{ UserId: 'steam_1', Active: true, BannedBy: { ...by, Reason: 'cheating' } }],
  );
  assert.deepEqual(
    [...game.world.ipBans.values()],
    [{ IP: '192.0.2.2', Active: true, BannedBy: { ...by, Reason: 'Banned by the list main' } }],
  );
  assert.equal(game.world.sessions.size, 0);
  const events = emittedEvents(game.world, 'punishment').map(({ action, userId, ip, issuer }) => [
    action,
    userId,
    ip,
    issuer,
  ]);
  assert.deepEqual(events, [
    ['ban', 'steam_1', '', 'fleet:main'],
    ['banip', '', '192.0.2.2', 'fleet:main'],
  ]);
});

test('bans that are no longer requested are removed, and bans of this world stay', () => {
  const game = aGameContext();
  banUser(game.world, 'steam_9', anIssuer('griefing'));
  banAddress(game.world, '192.0.2.9', anIssuer('bots'));
  apply(game, [aFleetBan('steam_1'), aFleetBan('2001:db8::1')]);
  apply(game, []);
  assert.deepEqual([...game.world.userBans.keys()], ['steam_9']);
  assert.deepEqual([...game.world.ipBans.keys()], ['192.0.2.9']);
});

test('a local ban stays local', () => {
  const game = aGameContext();
  banUser(game.world, 'steam_1', anIssuer('griefing'));
  banAddress(game.world, '192.0.2.9', anIssuer('bots'));
  const both = [aFleetBan('steam_1'), aFleetBan('::ffff:192.0.2.9')];
  assert.equal(apply(game, both).local, 2);
  assert.equal(game.world.userBans.get('steam_1')?.BannedBy.NameValue, 'Panel');
  assert.equal(game.world.ipBans.get('192.0.2.9')?.BannedBy.NameValue, 'Panel');
});

test('a ban that is lifted here stays lifted where its list allows it, until it is issued again', () => {
  const game = aGameContext();
  apply(game, [aFleetBan('steam_1')]);
  unbanUser(game.world, 'steam_1', anIssuer('our friend'));
  assert.equal(apply(game, [aFleetBan('steam_1')]).overridden, 1);
  assert.equal(game.world.userBans.get('steam_1')?.Active, false);
  apply(game, [aFleetBan('steam_1', { bannedAtMs: NOON_MS + 1 })]);
  assert.equal(game.world.userBans.get('steam_1')?.Active, true);
  unbanUser(game.world, 'steam_1', anIssuer('our friend'));
  apply(game, [aFleetBan('steam_1', { mayLift: false })]);
  assert.equal(game.world.userBans.get('steam_1')?.Active, true);
});

test('of two lists with the same player the one applies whose bans cannot be lifted here', () => {
  const game = aGameContext();
  apply(game, [aFleetBan('steam_1'), aFleetBan('steam_1', { list: 'cheaters', mayLift: false })]);
  assert.equal(game.world.userBans.get('steam_1')?.BannedBy.NameValue, 'cheaters');
});

test('where there is no space for all, the newest bans apply', () => {
  const game = aGameContext();
  banUser(game.world, 'steam_9', anIssuer('griefing'));
  const bans = [1, 2, 3].map((n) => aFleetBan(`steam_${n}`, { bannedAtMs: NOON_MS + n }));
  const two = { users: 5, addresses: 0 };
  assert.equal(apply(game, bans, two).leftOut, 1);
  assert.deepEqual([...game.world.userBans.keys()].sort(), ['steam_2', 'steam_3', 'steam_9']);
  apply(game, [...bans, aFleetBan('steam_4', { bannedAtMs: NOON_MS + 4 })], two);
  assert.deepEqual([...game.world.userBans.keys()].sort(), ['steam_3', 'steam_4', 'steam_9']);
});

// A shared list of 10,000 entries filled a world's ban list.
test('bans of lists use at most half of the space, and yield to those of the world', () => {
  const game = aGameContext();
  const room = { users: 100, addresses: 0 };
  const bans = Array.from({ length: 200 }, (_, n) => aFleetBan(`steam_${n}`, { bannedAtMs: NOON_MS + n }));
  const { inForce, leftOut } = apply(game, bans, room);
  assert.deepEqual([inForce, leftOut], [50, 150]);
  for (let n = 0; n < 80; n++) banUser(game.world, `ps5_${n}`, anIssuer('griefing'));
  apply(game, bans, room);
  const entries = [...game.world.userBans.values()];
  const ofLists = entries.filter(({ BannedBy }) => BannedBy.Type === 'fleet').map(({ UserId }) => UserId);
  assert.equal(entries.length, 99, 'the world can give another one');
  assert.deepEqual([ofLists.length, ofLists.includes('steam_199')], [19, true]);
});

test('a long list is applied in parts, players who are online first', () => {
  const zoe = aPlayer({ userId: 'steam_0' });
  const game = aGameContext({ players: [zoe] });
  const bans = Array.from({ length: 1200 }, (_, n) => aFleetBan(`steam_${n}`, { bannedAtMs: NOON_MS + n }));
  const room = { users: 2400, addresses: 0 };
  const turns = [500, 1000, 1200].map((inForce) => {
    assert.equal(apply(game, bans, room).inForce, inForce);
    return game.world.sessions.size;
  });
  assert.deepEqual(turns, [0, 0, 0]);
  assert.deepEqual(emittedEvents(game.world, 'punishment'), [], 'too many for an event each');
});

test('what is neither a UserId nor an address is not enforced', () => {
  const game = aGameContext();
  apply(game, [aFleetBan('nobody'), aFleetBan('1.2.3.4.5', { kind: 'IP' })]);
  assert.deepEqual([game.world.userBans.size, game.world.ipBans.size], [0, 0]);
});

test('beside a game server a ban of a list is requested there, and so is its end', () => {
  const game = { ...aGameContext(), attached: true };
  const read = (listed: string[]) =>
    applyGameBans(game, { listed, banned: [], unbanned: [] }, { mayChangeOurs: true });
  apply(game, [aFleetBan('steam_1')]);
  assert.deepEqual(read([]).ban, [{ userId: 'steam_1', reason: 'cheating' }]);
  apply(game, []);
  assert.deepEqual(read(['steam_1']), { taken: [], lifted: [], ban: [], unban: ['steam_1'] });
});
