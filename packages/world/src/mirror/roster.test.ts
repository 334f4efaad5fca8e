import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ZERO_GUID } from '@palatine/contract';
import fc from 'fast-check';
import { kickPlayer } from '../commands/punishments/punishment.ts';
import { banAddress, banUid, banUser, unbanUser } from '../state/bans.ts';
import { checkWorld } from '../state/check-world.ts';
import type { GameContext } from '../state/game-context.ts';
import { emittedEvents, PANEL, run } from '../testing/run-command.ts';
import {
  aGameContext,
  aGuid,
  anIssuer,
  aPlayer,
  query,
  type WorldOverrides,
} from '../testing/world-builder.ts';
import { applyRoster, bannedPlayersOnline, type RosterPlayer } from './roster.ts';

const HOUR_MS = 3_600_000;

function anAttachedGame(
  world: WorldOverrides = {},
  atMs = 1_000_000,
): { game: GameContext; clock: { ms: number } } {
  const clock = { ms: atMs };
  return { game: { ...aGameContext(world), attached: true, now: () => clock.ms }, clock };
}

function onRoster(overrides: Partial<RosterPlayer> = {}): RosterPlayer {
  return { uid: aGuid(), userId: 'steam_1', name: 'Zoe', ip: '198.51.100.7', level: 1, ...overrides };
}

function apply(game: GameContext, ...players: RosterPlayer[]) {
  return game.world.transaction(() => applyRoster(game, { atMs: game.now(), players }));
}

test('players of a roster are online with UserId, name, address and level, and missing ones are not', () => {
  const zoe = aPlayer({ userId: '', online: false, name: 'Zoe' });
  const offline = aPlayer({ userId: 'steam_2', name: 'Fury' });
  const { game } = anAttachedGame({ players: [zoe, offline] });
  apply(game, onRoster({ uid: zoe.uid, userId: 'gdk_1', name: 'Zoë', ip: '192.0.2.9', level: 7 }));

  assert.deepEqual(
    [...game.world.sessions.values()],
    [
      {
        uid: zoe.uid,
        userId: 'gdk_1',
        ip: '192.0.2.9',
        connectedAtMs: 1_000_000,
        characterLoaded: true,
        level: 7,
      },
    ],
  );
  const account = game.world.accounts.get(zoe.uid);
  assert.deepEqual([account?.name, account?.userId], ['Zoë', 'gdk_1']);
  assert.equal(game.world.accounts.get(offline.uid)?.lastOnlineAtMs, 1_000_000);
  assert.deepEqual(emittedEvents(game.world, 'player.joined'), [
    { player: { uid: zoe.uid, userId: 'gdk_1', name: 'Zoë' } },
  ]);
  assert.deepEqual(emittedEvents(game.world, 'player.left'), [
    {
      player: { uid: offline.uid, userId: 'steam_2', name: 'Fury' },
      reason: 'logged out',
      code: 'left.loggedOut',
    },
  ]);
});

test('a player without a save yet gets an account with the PlayerUID, and none while loading', () => {
  const { game } = anAttachedGame();
  const newcomer = onRoster({ uid: undefined, name: 'platform name' });
  apply(game, newcomer);
  assert.deepEqual([game.world.accounts.size, game.world.sessions.size], [0, 0]);
  const uid = aGuid();
  apply(game, { ...newcomer, uid, name: 'Zoe' });
  assert.equal(game.world.accounts.get(uid)?.name, 'Zoe');
  assert.equal(game.world.sessions.get(uid)?.characterLoaded, true);
});

test('a player who was seen before is online while loading, under the old name', () => {
  const { game } = anAttachedGame();
  const zoe = onRoster({ location: { x: 1, y: 2 } });
  apply(game, zoe);
  apply(game);
  const { known } = apply(game, { ...zoe, loading: true, name: 'platform name', location: { x: 0, y: 0 } });
  assert.deepEqual([...known], [['steam_1', zoe.uid]]);
  assert.equal(game.world.sessions.get(zoe.uid ?? '')?.characterLoaded, false);
  assert.equal(game.world.accounts.get(zoe.uid ?? '')?.name, 'Zoe');
  assert.equal(game.world.locations.get(zoe.uid ?? '')?.x, 1);
  apply(game, { ...zoe, location: { x: 0, y: 0 } });
  assert.equal(game.world.locations.get(zoe.uid ?? '')?.x, 1, 'the origin is no place');
  apply(game, { ...zoe, loading: true });
  assert.equal(emittedEvents(game.world, 'player.joined').length, 2);
  apply(game, { ...zoe, uid: undefined, name: 'platform name' });
  assert.equal(game.world.sessions.size, 1);
  apply(game, zoe);
  assert.equal(game.world.sessions.get(zoe.uid ?? '')?.characterLoaded, true);
  assert.equal(emittedEvents(game.world, 'player.joined').length, 2, 'loading is no new log-in');
});

