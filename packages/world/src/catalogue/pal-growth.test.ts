import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { loadCatalogue } from './catalogue.ts';
import {
  clampPlayerExp,
  friendshipRank,
  type HpTraits,
  maxHp,
  palExpAt,
  palLevel,
  playerExpAt,
  playerLevel,
  playerMaxHp,
} from './pal-growth.ts';

const catalogue = loadCatalogue();
const level = fc.integer({ min: 1, max: 80 });
const exp = fc.integer({ min: 0, max: 2 ** 31 - 1 });

test('a level begins exactly at its total', () => {
  assert.equal(playerLevel(catalogue, 0), 1);
  assert.equal(playerLevel(catalogue, 49), 1);
  assert.equal(playerLevel(catalogue, 50), 2);
  assert.equal(palLevel(catalogue, 24), 1);
  assert.equal(palLevel(catalogue, 25), 2);
});

test('EXP and level stop at the cap', () => {
  assert.equal(playerLevel(catalogue, 45_859_908), 80);
  assert.equal(playerLevel(catalogue, 2 ** 31), 80);
  assert.equal(clampPlayerExp(catalogue, 2 ** 31), 45_859_908);
  assert.equal(clampPlayerExp(catalogue, 1234), 1234);
  assert.equal(palExpAt(catalogue, 99), 144_829_235);
  assert.equal(playerExpAt(catalogue, 99), 45_859_908);
  assert.equal(playerExpAt(catalogue, 0), 0);
});

test('the total of a level is the minimum EXP of that level', () => {
  fc.assert(
    fc.property(level, (expected) => {
      assert.equal(playerLevel(catalogue, playerExpAt(catalogue, expected)), expected);
      assert.equal(palLevel(catalogue, palExpAt(catalogue, expected)), expected);
      if (expected === 1) return;
      assert.equal(playerLevel(catalogue, playerExpAt(catalogue, expected) - 1), expected - 1);
      assert.equal(palLevel(catalogue, palExpAt(catalogue, expected) - 1), expected - 1);
    }),
  );
});

test('more EXP is never a lower level', () => {
  fc.assert(
    fc.property(exp, exp, (a, b) => {
      const [less, more] = a < b ? [a, b] : [b, a];
      assert.ok(playerLevel(catalogue, less) <= playerLevel(catalogue, more));
      assert.ok(palLevel(catalogue, less) <= palLevel(catalogue, more));
    }),
  );
});

function maxHpOf(id: string, traits: Partial<HpTraits>): number {
  const pal = catalogue.pals.find(id);
  assert.ok(pal);
  const plain = { level: 1, talent: 0, rank: 1, soulRank: 0, friendshipRank: 0, awakened: false };
  return maxHp({ ...plain, baseHp: pal.hp, alpha: pal.alpha, ...traits });
}

test('max HP is what public saves hold', () => {
  assert.equal(maxHpOf('Carbunclo', { level: 10, talent: 67, friendshipRank: 1 }), 1032);
  assert.equal(maxHpOf('BOSS_WeaselDragon', { level: 30, talent: 65, friendshipRank: 6 }), 2973);
  const grown = { level: 80, talent: 100, friendshipRank: 10, rank: 5, soulRank: 20 };
  assert.equal(maxHpOf('PinkCat', grown), 14_207);
});

test('an awakened Pal has a tenth more', () =>
  assert.equal(maxHpOf('Carbunclo', { level: 10, talent: 67, friendshipRank: 1, awakened: true }), 1135));

test('friendship points climb the ranks', () => {
  for (const { rank, points } of catalogue.friendship.all())
    assert.equal(friendshipRank(catalogue, points), rank);
  assert.equal(friendshipRank(catalogue, 5_999), 0);
  assert.equal(friendshipRank(catalogue, 250_000), 10);
  assert.equal(friendshipRank(catalogue, -999), -1);
  assert.equal(friendshipRank(catalogue, -15_000), -3);
});

test('a player’s max HP follows from status points alone', () => {
  assert.equal(playerMaxHp(catalogue, 0), 500);
  assert.equal(playerMaxHp(catalogue, 27), 3200);
});
