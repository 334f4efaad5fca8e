import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type banIP, type banPlayer, LIMITS, type RouteBody } from '@palatine/contract';
import fc from 'fast-check';
import { applyGameBans } from '../src/mirror/apply-game-bans.ts';
import { simulateLogIn } from '../src/simulation/simulation.ts';
import { banOf } from '../src/state/bans.ts';
import { assertRefused, emittedEvents, run } from '../src/testing/run-command.ts';
import { aGameContext, aGuid, aPlayer } from '../src/testing/world-builder.ts';

type Game = ReturnType<typeof aGameContext>;

function ban(game: Game, player_identifier: string, body?: RouteBody<typeof banPlayer>) {
  return run(game, 'banPlayer', { params: { player_identifier }, body });
}
function unban(game: Game, user_id: string, Reason?: string) {
  return run(game, 'unbanPlayer', { params: { user_id }, ...(Reason && { body: { Reason } }) });
}

test('an invalid UserId is refused by ban and unban with the same hint', () => {
  const game = aGameContext();
  ban(game, 'steam_1');
  for (const text of [' steam_1', 'STEAM_1', 'Zoe']) {
    const { message } = assertRefused(game, 'REQUEST_FAILED', () => ban(game, text));
    assert.match(message, text === 'Zoe' ? /names are not identifiers/ : /did you mean steam_1\?/);
    assert.equal(assertRefused(game, 'BAN_NOT_FOUND', () => unban(game, text)).message, message);
  }
  const { message } = assertRefused(game, 'BAN_NOT_FOUND', () => unban(game, 'steam_2'));
  assert.equal(message, 'no active ban of steam_2');
});

test('a ban that is lifted before the list of the game was read is lifted there, and not adopted', () => {
  const game = { ...aGameContext(), attached: true };
  const read = (listed: string[] | undefined) =>
    applyGameBans(game, { listed, banned: [], unbanned: [] }, { mayChangeOurs: true });
  ban(game, 'steam_1');
  unban(game, 'steam_1');
  for (const listed of [['steam_1'], undefined]) {
    assert.deepEqual(read(listed), { taken: [], lifted: [], ban: [], unban: ['steam_1'] });
  }
  ban(game, 'steam_1');
  const userIds = read(undefined).ban.map(({ userId }) => userId);
  assert.deepEqual(userIds, ['steam_1'], 'banned again, the game server is asked again');
  unban(game, 'steam_1');
  assert.deepEqual(read([]), { taken: [], lifted: [], ban: [], unban: [] });
  assert.deepEqual(read(['steam_1']).taken, ['steam_1'], 'from then on it is a ban of the game');
});

test('without a game server nothing is stored of its list', () => {
  const game = aGameContext();
  ban(game, 'steam_1');
  unban(game, 'steam_1');
  assert.equal(game.world.gameBans.size, 0);
});

test('a UserId that is too long can be neither banned nor unbanned', () => {
  const game = aGameContext();
  const tooLong = `steam_${'1'.repeat(LIMITS.idChars)}`;
  assertRefused(game, 'REQUEST_FAILED', () => ban(game, tooLong));
  ban(game, 'steam_1');
  const entry = game.world.userBans.get('steam_1');
  if (entry !== undefined) game.world.userBans.put({ ...entry, UserId: tooLong });
  assertRefused(game, 'BAN_NOT_FOUND', () => unban(game, tooLong));
});

test('a player without a known UserId, also one still without an account, is banned by PlayerUID', () => {
  const offline = aPlayer({ userId: '', online: false });
  const newcomer = aPlayer({ userId: '', account: false });
  const game = aGameContext({ players: [offline, newcomer] });
  const reply = { Success: true, UserId: '', IP: false, BannedIP: '', Pending: true };
  assert.deepEqual(ban(game, offline.uid), { ...reply, Kicked: 0 });
  assert.deepEqual(ban(game, newcomer.uid), { ...reply, Kicked: 1 });
  assert.deepEqual([game.world.sessions.size, game.world.userBans.size], [0, 0]);
});

test('with IP a player without a known UserId is banned with the address, or not at all', () => {
  const here = aPlayer({ userId: '', ip: '198.51.100.9' });
  const offline = aPlayer({ userId: '', online: false });
  const game = aGameContext({ players: [here, offline] });
  assertRefused(game, 'IP_UNAVAILABLE', () => ban(game, offline.uid, { IP: true }));
  assert.equal(ban(game, here.uid, { IP: true }).BannedIP, '198.51.100.9');
  assert.equal(game.world.ipBans.get('198.51.100.9')?.Active, true);
});

