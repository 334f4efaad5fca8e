import assert from 'node:assert/strict';
import { test } from 'node:test';
import { banAddress, banUid, banUser, unbanUser } from '../state/ban-entries.ts';
import { aGameContext, aGuid, aPlayer } from '../testing/world-builder.ts';
import { bannedPlayersOnline } from './apply-roster.ts';
import type { RosterPlayer } from './roster.ts';

const Timestamp = { UTC: 0, Year: 1970, Month: 1, Day: 1, Hour: 0, Min: 0, Sec: 0, Msec: 0 };
const by = (Reason: string) => ({ Type: 'rest', NameValue: 'Panel', IP: '', Reason, Timestamp });
const onRoster = (overrides: Partial<RosterPlayer>): RosterPlayer => ({
  uid: aGuid(),
  userId: 'steam_1',
  name: 'Zoe',
  ip: '',
  ...overrides,
});
const causes = (game: ReturnType<typeof aGameContext>, ...players: RosterPlayer[]) =>
  bannedPlayersOnline(game, { atMs: 0, players }).map(({ userId, cause, reason }) => [userId, cause, reason]);

test('a banned UserId is reported as banned on every platform, also while loading, and welcome once the ban is lifted', () => {
  const game = aGameContext();
  for (const userId of ['steam_1', 'gdk_2535', 'ps5_3', 'mac_x']) banUser(game.world, userId, by('cheating'));
  const players = ['steam_1', 'gdk_2535', 'ps5_3', 'mac_x', 'steam_2'].map((userId) =>
    onRoster({ userId, uid: undefined }),
  );
  assert.deepEqual(
    causes(game, ...players),
    ['steam_1', 'gdk_2535', 'ps5_3', 'mac_x'].map((userId) => [userId, 'user', 'banned: cheating']),
  );
  unbanUser(game.world, 'steam_1', by('sorry'));
  assert.equal(causes(game, ...players).length, 3);
});

test('a banned PlayerUID is reported as banned whatever UserId it has, and while loading once the pair is known', () => {
  const zoe = aPlayer({ userId: 'steam_1', online: false });
  const game = aGameContext({ players: [zoe] });
  banUid(game.world, zoe.uid, by('griefing'));
  assert.deepEqual(causes(game, onRoster({ uid: zoe.uid, userId: 'steam_9' })), [
    ['steam_9', 'player', 'banned: griefing'],
  ]);
  assert.equal(causes(game, onRoster({ uid: undefined })).length, 1);
  assert.equal(causes(game, onRoster({ uid: undefined, userId: 'steam_9' })).length, 0);
});

test('a banned address is reported as banned in any spelling', () => {
  const game = aGameContext();
  banAddress(game.world, '198.51.100.9', by('bots'));
  banAddress(game.world, '2001:db8::1', by('bots'));
  const players = ['::ffff:198.51.100.9', '2001:0DB8:0:0:0:0:0:1', '198.51.100.99', ''].map((ip, at) =>
    onRoster({ ip, userId: `steam_${at}` }),
  );
  assert.deepEqual(causes(game, ...players), [
    ['steam_0', 'address', 'address banned: bots'],
    ['steam_1', 'address', 'address banned: bots'],
  ]);
});

test('a name alone bans nobody', () => {
  const zoe = aPlayer({ name: 'Zoe', userId: 'steam_1', online: false });
  const game = aGameContext({ players: [zoe] });
  banUser(game.world, 'steam_1', by('cheating'));
  assert.deepEqual(causes(game, onRoster({ userId: 'steam_2', name: 'Zoe' })), []);
});

test('it is reported whether the ban list of the game holds the user', () => {
  const game = aGameContext();
  banUser(game.world, 'steam_1', by('cheating'));
  banUser(game.world, 'steam_2', by('cheating'));
  game.world.gameBans.put({ userId: 'steam_1', origin: 'Palatine' });
  const players = ['steam_1', 'steam_2'].map((userId) => onRoster({ userId }));
  const listed = bannedPlayersOnline(game, { atMs: 0, players }).map(({ onGameList }) => onGameList);
  assert.deepEqual(listed, [true, false]);
});
