import assert from 'node:assert/strict';
import { loadCatalogue } from '../catalogue/catalogue.ts';
import { friendshipRank, maxHp } from '../catalogue/pal-growth.ts';
import type { Character } from '../state/model.ts';

const catalogue = loadCatalogue();

/** The highest HP and stomach of a Pal or person, by the rows of the catalogue. */
export function fullVitals(pal: Character): { hp: number; stomach: number } {
  const species = catalogue.pals.find(pal.species);
  const row = species ?? catalogue.npcs.find(pal.species) ?? assert.fail(`${pal.species} is in no table`);
  const hp = maxHp({
    baseHp: row.hp,
    alpha: species?.alpha ?? false,
    level: pal.level,
    talent: pal.ivs.health,
    rank: pal.partnerSkillLevel,
    soulRank: pal.souls.health,
    friendshipRank: friendshipRank(catalogue, pal.friendshipPoints),
    awakened: pal.awakened,
  });
  return { hp, stomach: row.stomach };
}
