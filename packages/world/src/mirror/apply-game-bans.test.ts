import assert from 'node:assert/strict';
import { test } from 'node:test';
import { banUser, unbanUser } from '../state/ban-entries.ts';
import { emittedEvents } from '../testing/run-command.ts';
import { aGameContext } from '../testing/world-builder.ts';
import { applyGameBans, changesOurBans, type GameBansRead } from './apply-game-bans.ts';

type Game = ReturnType<typeof aGameContext>;
const Timestamp = { UTC: 0, Year: 1970, Month: 1, Day: 1, Hour: 0, Min: 0, Sec: 0, Msec: 0 };
const byPanel = (Reason: string) => ({ Type: 'rest', NameValue: 'Panel', IP: '', Reason, Timestamp });

function read(
  game: Game,
  listed: string[] | undefined,
  done: Partial<GameBansRead> = {},
  mayChangeOurs = true,
) {
  const input = { listed, banned: [], unbanned: [], ...done };
  const before = [...game.world.userBans.values()];
  const announced = changesOurBans(game.world, input);
  const applied = applyGameBans(game, input, { mayChangeOurs });
  const changed =
    before.length !== game.world.userBans.size ||
    before.some((ban) => game.world.userBans.get(ban.UserId) !== ban);
  assert.equal(changed, announced && mayChangeOurs);
  return applied;
}

test('a ban in the game is ours with the game as its issuer, and ends when it ends there', () => {
  const game = aGameContext();
  assert.deepEqual(read(game, ['gdk_2535']).taken, ['gdk_2535']);
  const entry = game.world.userBans.get('gdk_2535');
  assert.deepEqual(
    [entry?.Active, entry?.BannedBy.Type, entry?.BannedBy.NameValue],
    [true, 'game', 'banlist.txt'],
  );
  assert.deepEqual([...game.world.gameBans.values()], [{ userId: 'gdk_2535', origin: 'Game' }]);
  assert.deepEqual(read(game, []).lifted, ['gdk_2535']);
  const lifted = game.world.userBans.get('gdk_2535');
  assert.deepEqual([lifted?.Active, lifted?.UnbannedBy?.Type], [false, 'game']);
  assert.equal(game.world.gameBans.size, 0);
  const events = emittedEvents(game.world, 'punishment').map(({ action, userId, issuer }) => [
    action,
    userId,
    issuer,
  ]);
  assert.deepEqual(events, [
    ['ban', 'gdk_2535', 'banlist.txt'],
    ['unban', 'gdk_2535', 'banlist.txt'],
  ]);
});

test('a ban of ours, also of one whom the game banned before, goes to the game, and again when it vanishes there', () => {
  const game = aGameContext();
  read(game, ['steam_1']);
  for (const userId of ['steam_1', 'gdk_2']) banUser(game.world, userId, byPanel('cheating'));
  const [ours, other] = ['steam_1', 'gdk_2'].map((userId) => ({ userId, reason: 'cheating' }));
  assert.deepEqual(read(game, ['steam_1']), { taken: [], lifted: [], ban: [other], unban: [] });
  read(game, ['steam_1', 'gdk_2']);
  assert.deepEqual(read(game, []), { taken: [], lifted: [], ban: [ours, other], unban: [] });
  assert.deepEqual([game.world.userBans.get('steam_1')?.Active, game.world.gameBans.size], [true, 0]);
});

test('an unban is requested, with any issuer of the ban, until the list of the game no longer has the user', () => {
  const game = aGameContext();
  banUser(game.world, 'steam_1', byPanel('cheating'));
  assert.deepEqual(read(game, ['steam_1', 'gdk_2']).taken, ['gdk_2']);
  for (const userId of ['steam_1', 'gdk_2']) unbanUser(game.world, userId, byPanel('sorry'));
  assert.deepEqual(read(game, ['steam_1', 'gdk_2']).unban, ['steam_1', 'gdk_2']);
  const origins = ['steam_1', 'gdk_2'].map((userId) => game.world.gameBans.get(userId)?.origin);
  assert.deepEqual(origins, ['Palatine', 'Game']);
  assert.deepEqual(
    read(game, ['steam_1'], { unbanned: ['steam_1'] }).taken,
    [],
    'an old list reverts nothing',
  );
  assert.deepEqual(read(game, []), { taken: [], lifted: [], ban: [], unban: [] });
  assert.equal(game.world.gameBans.size, 0);
});

test('a ban requested from the game server, and lifted here before a reading, is not taken for a ban of the game', () => {
  const game = aGameContext();
  const done = { banned: ['steam_1'] };
  assert.deepEqual(read(game, ['steam_1', 'gdk_2'], done), {
    taken: ['gdk_2'],
    lifted: [],
    ban: [],
    unban: ['steam_1'],
  });
});

test('without a readable list, only the requests to the game server are known', () => {
  const game = aGameContext();
  banUser(game.world, 'steam_1', byPanel('cheating'));
  assert.deepEqual(read(game, undefined).ban, [{ userId: 'steam_1', reason: 'cheating' }]);
  assert.deepEqual(read(game, undefined, { banned: ['steam_1'] }).ban, []);
  unbanUser(game.world, 'steam_1', byPanel('sorry'));
  assert.deepEqual(read(game, undefined).unban, ['steam_1']);
  assert.deepEqual(read(game, undefined, { unbanned: ['steam_1'] }).unban, []);
});

test('while the local list cannot be changed nothing is adopted, and the next reading does it', () => {
  const game = aGameContext();
  read(game, ['steam_1'], {}, false);
  assert.deepEqual([game.world.userBans.size, game.world.gameBans.size], [0, 0]);
  assert.deepEqual(read(game, ['steam_1']).taken, ['steam_1']);
});

test('a long list is adopted in steps, and none of its users is unbanned meanwhile', () => {
  const game = aGameContext();
  const listed = Array.from({ length: 1200 }, (_, at) => `steam_${at}`);
  const steps = [500, 500, 200, 0].map(() => read(game, listed));
  const lengths = steps.map(({ taken }) => taken.length);
  assert.deepEqual(lengths, [500, 500, 200, 0]);
  const requests = steps.flatMap(({ unban, ban }) => [...unban, ...ban]);
  assert.deepEqual(requests, []);
});

test('an unchanged list writes nothing', () => {
  const game = aGameContext();
  banUser(game.world, 'steam_1', byPanel('cheating'));
  read(game, ['steam_1', 'steam_2']);
  game.world.clearJournal();
  read(game, ['steam_1', 'steam_2']);
  assert.deepEqual(game.world.pendingChanges(), []);
});
