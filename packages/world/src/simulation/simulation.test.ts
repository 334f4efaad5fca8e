import assert from 'node:assert/strict';
import test from 'node:test';
import { runs } from '@palatine/platform/testing';
import fc from 'fast-check';
import { loadCatalogue } from '../catalogue/catalogue.ts';
import { steadyAddress } from '../demo/identities.ts';
import { makeDemoWorld } from '../demo/make-demo-world.ts';
import { MAP_BOUNDS } from '../demo/places.ts';
import type { DemoSizes } from '../demo/sizes.ts';
import { checkWorld } from '../state/check-world.ts';
import { logIn, logOut } from '../state/sessions.ts';
import { anIssuer } from '../testing/world-builder.ts';
import { simulateLogIn, startSimulation } from './simulation.ts';

const catalogue = loadCatalogue();
const NOW_MS = Date.UTC(2026, 8, 1, 12);
const HOUR_SECONDS = 3_600;

/** A demo world that lives, with a clock that goes with the steps. */
function living(options = {}, sizes: DemoSizes = { palsPerPlayer: 2 }, seed = 5) {
  const { world } = makeDemoWorld({ catalogue, seed, nowMs: NOW_MS, sizes });
  world.clearJournal();
  let nowMs = NOW_MS;
  const game = { world, now: () => nowMs };
  const simulation = startSimulation(game, options);
  const step = (seconds: number) => {
    nowMs += seconds * 1_000;
    return simulation.step(seconds);
  };
  const waiting = [...world.sessions.values()].find((session) => !session.characterLoaded);
  return { world, game, step, waiting };
}

test('the same seed and the same steps make the same world, another seed another one', () => {
  const after = (seed: number) => {
    const { world, step } = living({}, { palsPerPlayer: 2 }, seed);
    for (let second = 0; second < HOUR_SECONDS; second++) step(1);
    return [[...world.sessions.values()], [...world.accounts.values()], [...world.locations.values()]];
  };
  assert.deepEqual(after(1), after(1));
  assert.notDeepEqual(after(1), after(2));
});

test('online players walk smoothly, at the pace of people and inside the map', () => {
  const { world, step } = living({ comingAndGoing: false });
  let moves = 0;
  for (let count = 0; count < 600; count++) {
    const before = new Map(world.locations.entries());
    const { moved } = step(0.1);
    let any = false;
    for (const [uid, { x, y, z }] of world.locations.entries()) {
      const last = before.get(uid);
      assert.ok(last);
      const centimeters = Math.hypot(x - last.x, y - last.y, z - last.z);
      assert.ok(centimeters < 101, `${centimeters} cm in a tenth of a second`);
      assert.ok(x >= MAP_BOUNDS.x[0] && x <= MAP_BOUNDS.x[1] && y >= MAP_BOUNDS.y[0] && y <= MAP_BOUNDS.y[1]);
      if (centimeters === 0) continue;
      any = true;
      moves += 1;
      assert.equal(world.sessions.get(uid)?.characterLoaded, true, 'only online players move');
    }
    assert.equal(moved, any);
  }
  assert.ok(moves > 600);
});

test('players who only move leave nothing to store', () => {
  const { world, step } = living({ comingAndGoing: false });
  for (let count = 0; count < 100; count++) assert.equal(step(0.1).changed, false);
  assert.deepEqual(world.pendingChanges(), []);
});

test('about a third of the players is online all day, and they come and go', () => {
  const { world, step } = living();
  const seen = new Set<string>();
  for (let second = 0; second < 24 * HOUR_SECONDS; second += 5) {
    const { changed } = step(5);
    assert.equal(changed, world.pendingChanges().length > 0);
    world.clearJournal();
    for (const { uid } of world.sessions.values()) seen.add(uid);
    assert.ok(world.sessions.size >= 2 && world.sessions.size <= 20, `${world.sessions.size} online`);
  }
  assert.equal(seen.size, 32);
  assert.deepEqual(checkWorld(world, catalogue), []);
});

