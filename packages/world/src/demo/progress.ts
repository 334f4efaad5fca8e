import { RELIC_TYPES, type RelicType } from '@palatine/contract';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { between, chance, pick, type Random, shuffle } from '../catalogue/random.ts';
import { type Character, NO_RECORDS, type Player } from '../state/model.ts';
import type { DemoContext } from './demo-context.ts';

/** Player level at which a tower usually falls, in the order of the towers. */
const TOWER_LEVELS = [14, 26, 33, 42, 48, 54, 58, 63, 66, 69, 71, 74, 77];
/** Further levels the hard form takes. */
const HARDER_BY = 12;

type Counts = Record<string, number>;
type Progress = Pick<
  Player,
  'technologies' | 'technologyPoints' | 'ancientTechnologyPoints' | 'relics' | 'records'
>;

/** A player's progress at this level; `owned` are the Pals they caught. */
export function makeProgress(context: DemoContext, level: number, owned: readonly Character[]): Progress {
  const { random } = context;
  const towerBossDefeats = towersFallen(context, level);
  return {
    technologies: technologies(context, level, towerBossDefeats),
    technologyPoints: between(random, 0, 12),
    ancientTechnologyPoints: between(random, 0, Math.ceil(level / 10)),
    relics: relics(random, level),
    records: records(context, level, owned, towerBossDefeats),
  };
}

/** Learns technologies whose level, required technology and required tower are met. */
function technologies({ catalogue, random }: DemoContext, level: number, towers: object) {
  const learnt = new Set<string>();
  for (const technology of catalogue.technologies.all()) {
    const { requireTech, requireTower } = technology;
    if (technology.level > level || technology.requireResearch !== null) continue;
    if (requireTech !== null && !learnt.has(requireTech)) continue;
    if (requireTower !== null && !Object.hasOwn(towers, `${requireTower}_Normal`)) continue;
    if (chance(random, technology.ancient ? 0.45 : 0.85)) learnt.add(technology.id);
  }
  return [...learnt];
}

function towersFallen({ catalogue, random }: DemoContext, level: number): Record<string, number> {
  const fallen: Record<string, number> = {};
  for (const [index, tower] of catalogue.towerBosses.all().entries()) {
    const from = TOWER_LEVELS[index] ?? catalogue.limit('playerLevelCap');
    if (level < from) break;
    fallen[tower.countKeyNormal] = between(random, 1, 4);
    if (tower.countKeyHard !== null && level >= from + HARDER_BY) fallen[tower.countKeyHard] = 1;
  }
  return fallen;
}

function relics(random: Random, level: number): Partial<Record<RelicType, number>> {
  const inHand: Partial<Record<RelicType, number>> = { CapturePower: between(random, 0, 1 + level) };
  for (const type of RELIC_TYPES.slice(1)) {
    if (chance(random, level / 120)) inHand[type] = between(random, 1, 6);
  }
  return inHand;
}

const ARENA_RANKS = ['Bronze', 'Silver', 'Gold', 'Platinum', 'Diamond', 'Master'];

function countsOf(random: Random, ids: readonly string[], max: number): Counts {
  return Object.fromEntries(ids.map((id) => [id, between(random, 1, max)]));
}

function records(context: DemoContext, level: number, owned: readonly Character[], towers: Counts) {
  const { catalogue, random, newId } = context;
  const captured = captures(context, level, owned);
  const some = (max: number) => between(random, 0, Math.floor((max * level) / 80));
  const kinds = Object.keys(captured);
  return {
    ...NO_RECORDS,
    towerBossDefeats: towers,
    normalBossDefeats: fieldBosses(catalogue, random, level),
    raidBossDefeats: level < 50 ? {} : countsOf(random, raids(catalogue, random), 5),
    predatorDefeats: some(24),
    tribeCaptures: kinds.length,
    palCaptures: captured,
    palCaptureBonuses: Object.fromEntries(
      Object.entries(captured).map(([kind, count]) => [kind, Math.min(count, 12)]),
    ),
    palButchers: countsOf(random, kinds.slice(0, some(6)), 9),
    itemsCrafted: {
      Wood: 40 * level,
      PalSphere: between(random, 2, 5 * level),
      CopperIngot: between(random, 1, 30 * level),
      Cloth: between(random, 1, 4 * level),
    },
    normalDungeonClears: some(60),
    fixedDungeonClears: some(18),
    oilrigClears: some(9),
    palRankUps: level < 30 ? {} : { 2: some(20), 3: some(9), 4: some(5), 5: some(3) },
    arenaSoloClears: countsOf(random, ARENA_RANKS.slice(0, Math.floor(level / 13)), 4),
    npcTalks: Object.fromEntries(
      Array.from({ length: 1 + some(8) }, () => [newId().replaceAll('-', ''), between(random, 1, 5)]),
    ),
    fishCaught: level < 15 ? {} : countsOf(random, fish(context, some(10)), 7),
    treasuresFound: some(140),
    campsConquered: some(30),
    firstFishingComplete: level >= 15,
  };
}

/** Captures by tribe: the owned Pals, and some that are gone since. */
function captures(context: DemoContext, level: number, owned: readonly Character[]): Record<string, number> {
  const { catalogue, random, species } = context;
  const counts: Record<string, number> = {};
  const caught = (tribe: string, times: number) => {
    counts[tribe] = (counts[tribe] ?? 0) + times;
  };
  for (const character of owned) {
    const pal = catalogue.pals.find(character.species);
    if (pal) caught(pal.tribe, 1);
  }
  for (let others = Math.floor(level / 4); others > 0; others--) {
    caught(pick(random, species).tribe, between(random, 1, 9));
  }
  return counts;
}

function fieldBosses(catalogue: Catalogue, random: Random, level: number): Record<string, boolean> {
  const within = catalogue.fieldBosses.all().filter((boss) => boss.level + 3 <= level);
  const defeated = within.filter(() => chance(random, 0.6));
  return Object.fromEntries(defeated.map(({ id }) => [id, true]));
}

function raids(catalogue: Catalogue, random: Random): string[] {
  const summoned = catalogue.raidBosses.all().filter(({ ultra }) => chance(random, ultra ? 0.1 : 0.5));
  return summoned.map(({ id }) => id);
}

function fish({ random, species }: DemoContext, kinds: number): string[] {
  const swimmers = species.filter((pal) => pal.elements.includes('Water'));
  const caught = shuffle(random, swimmers).slice(0, kinds);
  return caught.map(({ id }) => `FishShadow_${id}_Common`);
}
