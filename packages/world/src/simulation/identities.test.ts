import assert from 'node:assert/strict';
import test from 'node:test';
import { isUserId } from '@palatine/contract';
import { hexWord } from '../catalogue/random.ts';
import { forgetIdentities, inventIdentities, steadyAddress } from '../demo/identities.ts';
import { World } from '../state/world.ts';
import { startSimulation } from './simulation.ts';

/** As after an import: names and uids, but no UserIds. */
function imported(uids: readonly number[], platform = ''): World {
  const world = new World({ name: 'Imported', origin: 'save', createdAtMs: 0, seed: 3 });
  for (const uid of uids) {
    const guid = `${hexWord(uid)}-00000000-00000000-00000000`;
    world.accounts.put({ uid: guid, name: `Player ${uid}`, userId: '', platform, lastOnlineAtMs: null });
  }
  world.clearJournal();
  return world;
}

const userIds = (world: World) =>
  new Map([...world.accounts.values()].map((account) => [account.uid, account.userId]));

const UIDS = Array.from({ length: 150 }, (_, index) => index + 1);

test('accounts without a UserId get a different one each, the same in any order', () => {
  const [inOrder, reversed] = [imported(UIDS), imported(UIDS.toReversed())];
  assert.equal(inventIdentities(inOrder), true);
  inventIdentities(reversed);
  assert.equal(new Set(userIds(inOrder).values()).size, UIDS.length);
  for (const [uid, userId] of userIds(inOrder)) {
    assert.ok(isUserId(userId), userId);
    assert.equal(userIds(reversed).get(uid), userId);
  }
  assert.equal(inventIdentities(inOrder), false, 'nothing is missing any more');
});

test('a UserId that is known stays, and the platform of an account decides its kind', () => {
  const world = imported([1, 2], 'Xbox');
  const [first] = world.accounts.values();
  assert.ok(first);
  world.accounts.put({ ...first, userId: 'steam_76561190000000001' });
  inventIdentities(world);
  const [known, invented] = userIds(world).values();
  assert.equal(known, 'steam_76561190000000001');
  assert.match(invented ?? '', /^gdk_/);
});

test('sessions without UserId or address get theirs', () => {
  const world = imported([1]);
  const [account] = world.accounts.values();
  assert.ok(account);
  world.sessions.put({ uid: account.uid, userId: '', ip: '', connectedAtMs: 0, characterLoaded: true });
  inventIdentities(world);
  const session = world.sessions.get(account.uid);
  assert.equal(session?.userId, world.accounts.get(account.uid)?.userId);
  assert.equal(session?.ip, steadyAddress(world, account.uid));
});

test('the first step of a simulation makes up what a save does not hold, as changes to be kept', () => {
  const world = imported([1, 2, 3]);
  const simulation = startSimulation({ world, now: () => 0 });
  assert.deepEqual(world.pendingChanges(), []);
  assert.equal(simulation.step(0.1).changed, true);
  assert.equal(world.pendingChanges().length, 3);
  assert.ok([...userIds(world).values()].every(isUserId));
});

test('invented identities are removed when the simulation ends, and come back the same', () => {
  const world = imported(UIDS);
  inventIdentities(world);
  const userIdsBefore = userIds(world);
  assert.equal(forgetIdentities(world), true);
  assert.deepEqual(new Set(userIds(world).values()), new Set(['']));
  assert.equal(forgetIdentities(world), false);
  inventIdentities(world);
  assert.deepEqual(userIds(world), userIdsBefore);
});

test('a demo world keeps its UserIds, whether it is simulated or not', () => {
  const world = new World({ name: 'Demo', origin: 'demo', createdAtMs: 0, seed: 3 });
  world.accounts.put({ uid: 'A', name: 'A', userId: 'steam_1', platform: 'Steam', lastOnlineAtMs: null });
  assert.equal(forgetIdentities(world), false);
  assert.equal(world.accounts.get('A')?.userId, 'steam_1');
});
