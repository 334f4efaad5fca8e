import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type BanOrigin, type BanSides, planGameBans } from './apply-game-bans.ts';

const users = ['steam_1', 'gdk_2', 'ps5_3', 'mac_4'];
const user = fc.constantFrom(...users);
const origins = fc
  .dictionary(user, fc.constantFrom<BanOrigin>('Game', 'Palatine'))
  .map((record) => new Map(Object.entries(record)));
const listed = fc.array(user).map((given) => new Set(given));
const sides = fc.record({ ours: origins, listed, known: origins });
const unread = fc.record({ ours: origins, listed: fc.constant(undefined), known: origins });

function plan(
  given: Partial<{ ours: Record<string, BanOrigin>; listed: string[]; known: Record<string, BanOrigin> }>,
) {
  const { ours = {}, listed: list = [], known = {} } = given;
  const { known: after, ...actions } = planGameBans({
    ours: new Map(Object.entries(ours)),
    listed: new Set(list),
    known: new Map(Object.entries(known)),
  });
  return {
    ...Object.fromEntries(Object.entries(actions).filter(([, some]) => some.length > 0)),
    known: [...after],
  };
}

test('a user who is new on the list of the game is banned here', () =>
  assert.deepEqual(plan({ listed: ['steam_1'] }), { take: ['steam_1'], known: [['steam_1', 'Game']] }));

test('a ban of the game that vanishes there is lifted here', () =>
  assert.deepEqual(plan({ ours: { steam_1: 'Game' }, known: { steam_1: 'Game' } }), {
    lift: ['steam_1'],
    known: [],
  }));

test('a ban of ours that vanishes from the list of the game is put back, also when it came from the game once', () => {
  for (const known of ['Game', 'Palatine'] as const) {
    assert.deepEqual(plan({ ours: { steam_1: 'Palatine' }, known: { steam_1: known } }), {
      ban: ['steam_1'],
      known: [],
    });
  }
});

test('a ban that was lifted here is lifted in the game, with any issuer', () => {
  for (const known of ['Game', 'Palatine'] as const) {
    assert.deepEqual(plan({ listed: ['steam_1'], known: { steam_1: known } }), {
      unban: ['steam_1'],
      known: [['steam_1', known]],
    });
  }
});

test('a ban that is new here goes to the game', () =>
  assert.deepEqual(plan({ ours: { gdk_2: 'Palatine' } }), { ban: ['gdk_2'], known: [] }));

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
function after(
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
      const next = after(given, planGameBans(given));
      assert.deepEqual([...next.ours.keys()].sort(), [...(next.listed ?? [])].sort());
      const { take, lift, ban, unban } = planGameBans(next);
      assert.deepEqual([take, lift, ban, unban], [[], [], [], []]);
    }),
  );
});
