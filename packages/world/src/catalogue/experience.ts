import type { Catalogue } from './catalogue.ts';
import type { LevelTotals } from './tables.ts';

// The level depends on total EXP alone. Source: the game's EXP table of 1.0 (data/experience.json); 19 players and
// 2,360 Pals of two public saves all lie inside the range of their level. At the cap, EXP stops at the cap's total.

/** The level of a player with this total EXP, 1 to the cap. */
export function playerLevel(catalogue: Catalogue, totalExp: number): number {
  return levelAt(catalogue, 'playerTotal', catalogue.limit('playerLevelCap'), totalExp);
}

/** The least total EXP of a player of this level. Levels outside 1 to the cap count as the nearest one inside. */
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

/** The least total EXP of a Pal of this level; a fresh Pal has it. */
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
  if (row) return row[total];
  return highest(catalogue.experience.all(), total); // an operator raised the cap beyond the table
}

function highest(rows: readonly LevelTotals[], total: Total): number {
  return rows.reduce((most, row) => Math.max(most, row[total]), 0);
}
