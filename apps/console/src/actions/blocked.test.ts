import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EMPTY_DRAFT, type PlayerTarget } from './action.ts';
import { ACTIONS } from './action-table.ts';
import { blockedBecause, type Surroundings } from './blocked.ts';

const player = (more: Partial<PlayerTarget> = {}): PlayerTarget => ({
  kind: 'player',
  uid: 'D894F2B1-00000000-00000000-00000000',
  name: 'Zoe',
  online: true,
  ...more,
});
const own: Surroundings = { attached: false, servesOffline: false };
const surroundings: Surroundings = { attached: false, servesOffline: true };
const attached: Surroundings = { attached: true, servesOffline: false };
const offline = player({ online: false });

test('a grant reaches players online, and everybody where playerResolution says so', () => {
  assert.equal(blockedBecause(ACTIONS.giveItems, player(), own), undefined);
  assert.equal(blockedBecause(ACTIONS.giveItems, offline, own), 'offlineHere');
  assert.equal(blockedBecause(ACTIONS.giveItems, offline, surroundings), undefined);
});

test('a grant that waits for the next stop of a game server reaches whom it would reach without one', () => {
  assert.equal(blockedBecause(ACTIONS.giveItems, offline, attached), 'offlineHere');
  assert.equal(blockedBecause(ACTIONS.learn, offline, { ...attached, servesOffline: true }), undefined);
});

test('a player without a player file cannot be given anything', () => {
  for (const around of [own, surroundings, attached]) {
    assert.equal(blockedBecause(ACTIONS.givePals, player({ hasPlayerFile: false }), around), 'noPlayerFile');
  }
});

test('a kick and a message need a player online, whatever playerResolution says', () => {
  for (const id of ['kick', 'message'] as const) {
    assert.equal(blockedBecause(ACTIONS[id], offline, surroundings), 'offline', id);
    assert.equal(blockedBecause(ACTIONS[id], player(), surroundings), undefined, id);
  }
});

test('a ban is lifted where there is one, by the UserId that it has', () => {
  const { unban } = ACTIONS;
  const banned = player({ banned: true, userId: 'steam_1' });
  assert.equal(unban.offered?.(banned), true);
  assert.equal(unban.offered?.(player({ banned: true })), false, 'the token may not read the UserId');
  assert.equal(unban.offered?.(player({ banned: false, userId: 'steam_1' })), false);
  assert.deepEqual(unban.call(EMPTY_DRAFT, [banned]), { params: { user_id: 'steam_1' }, body: {} });
  const reply = { Success: true, UserId: 'steam_1', IP: false, BannedIP: '', Kicked: 0 };
  assert.deepEqual(ACTIONS.ban.inverse?.(reply as never, EMPTY_DRAFT)?.target, {
    kind: 'user',
    userId: 'steam_1',
  });
});

test('a ban reaches everybody', () => assert.equal(blockedBecause(ACTIONS.ban, offline, own), undefined));

test('what a running game server cannot do is not done beside one', () => {
  assert.equal(blockedBecause(ACTIONS.message, player(), attached), 'impossible');
  const place = { kind: 'place', x: 0, y: 0 } as const;
  assert.equal(blockedBecause(ACTIONS.summonPal, place, attached), 'impossible');
  assert.equal(blockedBecause(ACTIONS.summonPal, place, own), undefined);
  assert.equal(blockedBecause(ACTIONS.kick, player(), attached), undefined);
});

test('maintenance needs a game server', () => {
  assert.equal(blockedBecause(ACTIONS.startMaintenance, { kind: 'server' }, own), 'notAttached');
  assert.equal(blockedBecause(ACTIONS.startMaintenance, { kind: 'server' }, attached), undefined);
});

test('a delivery that has ended is left alone', () => {
  const delivery = (state: string) => ({ kind: 'delivery', id: '1', name: '10 × PalSphere', state }) as const;
  assert.equal(blockedBecause(ACTIONS.cancelDelivery, delivery('Pending'), attached), undefined);
  for (const state of ['Delivering', 'Delivered', 'Canceled', 'Failed']) {
    assert.equal(blockedBecause(ACTIONS.cancelDelivery, delivery(state), attached), 'ended', state);
  }
  assert.equal(blockedBecause(ACTIONS.retryDelivery, delivery('Failed'), attached), undefined);
  assert.equal(blockedBecause(ACTIONS.retryDelivery, delivery('Delivered'), attached), 'ended');
});
