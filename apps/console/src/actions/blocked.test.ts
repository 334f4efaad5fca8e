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

const delivery = (state: string) => ({ kind: 'delivery', id: '1', name: '10 × PalSphere', state }) as const;
const place = { kind: 'place', x: 0, y: 0 } as const;
const server = { kind: 'server' } as const;

for (const [title, ...cases] of [
  [
    'a grant reaches players online, and everybody where playerResolution says so, also until the next stop',
    ['giveItems', player(), own, undefined],
    ['giveItems', offline, own, 'offlineHere'],
    ['giveItems', offline, surroundings, undefined],
    ['giveItems', offline, attached, 'offlineHere'],
    ['learn', offline, { ...attached, servesOffline: true }, undefined],
  ],
  [
    'a player without a player file cannot be given anything',
    ['givePals', player({ hasPlayerFile: false }), own, 'noPlayerFile'],
    ['givePals', player({ hasPlayerFile: false }), surroundings, 'noPlayerFile'],
    ['givePals', player({ hasPlayerFile: false }), attached, 'noPlayerFile'],
  ],
  [
    'a kick and a message need a player online, whatever playerResolution says, and a ban does not',
    ['kick', offline, surroundings, 'offline'],
    ['kick', player(), surroundings, undefined],
    ['message', offline, surroundings, 'offline'],
    ['message', player(), surroundings, undefined],
    ['ban', offline, own, undefined],
  ],
  [
    'what a running game server cannot do is not done beside one, and maintenance needs one',
    ['message', player(), attached, 'impossible'],
    ['summonPal', place, attached, 'impossible'],
    ['summonPal', place, own, undefined],
    ['kick', player(), attached, undefined],
    ['startMaintenance', server, own, 'notAttached'],
    ['startMaintenance', server, attached, undefined],
  ],
  [
    'a delivery that has ended is left alone',
    ['cancelDelivery', delivery('Pending'), attached, undefined],
    ['cancelDelivery', delivery('Delivering'), attached, 'ended'],
    ['cancelDelivery', delivery('Delivered'), attached, 'ended'],
    ['cancelDelivery', delivery('Canceled'), attached, 'ended'],
    ['cancelDelivery', delivery('Failed'), attached, 'ended'],
    ['retryDelivery', delivery('Failed'), attached, undefined],
    ['retryDelivery', delivery('Delivered'), attached, 'ended'],
  ],
] as const) {
  test(title, () => {
    for (const [id, target, around, expected] of cases) {
      assert.equal(blockedBecause(ACTIONS[id], target, around), expected, `${id} ${expected}`);
    }
  });
}

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