test('32 zeros are no PlayerUID', () => {
  const { game } = anAttachedGame();
  apply(game, onRoster({ uid: ZERO_GUID }), onRoster({ uid: '0'.repeat(32), userId: 'steam_2' }));
  assert.deepEqual(
    [game.world.accounts.size, game.world.sessions.size, game.world.identities.size],
    [0, 0, 0],
  );
});

test('a UserId that is on the roster twice is online once, as the one that is loaded', () => {
  const { game } = anAttachedGame();
  const loaded = onRoster();
  apply(game, onRoster({ uid: undefined }), loaded, onRoster());
  assert.deepEqual([...game.world.sessions.keys()], [loaded.uid]);
  assert.deepEqual(checkWorld(game.world), []);
});

test('an unchanged roster writes nothing, and a move only the location', () => {
  const { game, clock } = anAttachedGame();
  const zoe = onRoster({ location: { x: 1, y: 2 } });
  apply(game, zoe);
  game.world.locations.put({ uid: zoe.uid ?? '', x: 1, y: 2, z: 300 });
  game.world.clearJournal();
  const version = game.world.locations.version;
  clock.ms += 5000;
  apply(game, { ...zoe, pingMs: 5 });
  assert.deepEqual(game.world.pendingChanges(), []);
  assert.equal(game.world.locations.version, version);
  apply(game, { ...zoe, location: { x: 5, y: 6 } });
  assert.deepEqual(game.world.pendingChanges(), []);
  assert.deepEqual(game.world.locations.get(zoe.uid ?? ''), { uid: zoe.uid, x: 5, y: 6, z: 300 });
});

test('fields missing in a roster are unchanged', () => {
  const { game } = anAttachedGame();
  const zoe = onRoster({ level: 9 });
  apply(game, zoe);
  const { level: _, ...silent } = zoe;
  apply(game, { ...silent, ip: '', name: '' });
  const { ip, level } = game.world.sessions.get(zoe.uid ?? '') ?? {};
  assert.deepEqual([ip, level, game.world.accounts.get(zoe.uid ?? '')?.name], ['198.51.100.7', 9, 'Zoe']);
});

test('the level is the higher one of the save and the running server', () => {
  const zoe = aPlayer({ userId: 'steam_1', character: { level: 12 } });
  const { game } = anAttachedGame({ players: [zoe] });
  const level = () => query(game, 'getProgression', { player_identifier: zoe.uid }).Progression.Player.level;
  apply(game, onRoster({ uid: zoe.uid, level: 14 }));
  assert.equal(level(), 14);
  apply(game, onRoster({ uid: zoe.uid, level: 3 }));
  assert.equal(level(), 12);
});

test('a pair is kept with the hour in which it was last seen', () => {
  const { game, clock } = anAttachedGame();
  const zoe = onRoster();
  apply(game, zoe);
  clock.ms += HOUR_MS - 1;
  apply(game, zoe);
  const pair = () => game.world.identities.get(`steam_1 ${zoe.uid}`);
  assert.deepEqual([pair()?.firstSeenAtMs, pair()?.lastSeenAtMs], [1_000_000, 1_000_000]);
  clock.ms += 1;
  apply(game, zoe);
  assert.deepEqual([pair()?.firstSeenAtMs, pair()?.lastSeenAtMs], [1_000_000, 1_000_000 + HOUR_MS]);
});

