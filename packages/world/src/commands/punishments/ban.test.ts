import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Issuer, LIMITS, type RouteBody, type banPlayer as route } from '@palatine/contract';
import { applyGameBans } from '../../mirror/apply-game-bans.ts';
import { simulateLogIn } from '../../simulation/simulation.ts';
import { assertRefused, emittedEvents, run } from '../../testing/run-command.ts';
import { aGameContext, aPlayer } from '../../testing/world-builder.ts';
import { banIP, banPlayer, unbanPlayer } from './ban.ts';

type Game = ReturnType<typeof aGameContext>;

function ban(game: Game, player_identifier: string, body?: RouteBody<typeof route>) {
  return run(game, 'banPlayer', banPlayer, { params: { player_identifier }, body });
}
function unban(game: Game, user_id: string, Reason?: string) {
  return run(game, 'unbanPlayer', unbanPlayer, { params: { user_id }, ...(Reason && { body: { Reason } }) });
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

test('a player without a known UserId is banned by PlayerUID: the answer says so, and the ban list is unchanged', () => {
  const here = aPlayer({ name: 'Zoe', userId: '', ip: '' });
  const offline = aPlayer({ userId: '', online: false });
  const newcomer = aPlayer({ userId: '', account: false });
  const game = aGameContext({ players: [here, offline, newcomer] });
  const reply = { Success: true, UserId: '', IP: false, BannedIP: '', Kicked: 1, Pending: true };

  assert.deepEqual(ban(game, here.uid.replaceAll('-', ''), { Reason: 'Griefing' }), reply);
  assert.deepEqual(emittedEvents(game.world, 'punishment'), [
    { action: 'ban', userId: '', uid: here.uid, ip: '', reason: 'Griefing', issuer: 'Panel' },
  ]);
  assert.deepEqual(ban(game, offline.uid), { ...reply, Kicked: 0 });
  assert.deepEqual(ban(game, newcomer.uid), reply);
  assert.equal(game.world.sessions.size, 0);
  assert.equal(game.world.userBans.size, 0);
  for (const { uid } of [here, offline])
    assertRefused(game, 'REQUEST_FAILED', () => simulateLogIn(game, uid));
});

test('with IP a player without a known UserId is banned with the address, or not at all', () => {
  const here = aPlayer({ userId: '', ip: '198.51.100.9' });
  const offline = aPlayer({ userId: '', online: false });
  const game = aGameContext({ players: [here, offline] });
  assertRefused(game, 'IP_UNAVAILABLE', () => ban(game, offline.uid, { IP: true }));
  assert.equal(ban(game, here.uid, { IP: true }).BannedIP, '198.51.100.9');
  assert.equal(game.world.ipBans.get('198.51.100.9')?.Active, true);
});

test('a ban by PlayerUID is lifted by PlayerUID, once; banning again replaces issuer and reason', () => {
  const zoe = aPlayer({ userId: '', online: false });
  const game = aGameContext({ players: [zoe] });
  assertRefused(game, 'BAN_NOT_FOUND', () => unban(game, zoe.uid));
  ban(game, zoe.uid, { Reason: 'first' });
  ban(game, zoe.uid, { Reason: 'second' });
  assert.equal(game.world.playerBans.get(zoe.uid)?.bannedBy.Reason, 'second');

  assert.deepEqual(unban(game, zoe.uid.toLowerCase(), 'Said sorry'), { Success: true, UserId: '' });
  assert.deepEqual(emittedEvents(game.world, 'punishment').at(-1), {
    action: 'unban',
    userId: '',
    uid: zoe.uid,
    ip: '',
    reason: 'Said sorry',
    issuer: 'Panel',
  });
  assert.equal(simulateLogIn(game, zoe.uid).uid, zoe.uid);
  assertRefused(game, 'BAN_NOT_FOUND', () => unban(game, zoe.uid));
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

test('bans are announced in the chat only where the rules say so, and never an address', () => {
  const quiet = aGameContext({ players: [aPlayer({ userId: 'steam_1' })] });
  ban(quiet, 'steam_1');
  assert.deepEqual(emittedEvents(quiet.world, 'message'), []);
  const players = [aPlayer({ name: 'Zoe', userId: 'steam_1', ip: '198.51.100.9' })];
  const loud = aGameContext({ players }, { announcePunishments: true });
  ban(loud, 'steam_1', { Reason: 'Griefing', IP: true });
  run(loud, 'banIP', banIP, { params: { ip: '203.0.113.1' } });
  assert.deepEqual(emittedEvents(loud.world, 'message'), [
    { sendType: 'Broadcast', sender: 'Server', text: 'Zoe was banned: Griefing', recipients: null },
  ]);
});

test('a ban that the game itself gave is replaced like any other', () => {
  const game = aGameContext();
  ban(game, 'steam_1');
  const entry = game.world.userBans.get('steam_1');
  assert.ok(entry);
  const system: Issuer = { ...entry.BannedBy, Type: 'system', NameValue: 'system' };
  game.world.userBans.put({ ...entry, BannedBy: system });
  ban(game, 'steam_1');
  assert.equal(game.world.userBans.get('steam_1')?.BannedBy.Type, 'rest');
});
