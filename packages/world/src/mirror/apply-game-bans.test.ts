import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { banUser, unbanUser } from '../state/bans.ts';
import { emittedEvents } from '../testing/run-command.ts';
import { aGameContext, anIssuer, aPlayer } from '../testing/world-builder.ts';
import {
  applyGameBans,
  type BanOrigin,
  type BanSides,
  changesOurBans,
  type GameBansRead,
  planGameBans,
} from './apply-game-bans.ts';

type Game = ReturnType<typeof aGameContext>;

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
  for (const userId of ['steam_1', 'gdk_2']) banUser(game.world, userId, anIssuer('cheating'));
  const [ours, missing] = ['steam_1', 'gdk_2'].map((userId) => ({ userId, reason: 'cheating' }));
  assert.deepEqual(read(game, ['steam_1']), { taken: [], lifted: [], ban: [missing], unban: [] });
  read(game, ['steam_1', 'gdk_2']);
  assert.deepEqual(read(game, []), { taken: [], lifted: [], ban: [ours, missing], unban: [] });
  assert.deepEqual([game.world.userBans.get('steam_1')?.Active, game.world.gameBans.size], [true, 0]);
});

test('an unban is requested, with any issuer of the ban, until the list of the game no longer has the user', () => {
  const game = aGameContext();
  banUser(game.world, 'steam_1', anIssuer('cheating'));
  assert.deepEqual(read(game, ['steam_1', 'gdk_2']).taken, ['gdk_2']);
  for (const userId of ['steam_1', 'gdk_2']) unbanUser(game.world, userId, anIssuer('sorry'));
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
  banUser(game.world, 'steam_1', anIssuer('cheating'));
  assert.deepEqual(read(game, undefined).ban, [{ userId: 'steam_1', reason: 'cheating' }]);
  assert.deepEqual(read(game, undefined, { banned: ['steam_1'] }).ban, []);
  unbanUser(game.world, 'steam_1', anIssuer('sorry'));
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
  banUser(game.world, 'steam_1', anIssuer('cheating'));
  read(game, ['steam_1', 'steam_2']);
  game.world.clearJournal();
  read(game, ['steam_1', 'steam_2']);
  assert.deepEqual(game.world.pendingChanges(), []);
});

const users = ['steam_1', 'gdk_2', 'ps5_3', 'mac_4'];
const user = fc.constantFrom(...users);
const origins = fc
  .dictionary(user, fc.constantFrom<BanOrigin>('Game', 'Palatine'))
  .map((record) => new Map(Object.entries(record)));
const listed = fc.array(user).map((given) => new Set(given));
const sides = fc.record({ ours: origins, listed, known: origins });
const unread = fc.record({ ours: origins, listed: fc.constant(undefined), known: origins });

test('nothing is concluded from an unreadable list', () => {
  fc.assert(
    fc.property(unread, (given) => {
      const { take, lift, known } = planGameBans(given);
      assert.deepEqual([take, lift, known], [[], [], given.known]);
    }),
  );
});

test('no list lifts a ban that was issued here, and no user is banned and unbanned at once', () => {
  fc.assert(
    fc.property(fc.oneof(sides, unread), (given) => {
      const { ours } = given;
      const { take, lift, ban, unban } = planGameBans(given);
      for (const userId of lift) assert.equal(ours.get(userId), 'Game');
      for (const userId of ban) assert.ok(ours.has(userId));
      for (const userId of [...unban, ...take]) assert.ok(!ours.has(userId));
      assert.equal(
        new Set([...take, ...lift, ...ban, ...unban]).size,
        take.length + lift.length + ban.length + unban.length,
      );
    }),
  );
});

/** Both sides after the game server and we have done what the plan says. */
function afterPlan(
  { ours, listed: list = new Set() }: BanSides,
  done: ReturnType<typeof planGameBans>,
): BanSides {
  const mine = new Map(ours);
  for (const userId of done.take) mine.set(userId, 'Game');
  for (const userId of done.lift) mine.delete(userId);
  return {
    ours: mine,
    listed: new Set([...list, ...done.ban].filter((userId) => !done.unban.includes(userId))),
    known: done.known,
  };
}

test('once a plan is done, both lists say the same and nothing is left to do', () => {
  fc.assert(
    fc.property(sides, (given) => {
      const next = afterPlan(given, planGameBans(given));
      assert.deepEqual([...next.ours.keys()].sort(), [...(next.listed ?? [])].sort());
      const { take, lift, ban, unban } = planGameBans(next);
      assert.deepEqual([take, lift, ban, unban], [[], [], [], []]);
    }),
  );
});

test('the event of a ban that is taken over names the player, where the world knows one', () => {
  const zoe = aPlayer({ name: 'Zoe', online: false });
  const game = aGameContext({ players: [zoe] });
  read(game, [zoe.userId, 'gdk_2535']);
  read(game, []);
  const names = emittedEvents(game.world, 'punishment').map(({ action, name }) => `${action} ${name}`);
  assert.deepEqual(names, ['ban Zoe', 'ban undefined', 'unban Zoe', 'unban undefined']);
});