test('a pair that contradicts an earlier one is stored too, emits one event, and applies while it is the newest', () => {
  const { game } = anAttachedGame();
  const before = onRoster();
  const after = onRoster();
  apply(game, before);
  const { conflicts } = apply(game, after);
  assert.deepEqual(conflicts, [{ userId: 'steam_1', uid: after.uid, before: before.uid }]);
  assert.deepEqual(emittedEvents(game.world, 'identity.conflict'), conflicts);
  assert.equal(game.world.identities.size, 2);
  const userIds = [before, after].map(({ uid = '' }) => game.world.accounts.get(uid)?.userId);
  assert.deepEqual(userIds, ['', 'steam_1']);
  apply(game, before);
  apply(game, after);
  assert.equal(emittedEvents(game.world, 'identity.conflict').length, 1);

  const later = onRoster({ uid: after.uid, userId: 'steam_2' });
  assert.deepEqual(apply(game, later).conflicts, [{ userId: 'steam_2', uid: after.uid, before: 'steam_1' }]);
  assert.equal(game.world.accounts.get(after.uid ?? '')?.userId, 'steam_2');
  assert.equal(emittedEvents(game.world, 'player.left').at(-1)?.player.userId, 'steam_1');
  assert.equal(emittedEvents(game.world, 'player.joined').at(-1)?.player.userId, 'steam_2');
});

test('a player who was kicked left because of it, once, and not a minute later', () => {
  const { game, clock } = anAttachedGame();
  const zoe = onRoster();
  const kick = () =>
    run(game, 'kickPlayer', {
      params: { player_identifier: 'steam_1' },
      body: { Reason: 'afk' },
    });
  const lastReason = () => emittedEvents(game.world, 'player.left').at(-1)?.reason;
  apply(game, zoe);
  kick();
  assert.equal(game.world.sessions.size, 1, 'the server decides who is online');
  apply(game);
  assert.equal(lastReason(), 'afk');
  apply(game, zoe);
  apply(game);
  assert.equal(lastReason(), 'logged out');
  apply(game, zoe);
  kick();
  clock.ms += 60_000;
  apply(game);
  assert.equal(lastReason(), 'logged out');
});

test('a kick that was only rehearsed is no reason to leave', () => {
  const { game } = anAttachedGame();
  apply(game, onRoster());
  game.world.rehearse(() =>
    kickPlayer(game, { params: { player_identifier: 'steam_1' }, body: undefined, issuer: PANEL }),
  );
  apply(game);
  assert.equal(emittedEvents(game.world, 'player.left')[0]?.reason, 'logged out');
});

test('a banned player who disconnects was banned', () => {
  const { game } = anAttachedGame();
  apply(game, onRoster());
  banUser(game.world, 'steam_1', anIssuer('cheating'));
  apply(game);
  assert.equal(emittedEvents(game.world, 'player.left')[0]?.reason, 'banned: cheating');
});

const UIDS = Array.from({ length: 4 }, aGuid);
const rosterPlayer = fc.record({
  uid: fc.option(fc.constantFrom(...UIDS, ZERO_GUID), { nil: undefined }),
  loading: fc.boolean(),
  userId: fc.constantFrom('steam_1', 'steam_2', 'gdk_3', 'ps5_4'),
  name: fc.constantFrom('', 'Zoe', 'Fury'),
  ip: fc.constantFrom('', '192.0.2.1', '2001:db8::1'),
  level: fc.integer({ min: 1, max: 60 }),
  location: fc.option(fc.record({ x: fc.integer(), y: fc.integer() }), { nil: undefined }),
});
const rosters = fc.array(fc.array(rosterPlayer, { maxLength: 5 }), { minLength: 1, maxLength: 8 });

