import type { Catalogue } from './catalogue.ts';

// The level depends on total EXP alone. Source: the game's EXP table of 1.0 (data/experience.json); 19 players and
// 2,360 Pals of two public saves are inside the range of their level. At the cap, EXP stops at the cap's total.

/** The level of a player with this total EXP, 1 to the cap. */
export function playerLevel(catalogue: Catalogue, totalExp: number): number {
  return levelAt(catalogue, 'playerTotal', catalogue.limit('playerLevelCap'), totalExp);
}

/** Minimum total EXP of a player of this level. Levels are clamped to 1 and the cap. */
export function playerExpAt(catalogue: Catalogue, level: number): number {
  return totalAt(catalogue, 'playerTotal', catalogue.limit('playerLevelCap'), level);
}

/** Clamps total EXP to the game's range: 0 to the cap's total. */
export function clampPlayerExp(catalogue: Catalogue, totalExp: number): number {
  return Math.max(0, Math.min(totalExp, playerExpAt(catalogue, Number.POSITIVE_INFINITY)));
}

/** The level of a Pal with this total EXP, 1 to the cap. People at hand level like Pals. */
export function palLevel(catalogue: Catalogue, totalExp: number): number {
  return levelAt(catalogue, 'palTotal', catalogue.limit('palLevelCap'), totalExp);
}

/** Minimum total EXP of a Pal of this level; a fresh Pal has it. */
export function palExpAt(catalogue: Catalogue, level: number): number {
  return totalAt(catalogue, 'palTotal', catalogue.limit('palLevelCap'), level);
}

type Total = 'playerTotal' | 'palTotal';

function levelAt(catalogue: Catalogue, total: Total, cap: number, exp: number): number {
  let level = 1;
  for (const row of catalogue.experience.all()) {
    if (row.level <= cap && row.level > level && row[total] <= exp) level = row.level;
  }
  return level;
}

function totalAt(catalogue: Catalogue, total: Total, cap: number, level: number): number {
  const row = catalogue.experience.find(String(Math.max(1, Math.min(Math.floor(level), cap))));
  // An operator may have raised the cap beyond the table.
  return row ? row[total] : Math.max(0, ...catalogue.experience.all().map((step) => step[total]));
}

export interface HpTraits {
  /** `hp` of its row. */
  readonly baseHp: number;
  /** A `BOSS_` Pal. People with such an id are not alphas here: they have no factor. */
  readonly alpha: boolean;
  readonly level: number;
  /** Health IV, 0 to 100. */
  readonly talent: number;
  /** Partner skill level, 1 to 5. */
  readonly rank: number;
  /** Health souls, 0 to 20. */
  readonly soulRank: number;
  /** -3 to 10, see {@link friendshipRank}. */
  readonly friendshipRank: number;
  readonly awakened: boolean;
}

/**
 * Max HP in points; saves store points times 1000. The game computes in 32-bit floats, so every step is rounded to one.
 *
 * Source: the constants of the game's settings object and palworld-save-pal's `max_hp_for`; the friendship term was
 * found in two public saves, where the whole is exact for 2,329 of 2,358 characters and 26 of the rest are hurt or edited.
 */
export function maxHp(traits: HpTraits): number {
  const base = traits.alpha ? f32(f32(traits.baseHp) * f32(1.2)) : f32(traits.baseHp);
  const effective = f32(base + f32(hpPerFriendshipRank(base) * traits.friendshipRank));
  const byTalent = f32(1 + f32(f32(0.003) * traits.talent));
  const byLevel = f32(f32(f32(effective * byTalent) * 0.5) * traits.level);
  const plain = Math.floor(f32(f32(500 + 5 * traits.level) + byLevel));
  const ranked = Math.floor(f32(plain * f32(1 + f32(f32(0.05) * (traits.rank - 1)))));
  const souled = Math.floor(f32(ranked * f32(1 + f32(f32(0.03) * traits.soulRank))));
  return traits.awakened ? Math.floor(f32(souled * f32(1.1))) : souled;
}

/** The weaker the species, the more a rank of friendship adds. Fits 407 of the 409 rows of the game's table. */
function hpPerFriendshipRank(base: number): number {
  return f32(Math.max(0.1, Math.round((9 - 0.05 * base) * 10) / 10));
}

/**
 * The rank that friendship points have earned, -3 to 10. The ladder runs away from 0 both ways: 6,000 points are rank
 * 1, 5,999 rank 0; -1 point is rank -1, -1,000 rank -2. That negative ranks begin so is read off the table, not seen.
 */
export function friendshipRank(catalogue: Catalogue, points: number): number {
  let rank = 0;
  for (const step of catalogue.friendship.all()) {
    if (points >= 0 && points >= step.points && step.rank > rank) rank = step.rank;
    if (points < 0 && points <= step.points && step.rank < rank) rank = step.rank;
  }
  return rank;
}

/** A player's max HP without equipment. It does not depend on the level (seen: level 80 with 27 HP points 3,200). */
export function playerMaxHp(catalogue: Catalogue, hpStatusPoints: number): number {
  return catalogue.limit('playerMaxHpBase') + catalogue.limit('playerMaxHpPerStatusPoint') * hpStatusPoints;
}

const f32 = Math.fround;
