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
