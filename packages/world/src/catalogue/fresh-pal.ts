import type { GENDERS } from '@palatine/contract';
import type { Catalogue } from './catalogue.ts';
import type { LearntAt } from './columns.ts';
import { palExpAt } from './pal-growth.ts';
import { between, type Random } from './random.ts';
import type { Pal } from './tables.ts';

interface FreshPalOptions {
  readonly level: number;
  readonly random: Random;
  /** As if met in the wild: random passives, and IVs of at least 50 for alphas and lucky ones. A grant has neither. */
  readonly wild?: boolean;
  /** The game's `IsRarePal`. */
  readonly lucky?: boolean;
}

/** The values of a new Pal that depend on chance and level. All others are 0, or rank 1. */
export function rollFreshPal(catalogue: Catalogue, pal: Pal, options: FreshPalOptions) {
  const { level, random, wild = false, lucky = false } = options;
  const minIv = wild && (pal.alpha || lucky) ? catalogue.limit('alphaTalentMin') : 0;
  const rollIv = () => between(random, minIv, catalogue.limit('talentMax'));
  return {
    gender: rollGender(pal, random),
    ivs: { health: rollIv(), attackShot: rollIv(), defense: rollIv() },
    /** Equipped, newest first. */
    activeSkills: defaultSkills(catalogue, pal, level),
    passives: wild ? rollPassives(catalogue, pal, random, { lucky }) : [...pal.innatePassives],
    stomach: pal.stomach,
    sanity: catalogue.limit('sanity'),
    exp: palExpAt(catalogue, level),
  };
}

/** Male with the species' percentage. Seen: 50 gives 49.6 % of 2,024 Pals, 20 gives 3 % of 35. */
export function rollGender(pal: Pal, random: Random): (typeof GENDERS)[number] {
  if (pal.malePct === null) return 'None';
  return random() * 100 < pal.malePct ? 'Male' : 'Female';
}

/** The skills learned by a level. A variant without a row learns the skills of its ordinary form. */
export function learntBy(catalogue: Catalogue, pal: Pal, level: number): readonly LearntAt[] {
  const { learnsets } = catalogue;
  const row = learnsets.find(pal.species) ?? (pal.base === null ? undefined : learnsets.find(pal.base));
  return (row?.learnset ?? []).filter(([at]) => at <= level).toSorted(([a], [b]) => a - b);
}

/** The equipped skills: the last three learnt, newest first. Seen so in 95 % of 2,134 Pals; the rest were retaught. */
export function defaultSkills(catalogue: Catalogue, pal: Pal, level: number): string[] {
  return learntBy(catalogue, pal, level)
    .slice(-catalogue.limit('equippedSkills'))
    .map(([, skill]) => skill)
    .reverse();
}

// The game draws the number by five unknown weights. These are what 1,949 ordinary Pals and 185 alphas of a
// public save have, bred and selected ones among them: a guide.
const PASSIVE_COUNT_WEIGHTS = [8, 72, 15, 3, 1];
const ALPHA_PASSIVE_COUNT_WEIGHTS = [7, 58, 26, 6, 3];

/** Innate passives, and up to four different random ones of those that may be rolled, while there is room for them. */
export function rollPassives(catalogue: Catalogue, pal: Pal, random: Random, { lucky = false } = {}) {
  const passives = [...pal.innatePassives];
  const pool = catalogue.passives
    .all()
    .filter((passive) => (passive.pal || (lucky && passive.rarePal)) && !passives.includes(passive.id))
    .map((passive) => passive.id);
  const rolled = weightedIndex(pal.alpha ? ALPHA_PASSIVE_COUNT_WEIGHTS : PASSIVE_COUNT_WEIGHTS, random);
  const room = Math.max(0, catalogue.limit('passives') - passives.length);
  for (let remaining = Math.min(rolled, room); remaining > 0 && pool.length > 0; remaining--) {
    passives.push(...pool.splice(between(random, 0, pool.length - 1), 1));
  }
  return passives;
}

function weightedIndex(weights: readonly number[], random: Random): number {
  let at = random() * weights.reduce((sum, weight) => sum + weight, 0);
  for (const [index, weight] of weights.entries()) {
    at -= weight;
    if (at < 0) return index;
  }
  return weights.length - 1;
}