test('banning again by PlayerUID replaces the reason, and the event of its end names the PlayerUID', () => {
  const zoe = aPlayer({ userId: '', online: false });
  const game = aGameContext({ players: [zoe] });
  ban(game, zoe.uid, { Reason: 'first' });
  ban(game, zoe.uid, { Reason: 'second' });
  assert.equal(game.world.playerBans.get(zoe.uid)?.bannedBy.Reason, 'second');
  unban(game, zoe.uid, 'Said sorry');
  const facts = { userId: '', uid: zoe.uid, name: 'Zoe', ip: '', reason: 'Said sorry', issuer: 'Panel' };
  assert.deepEqual(emittedEvents(game.world, 'punishment').at(-1), { action: 'unban', ...facts });
});

test('the session of a user whose account is not there yet is found and ended', () => {
  const newcomer = aPlayer({ userId: 'steam_1', account: false });
  const game = aGameContext({ players: [newcomer] });
  assert.deepEqual(ban(game, newcomer.uid).Kicked, 1);
  assert.equal(game.world.userBans.get('steam_1')?.Active, true);
});

test('a session without a UserId uses that of its account', () => {
  const zoe = aPlayer({ userId: 'steam_1' });
  const game = aGameContext({ players: [zoe] });
  assert.ok(zoe.session);
  game.world.sessions.put({ ...zoe.session, userId: '' });
  assert.equal(ban(game, 'steam_1').Kicked, 1);
});

test('what an operator wrote into an entry by hand stays with it', () => {
  const game = aGameContext();
  ban(game, 'steam_1');
  const entry = game.world.userBans.get('steam_1');
  assert.ok(entry);
  game.world.userBans.put({ ...entry, Note: 'see ticket 7' } as typeof entry);
  unban(game, 'steam_1');
  ban(game, 'steam_1');
  assert.equal((game.world.userBans.get('steam_1') as { Note?: string } | undefined)?.Note, 'see ticket 7');
});

test('bans and kicks are announced in the chat only where the rules say so, and never an address', () => {
  const quiet = aGameContext({ players: [aPlayer({ userId: 'steam_1' })] });
  ban(quiet, 'steam_1');
  assert.deepEqual(emittedEvents(quiet.world, 'message'), []);
  const players = [aPlayer({ name: 'Zoe', userId: 'steam_1', ip: '198.51.100.9' })];
  const loud = aGameContext({ players }, { announcePunishments: true });
  kick(loud, 'steam_1', 'afk');
  ban(loud, 'steam_1', { Reason: 'Griefing' });
  run(loud, 'banIP', { params: { ip: '203.0.113.1' } });
  assert.deepEqual(
    emittedEvents(loud.world, 'message'),
    ['Zoe was kicked: afk', 'Zoe was banned: Griefing'].map((text) => {
      return { sendType: 'Broadcast', sender: 'Server', text, recipients: null };
    }),
  );
});

function kick(game: Game, player_identifier: string, Reason?: string) {
  return run(game, 'kickPlayer', {
    params: { player_identifier },
    ...(Reason && { body: { Reason } }),
  });
}

test('a kicked player is offline, was online just now, and may come back', () => {
  const zoe = aPlayer({ name: 'Zoe', userId: 'steam_1' });
  const game = { ...aGameContext({ players: [zoe] }), now: () => 5_000 };
  assert.deepEqual(kick(game, 'steam_1', 'afk'), { Success: true, UserId: 'steam_1' });
  assert.equal(game.world.sessions.size, 0);
  assert.equal(game.world.accounts.get(zoe.uid)?.lastOnlineAtMs, 5_000);
  assert.deepEqual([game.world.userBans.size, game.world.ipBans.size], [0, 0]);
  assert.deepEqual(emittedEvents(game.world, 'punishment'), [
    { action: 'kick', userId: 'steam_1', name: 'Zoe', ip: '', reason: 'afk', issuer: 'Panel' },
  ]);
  const player = { uid: zoe.uid, userId: 'steam_1', name: 'Zoe' };
  assert.deepEqual(emittedEvents(game.world, 'player.left'), [{ player, reason: 'afk' }]);

  assert.equal(simulateLogIn(game, zoe.uid).uid, zoe.uid);
  assert.deepEqual(emittedEvents(game.world, 'player.joined'), [{ player }]);
});

