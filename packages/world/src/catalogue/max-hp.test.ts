import assert from 'node:assert/strict';
import test from 'node:test';
import { loadCatalogue } from './catalogue.ts';
import { friendshipRank, type HpTraits, maxHp, playerMaxHp } from './pal-growth.ts';

const catalogue = loadCatalogue();

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