test('after any sequence of rosters the world is sound and exactly the players of the last one are online', () => {
  fc.assert(
    fc.property(rosters, (sequence) => {
      const inSave = UIDS.slice(0, 2).map((uid) => aPlayer({ uid, userId: '', online: false }));
      const { game } = anAttachedGame({ players: inSave });
      const { world } = game;
      for (const players of sequence) {
        const list = players.map(({ location, ...player }) => (location ? { ...player, location } : player));
        const { known } = apply(game, ...list);
        assert.deepEqual(checkWorld(world), []);
        const sessions = [...world.sessions.values()];
        for (const { uid, userId, characterLoaded } of sessions) {
          const entries = list.filter((player) => player.userId === userId);
          assert.ok(
            characterLoaded ? entries.some((player) => player.uid === uid) : known.get(userId) === uid,
            `${userId} is on the roster as ${uid}`,
          );
        }
        for (const { uid, userId, loading } of list) {
          const loaded = !loading && uid !== undefined && uid !== ZERO_GUID;
          const target = loaded ? uid : known.get(userId);
          const online = sessions.some((session) => session.userId === userId || session.uid === target);
          assert.ok(online || target === undefined, `${userId} is online, unless the PlayerUID is unknown`);
        }
        const [joined, left] = (['player.joined', 'player.left'] as const).map(
          (type) => emittedEvents(world, type).length,
        );
        assert.equal(sessions.length, (joined ?? 0) - (left ?? 0));
        world.clearJournal();
        apply(game, ...list);
        assert.deepEqual(world.pendingChanges(), [], 'the same roster again writes nothing');
      }
    }),
  );
});

const causes = (game: ReturnType<typeof aGameContext>, ...players: RosterPlayer[]) =>
  bannedPlayersOnline(game, { atMs: 0, players }).map(({ userId, cause, reason }) => [userId, cause, reason]);

test('a banned UserId is reported as banned on every platform, also while loading, and welcome once the ban is lifted', () => {
  const game = aGameContext();
  for (const userId of ['steam_1', 'gdk_2535', 'ps5_3', 'mac_x'])
    banUser(game.world, userId, anIssuer('cheating'));
  const players = ['steam_1', 'gdk_2535', 'ps5_3', 'mac_x', 'steam_2'].map((userId) =>
    onRoster({ userId, uid: undefined }),
  );
  assert.deepEqual(
    causes(game, ...players),
    ['steam_1', 'gdk_2535', 'ps5_3', 'mac_x'].map((userId) => [userId, 'user', 'banned: cheating']),
  );
  unbanUser(game.world, 'steam_1', anIssuer('sorry'));
  assert.equal(causes(game, ...players).length, 3);
});

test('a banned PlayerUID is reported as banned whatever UserId it has, and while loading once the pair is known', () => {
  const zoe = aPlayer({ userId: 'steam_1', online: false });
  const game = aGameContext({ players: [zoe] });
  banUid(game.world, zoe.uid, anIssuer('griefing'));
  assert.deepEqual(causes(game, onRoster({ uid: zoe.uid, userId: 'steam_9' })), [
    ['steam_9', 'player', 'banned: griefing'],
  ]);
  assert.equal(causes(game, onRoster({ uid: undefined })).length, 1);
  assert.equal(causes(game, onRoster({ uid: undefined, userId: 'steam_9' })).length, 0);
});

test('a banned address is reported as banned in any spelling', () => {
  const game = aGameContext();
  banAddress(game.world, '198.51.100.9', anIssuer('bots'));
  banAddress(game.world, '2001:db8::1', anIssuer('bots'));
  const players = ['::ffff:198.51.100.9', '2001:0DB8:0:0:0:0:0:1', '198.51.100.99', ''].map((ip, at) =>
    onRoster({ ip, userId: `steam_${at}` }),
  );
  assert.deepEqual(causes(game, ...players), [
    ['steam_0', 'address', 'address banned: bots'],
    ['steam_1', 'address', 'address banned: bots'],
  ]);
});

test('a name alone bans no player', () => {
  const zoe = aPlayer({ name: 'Zoe', userId: 'steam_1', online: false });
  const game = aGameContext({ players: [zoe] });
  banUser(game.world, 'steam_1', anIssuer('cheating'));
  assert.deepEqual(causes(game, onRoster({ userId: 'steam_2', name: 'Zoe' })), []);
});

test('it is reported whether the ban list of the game holds the user', () => {
  const game = aGameContext();
  banUser(game.world, 'steam_1', anIssuer('cheating'));
  banUser(game.world, 'steam_2', anIssuer('cheating'));
  game.world.gameBans.put({ userId: 'steam_1', origin: 'Palatine' });
  const players = ['steam_1', 'steam_2'].map((userId) => onRoster({ userId }));
  const listed = bannedPlayersOnline(game, { atMs: 0, players }).map(({ onGameList }) => onGameList);
  assert.deepEqual(listed, [true, false]);
});