test('a player without a UserId, a loaded character or even an account is kicked by PlayerUID', () => {
  const players = [
    aPlayer({ userId: '' }),
    aPlayer({ characterLoaded: false }),
    aPlayer({ account: false, userId: 'steam_3' }),
  ];
  const game = aGameContext({ players });
  for (const { uid, userId } of players) assert.equal(kick(game, uid.toLowerCase()).UserId, userId);
  assert.equal(game.world.sessions.size, 0);
});

function banAddressOf(game: Game, ip: string, body?: RouteBody<typeof banIP>) {
  return run(game, 'banIP', { params: { ip }, body });
}
const unbanAddressOf = (game: Game, ip: string) => run(game, 'unbanIP', { params: { ip } });

test('the user a caller names is answered and recorded, and neither banned nor looked for', () => {
  const game = aGameContext({ players: [aPlayer({ userId: 'steam_1', ip: '198.51.100.1' })] });
  assert.equal(banAddressOf(game, '203.0.113.5', { UserId: 'steam_1' }).UserId, 'steam_1');
  assert.equal(
    game.world.ipBans.get('203.0.113.5')?.BannedBy.Reason,
    'Banned by an administrator, as the address of steam_1',
  );
  assert.equal(emittedEvents(game.world, 'punishment')[0]?.userId, 'steam_1');
  assert.deepEqual([game.world.userBans.size, game.world.sessions.size], [0, 1]);
  assert.equal('UserId' in banAddressOf(game, '203.0.113.5', { UserId: '' }), false);
});

test('a masked range of Banlist.json is lifted in any spelling, and an address within it is hinted at it', () => {
  const game = aGameContext();
  banAddressOf(game, '203.0.113.5');
  const entry = game.world.ipBans.get('203.0.113.5');
  assert.ok(entry);
  game.world.ipBans.restore('198.51.100.0/24', { ...entry, IP: '198.51.100.0/24' });
  assert.equal(banOf(game.world, { uid: aGuid(), userId: '', ip: '198.51.100.9' }) === undefined, false);
  assert.throws(() => unbanAddressOf(game, '198.51.100.9'), {
    message: /the ban of 198\.51\.100\.0\/24 covers it/,
  });
  assert.equal(unbanAddressOf(game, ' 198.51.100.77/24 ').IP, '198.51.100.0/24');
  assert.equal(banOf(game.world, { uid: aGuid(), userId: '', ip: '198.51.100.9' }) === undefined, true);
});

test('an unspecified address is that of no player and cannot be banned', () => {
  const zoe = aPlayer({ userId: 'steam_1', ip: '0.0.0.0' });
  const game = aGameContext({ players: [zoe] });
  for (const ip of ['0.0.0.0', '::', '0:0::0', '::ffff:0.0.0.0']) {
    assertRefused(game, 'VALIDATION_FAILED', () => banAddressOf(game, ip));
  }
  assertRefused(game, 'IP_UNAVAILABLE', () => ban(game, 'steam_1', { IP: true }));
});

const v4 = fc.ipV4().map((ip) => [ip, ` ${ip}\t`, `::ffff:${ip}`, `::FFFF:${ip}`]);
const v6 = fc
  .array(fc.constantFrom(0, 0, 1, 0xab, 0xffff), { minLength: 8, maxLength: 8 })
  .filter((words) => words.slice(0, 5).some((word) => word !== 0)) // not IPv4 in disguise
  .map((words) => {
    const long = words.map((word) => word.toString(16).padStart(4, '0')).join(':');
    const short = words.map((word) => word.toString(16)).join(':');
    return [long, short, long.toUpperCase(), `\n${short}`, short.replace(/(^|:)0(:0)+(:|$)/, '::')];
  });

test('every spelling of an address is the same address', () => {
  fc.assert(
    fc.property(
      fc.oneof(v4, v6).chain((spellings) => {
        const spelling = fc.constantFrom(...spellings);
        return fc.tuple(spelling, spelling, spelling, spelling);
      }),
      ([online, banned, again, lifted]) => {
        const game = aGameContext({ players: [aPlayer({ ip: online, userId: 'steam_1' })] });
        const first = banAddressOf(game, banned);
        assert.equal(first.Kicked, 1);
        assert.equal(banOf(game.world, { uid: aGuid(), userId: 'steam_2', ip: online }) === undefined, false);
        assert.equal(banAddressOf(game, again).IP, first.IP);
        const ipBans = [...game.world.ipBans.values()].map((entry) => entry.IP);
        assert.deepEqual(ipBans, [first.IP]);
        assert.equal(unbanAddressOf(game, lifted).IP, first.IP);
        assert.equal(banOf(game.world, { uid: aGuid(), userId: 'steam_2', ip: online }) === undefined, true);
      },
    ),
  );
});