test('a character is loaded some seconds after log-in, and log-out stores the last time online', () => {
  const { world, game, step, waiting } = living({ comingAndGoing: true });
  const offline = [...world.accounts.values()].find(({ uid }) => !world.sessions.has(uid));
  assert.ok(offline);
  logIn(game, offline.uid, '203.0.113.9');
  assert.equal(world.sessions.get(offline.uid)?.characterLoaded, false);
  for (let second = 0; second < 7; second++) step(1);
  assert.equal(world.sessions.get(offline.uid)?.characterLoaded, true);
  assert.equal(world.sessions.get(offline.uid)?.ip, '203.0.113.9');

  logOut(game, offline.uid);
  assert.equal(world.sessions.has(offline.uid), false);
  assert.equal(world.accounts.get(offline.uid)?.lastOnlineAtMs, game.now());
  assert.equal(
    world.sessions.get(waiting?.uid ?? '')?.characterLoaded,
    false,
    'a session without a character stays unloaded',
  );
});

test('an online player keeps the session; an unknown or offline one is refused', () => {
  const { world, game } = living();
  const [session] = world.sessions.values();
  assert.ok(session);
  assert.equal(simulateLogIn(game, session.uid), session);
  const stranger = 'FFFFFFFF-00000000-00000000-00000000';
  assert.throws(() => simulateLogIn(game, stranger), { code: 'PLAYER_NOT_FOUND' });
  assert.throws(() => logOut(game, stranger), { code: 'PLAYER_NOT_FOUND' });
});

test('a simulated log-in loads the character without a step, and an event says so', () => {
  const { world, game } = living({ comingAndGoing: false });
  const offline = [...world.accounts.values()].find(
    ({ uid }) => !world.sessions.has(uid) && world.players.get(uid)?.characterId != null,
  );
  const uid = offline?.uid ?? '';
  assert.equal(simulateLogIn(game, uid).characterLoaded, true);
  assert.equal(world.sessions.get(uid)?.characterLoaded, true);
  const events = [...world.events.values()].map(({ type, data }) => [
    type,
    'player' in data && data.player.uid,
  ]);
  assert.deepEqual(events, [
    ['player.joined', uid],
    ['player.loaded', uid],
  ]);
});

test('a kicked player stops walking', () => {
  const { world, step } = living({ comingAndGoing: false });
  for (let count = 0; count < 60; count++) step(0.1);
  const [session] = world.sessions.values();
  world.sessions.remove(session?.uid ?? '');
  const before = world.locations.get(session?.uid ?? '');
  for (let count = 0; count < 100; count++) step(0.1);
  assert.equal(world.locations.get(session?.uid ?? ''), before);
});

const BannedBy = anIssuer();

test('a banned user or address never comes online, for any seed', () => {
  fc.assert(
    fc.property(fc.integer(), fc.func(fc.boolean()), (seed, bannedUid) => {
      const { world, step } = living({}, { players: 16, palsPerPlayer: 0 }, seed);
      const banned = [...world.accounts.values()].filter(
        ({ uid }) => !world.sessions.has(uid) && bannedUid(uid),
      );
      const [byName, byAddress] = [
        banned.filter((_, index) => index % 2 === 0),
        banned.filter((_, index) => index % 2 === 1),
      ];
      for (const { userId } of byName) world.userBans.put({ UserId: userId, Active: true, BannedBy });
      for (const { uid } of byAddress)
        world.ipBans.put({ IP: steadyAddress(world, uid), Active: true, BannedBy });
      const bans = new Set(banned.map(({ userId }) => userId));
      for (let second = 0; second < 2 * HOUR_SECONDS; second += 10) {
        step(10);
        for (const session of world.sessions.values()) assert.ok(!bans.has(session.userId));
      }
    }),
    runs(3),
  );
});
