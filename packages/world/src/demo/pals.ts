import type { Guid } from '@palatine/contract';
import { rollFreshPal } from '../catalogue/fresh-pal.ts';
import { palExpAt } from '../catalogue/pal-growth.ts';
import { between, chance, pick } from '../catalogue/random.ts';
import type { Npc, Pal } from '../catalogue/tables.ts';
import { BLANK_CHARACTER, type Character } from '../state/model.ts';
import { hpOf } from '../state/pal-species.ts';
import { type DemoContext, expInside } from './demo-context.ts';
import demoData from './demo-data.json' with { type: 'json' };

/** The fixed part of a character; chance rolls the rest. */
export interface CharacterOverrides {
  readonly level: number;
  readonly ownerUid: Guid | null;
  readonly place: Character['place'];
  readonly nickname?: string;
  /** Condensed, with souls and a long friendship. */
  readonly raised?: boolean;
  readonly health?: Character['physicalHealth'];
  readonly sickness?: Character['workerSick'];
  readonly imported?: boolean;
}

/** A Pal as its owner would have it. An alpha of the catalogue becomes a lucky Pal: every lucky Pal has a `BOSS_` id. */
export function makePal(context: DemoContext, pal: Pal, overrides: CharacterOverrides): Character {
  const { catalogue, random } = context;
  const { level } = overrides;
  const fresh = rollFreshPal(catalogue, pal, { level, random, wild: true, lucky: pal.alpha });
  const growth = overrides.raised === true ? raised(context) : unraised(context);
  const health = overrides.health ?? 'Healthful';
  const ivs = { ...fresh.ivs, attackMelee: fresh.ivs.attackShot };
  const full = hpOf(context, pal, { level, ivs, ...growth });
  return {
    ...justCaught(context, overrides),
    species: pal.id,
    gender: fresh.gender,
    shiny: pal.alpha,
    ...growth,
    ivs,
    hp: hpIn(health, full),
    stomach: Math.round(fresh.stomach * (0.55 + 0.45 * random())),
    maxStomach: fresh.stomach,
    activeSkills: fresh.activeSkills,
    learntSkills: context.learntSkills(pal, level),
    passives: fresh.passives,
  };
}

/** A captured person. The character id serves as the unique id too: most unique ids are not public. */
export function makePerson(context: DemoContext, npc: Npc, overrides: CharacterOverrides): Character {
  const caught = justCaught(context, overrides);
  const full = hpOf(context, npc, caught);
  return {
    ...caught,
    species: npc.id,
    uniqueNpcId: npc.id,
    hp: hpIn(overrides.health ?? 'Healthful', full),
    stomach: npc.stomach,
    maxStomach: npc.stomach,
  };
}

/** Rolls nicknames, wounds and care. The given overrides win. */
export function rollOverrides({ random }: DemoContext, overrides: CharacterOverrides): CharacterOverrides {
  const roll = random();
  return {
    ...(chance(random, 0.1) ? { nickname: pick(random, demoData.names.pals) } : {}),
    ...(chance(random, 0.08) ? { raised: true } : {}),
    ...(roll < 0.03 ? { health: 'MinorInjury' as const } : {}),
    ...(roll > 0.985 ? { health: 'Severe' as const } : {}),
    ...overrides,
  };
}

/** The fields Pals and people have in common, as just caught. */
function justCaught({ catalogue, random, newId }: DemoContext, overrides: CharacterOverrides): Character {
  const { level, health = 'Healthful', sickness, ownerUid, place } = overrides;
  return {
    ...BLANK_CHARACTER,
    id: newId(),
    nickname: overrides.nickname ?? '',
    level,
    exp: expInside(random, level, catalogue.limit('palLevelCap'), (at) => palExpAt(catalogue, at)),
    sanity:
      sickness === undefined ? catalogue.limit('sanity') - between(random, 0, 15) : between(random, 12, 45),
    physicalHealth: health,
    workerSick: sickness ?? 'None',
    imported: overrides.imported ?? false,
    ownerUid,
    place,
  };
}

function unraised({ random }: DemoContext): ReturnType<typeof raised> {
  const { partnerSkillLevel, souls, awakened, extraWorkSuitabilities, disabledWork } = BLANK_CHARACTER;
  return {
    partnerSkillLevel,
    condensedPals: chance(random, 0.1) ? between(random, 1, 3) : 0,
    souls,
    friendshipPoints: between(random, 0, 9_000),
    awakened,
    extraWorkSuitabilities,
    disabledWork,
  };
}

function raised({ catalogue, random }: DemoContext) {
  const rank = between(random, 2, catalogue.limit('rankMax'));
  const soul = () => between(random, 1, catalogue.limit('soulRankMax'));
  return {
    partnerSkillLevel: rank,
    condensedPals: rank < catalogue.limit('rankMax') ? between(random, 0, 7) : 0,
    souls: { health: soul(), attack: soul(), defense: soul(), craftSpeed: soul() },
    friendshipPoints: between(random, 13_000, catalogue.limit('friendshipMax')),
    awakened: chance(random, 0.2),
    extraWorkSuitabilities: { Handcraft: 1, Transport: 1 } as Character['extraWorkSuitabilities'],
    disabledWork: chance(random, 0.5) ? ['BaseCampBattle'] : BLANK_CHARACTER.disabledWork,
  };
}

/** Share of full HP left in the worse states of health. */
const HP_LEFT: Partial<Record<Character['physicalHealth'], number>> = {
  MinorInjury: 0.72,
  Severe: 0.34,
  Dying: 0.04,
};

function hpIn(health: Character['physicalHealth'], full: number): number {
  return Math.max(1, Math.floor(full * (HP_LEFT[health] ?? 1)));
}
