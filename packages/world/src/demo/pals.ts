import type { Guid } from '@palatine/contract';
import { friendshipRank, maxHp, type Npc, type Pal, palExpAt, rollFreshPal } from '../catalogue/index.ts';
import type { Character } from '../state/model.ts';
import { between, chance } from '../state/random.ts';
import { type DemoContext, expInside } from './demo-context.ts';
import { palNickname } from './names.ts';

export interface Wishes {
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

const NO_SOULS: Character['souls'] = { health: 0, attack: 0, defense: 0, craftSpeed: 0 };
const NOTHING: Readonly<Record<string, number>> = {};
const NONE: readonly string[] = [];
/** Base work speed of every Pal: 0.7 of 100. */
const CRAFT_SPEED = 70;

/** A Pal as its owner would have it. An alpha of the catalogue becomes a lucky one: every lucky Pal bears a `BOSS_` id. */
export function makePal(context: DemoContext, pal: Pal, overrides: Wishes): Character {
  const { catalogue, random } = context;
  const { level } = overrides;
  const fresh = rollFreshPal(catalogue, pal, { level, random, wild: true, lucky: pal.alpha });
  const growth = overrides.raised === true ? raised(context) : unraised(context);
  const health = overrides.health ?? 'Healthful';
  const full = maxHp({
    baseHp: pal.hp,
    alpha: pal.alpha,
    level,
    talent: fresh.ivs.health,
    rank: growth.partnerSkillLevel,
    soulRank: growth.souls.health,
    friendshipRank: friendshipRank(catalogue, growth.friendshipPoints),
    awakened: growth.awakened,
  });
  return {
    ...person(context, overrides),
    species: pal.id,
    gender: fresh.gender,
    shiny: pal.alpha,
    ...growth,
    ivs: { ...fresh.ivs, attackMelee: fresh.ivs.attackShot },
    hp: hpIn(health, full),
    stomach: Math.round(fresh.stomach * (0.55 + 0.45 * random())),
    maxStomach: fresh.stomach,
    activeSkills: fresh.activeSkills,
    learntSkills: context.learntSkills(pal, level),
    passives: fresh.passives,
  };
}

/** A captured person. The character's id stands for the unique one as well, which no public list tells. */
export function makePerson(context: DemoContext, npc: Npc, overrides: Wishes): Character {
  const full = maxHp({
    baseHp: npc.hp,
    alpha: false,
    level: overrides.level,
    talent: 0,
    rank: 1,
    soulRank: 0,
    friendshipRank: 0,
    awakened: false,
  });
  const made = person(context, overrides);
  return {
    ...made,
    species: npc.id,
    uniqueNpcId: npc.id,
    hp: hpIn(overrides.health ?? 'Healthful', full),
    stomach: npc.stomach,
    maxStomach: npc.stomach,
  };
}

/** Chance's share of nicknames, wounds and care; what is wished for stands. */
export function anyWishes({ random }: DemoContext, overrides: Wishes): Wishes {
  const roll = random();
  return {
    ...(chance(random, 0.1) ? { nickname: palNickname(random) } : {}),
    ...(chance(random, 0.08) ? { raised: true } : {}),
    ...(roll < 0.03 ? { health: 'MinorInjury' as const } : {}),
    ...(roll > 0.985 ? { health: 'Severe' as const } : {}),
    ...overrides,
  };
}

/** What Pals and people have in common, as just caught. */
function person({ catalogue, random, newId }: DemoContext, overrides: Wishes): Character {
  const { level } = overrides;
  const sick = overrides.sickness !== undefined;
  return {
    id: newId(),
    playerUid: null,
    species: '',
    uniqueNpcId: '',
    nickname: overrides.nickname ?? '',
    skinId: '',
    gender: 'None',
    level,
    exp: expInside(random, level, catalogue.limit('palLevelCap'), (at) => palExpAt(catalogue, at)),
    shiny: false,
    partnerSkillLevel: 1,
    condensedPals: 0,
    souls: NO_SOULS,
    ivs: { health: 0, attackMelee: 0, attackShot: 0, defense: 0 },
    hp: 1,
    stomach: 0,
    maxStomach: 0,
    sanity: sick ? between(random, 12, 45) : catalogue.limit('sanity') - between(random, 0, 15),
    support: 0,
    craftSpeed: CRAFT_SPEED,
    physicalHealth: overrides.health ?? 'Healthful',
    workerSick: overrides.sickness ?? 'None',
    friendshipPoints: 0,
    imported: overrides.imported ?? false,
    awakened: false,
    activeSkills: NONE,
    learntSkills: NONE,
    passives: NONE,
    extraWorkSuitabilities: NOTHING,
    disabledWork: NONE,
    unusedStatusPoints: 0,
    statusPoints: NOTHING,
    ownerUid: overrides.ownerUid,
    place: overrides.place,
  };
}

type Growth = Pick<
  Character,
  | 'partnerSkillLevel'
  | 'condensedPals'
  | 'souls'
  | 'friendshipPoints'
  | 'awakened'
  | 'extraWorkSuitabilities'
  | 'disabledWork'
>;

function unraised({ random }: DemoContext): Growth {
  return {
    partnerSkillLevel: 1,
    condensedPals: chance(random, 0.1) ? between(random, 1, 3) : 0,
    souls: NO_SOULS,
    friendshipPoints: between(random, 0, 9_000),
    awakened: false,
    extraWorkSuitabilities: NOTHING,
    disabledWork: NONE,
  };
}

function raised({ catalogue, random }: DemoContext): Growth {
  const rank = between(random, 2, catalogue.limit('rankMax'));
  const soul = () => between(random, 1, catalogue.limit('soulRankMax'));
  return {
    partnerSkillLevel: rank,
    condensedPals: rank < catalogue.limit('rankMax') ? between(random, 0, 7) : 0,
    souls: { health: soul(), attack: soul(), defense: soul(), craftSpeed: soul() },
    friendshipPoints: between(random, 13_000, catalogue.limit('friendshipMax')),
    awakened: chance(random, 0.2),
    extraWorkSuitabilities: { Handcraft: 1, Transport: 1 },
    disabledWork: chance(random, 0.5) ? ['BaseCampBattle'] : NONE,
  };
}

/** Share of the full HP that the worse states of health leave. */
const HP_LEFT: Partial<Record<Character['physicalHealth'], number>> = {
  MinorInjury: 0.72,
  Severe: 0.34,
  Dying: 0.04,
};

function hpIn(health: Character['physicalHealth'], full: number): number {
  return Math.max(1, Math.floor(full * (HP_LEFT[health] ?? 1)));
}
