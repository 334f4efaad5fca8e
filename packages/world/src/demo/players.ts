import type { Guid } from '@palatine/contract';
import { type Pal, palboxSlots, playerExpAt, playerMaxHp } from '../catalogue/index.ts';
import {
  type Account,
  type Character,
  type CharacterBox,
  type Location,
  NO_RECORDS,
  type Player,
} from '../state/model.ts';
import { between, chance, hexWord, pick } from '../state/random.ts';
import { expInside, type Makings, speciesFor } from './demo-context.ts';
import { anyPlatform, madeUpUserId, type Platform } from './identities.ts';
import { makeInventory } from './inventory.ts';
import { palNickname } from './names.ts';
import { anyWishes, makePal, makePerson, type Wishes } from './pals.ts';
import { makeProgress } from './progress.ts';
import { PEOPLE } from './stock.ts';

/**
 * Players in whom the demo shows something: one who has everything, one whose pockets are nearly full, one in no guild,
 * one whose character is not loaded because there is none yet, one who has just begun, and one at the last level.
 */
export const ROLES = ['showcase', 'stuffed', 'loner', 'newcomer', 'beginner', 'veteran'] as const;
export type Role = (typeof ROLES)[number];

export interface PlayerPlan {
  readonly name: string;
  readonly role: Role | null;
  readonly level: number;
  readonly online: boolean;
  /** Pals in team and Palbox. */
  readonly pals: number;
}

/** Platforms of the first accounts, so that a small world has them all online. */
const FIRST_PLATFORMS: readonly Platform[] = ['Steam', 'Steam', 'Xbox', 'PS5', 'Steam', 'Mac', 'Xbox', 'PS5'];

export function makeAccount(makings: Makings, plan: PlayerPlan, index: number): Account {
  const { world, random, nowMs } = makings;
  const platform = FIRST_PLATFORMS[index] ?? anyPlatform(random);
  let userId = madeUpUserId(random, platform);
  while (world.accountsByUserId.keys(userId).size > 0) userId = madeUpUserId(random, platform);
  const account: Account = {
    uid: newUid(makings),
    name: plan.name,
    userId,
    platform,
    lastOnlineAtMs: nowMs - between(random, 1, plan.online ? 3 * HOUR_MS : 40 * 24 * HOUR_MS),
  };
  world.accounts.put(account);
  return account;
}

const HOUR_MS = 3_600_000;

/** As the game makes them: eight digits from the platform's account, the rest zero. */
function newUid({ world, random }: Makings): Guid {
  for (;;) {
    const uid = `${hexWord(between(random, 1, 0xffffffff))}-00000000-00000000-00000000`;
    if (!world.accounts.has(uid)) return uid;
  }
}

/** The player's body, belongings, Pals and deeds. */
export function makePlayer(makings: Makings, plan: PlayerPlan, account: Account, location: Location): Player {
  const { world, catalogue, newId } = makings;
  const { uid } = account;
  const fresh = plan.role === 'beginner';
  const team: CharacterBox = { containerId: newId(), capacity: catalogue.limit('teamSlots') };
  const palbox: CharacterBox = { containerId: newId(), capacity: palboxSlots(catalogue) };
  const pals = fresh ? [] : makePals(makings, plan, { uid, team, palbox });
  const body = makeBody(makings, plan, account);
  const pockets = fresh ? 'empty' : plan.role === 'stuffed' ? 'nearlyFull' : 'usual';
  const player: Player = {
    uid,
    characterId: body.id,
    inventory: makeInventory(makings, plan.level, pockets),
    team,
    palbox,
    ...(fresh ? NO_PROGRESS : makeProgress(makings, plan.level, pals)),
  };
  for (const character of [body, ...pals]) world.characters.put(character);
  world.players.put(player);
  world.locations.put({ uid, ...location });
  return player;
}

const NO_PROGRESS = {
  technologies: [],
  technologyPoints: 0,
  ancientTechnologyPoints: 0,
  relics: {},
  records: NO_RECORDS,
};

/** Saves name the status points in Japanese: health, stamina, attack, weight, work speed. */
const STATUS_NAMES = ['最大HP', '最大SP', '攻撃力', '所持重量', '作業速度'] as const;

/** One status point for each level gained, most of them spent. */
function makeBody({ catalogue, random, newId }: Makings, plan: PlayerPlan, account: Account): Character {
  const { level } = plan;
  const unusedStatusPoints = Math.min(level - 1, between(random, 0, 3));
  const statusPoints: Record<string, number> = {};
  for (let left = level - 1 - unusedStatusPoints; left > 0; left--) {
    const name = pick(random, STATUS_NAMES);
    statusPoints[name] = (statusPoints[name] ?? 0) + 1;
  }
  const cap = catalogue.limit('playerLevelCap');
  return {
    id: newId(),
    playerUid: account.uid,
    species: '',
    uniqueNpcId: '',
    nickname: account.name,
    skinId: '',
    gender: 'None',
    level,
    exp: level === 1 ? 0 : expInside(random, level, cap, (at) => playerExpAt(catalogue, at)),
    shiny: false,
    partnerSkillLevel: 1,
    condensedPals: 0,
    souls: { health: 0, attack: 0, defense: 0, craftSpeed: 0 },
    ivs: { health: 0, attackMelee: 0, attackShot: 0, defense: 0 },
    hp: playerMaxHp(catalogue, statusPoints[STATUS_NAMES[0]] ?? 0),
    stomach: between(random, 35, catalogue.limit('playerStomach')),
    maxStomach: catalogue.limit('playerStomach'),
    sanity: catalogue.limit('sanity'),
    support: 0,
    craftSpeed: 100,
    physicalHealth: 'Healthful',
    workerSick: 'None',
    friendshipPoints: 0,
    imported: false,
    awakened: false,
    activeSkills: [],
    learntSkills: [],
    passives: [],
    extraWorkSuitabilities: {},
    disabledWork: [],
    unusedStatusPoints,
    statusPoints,
    ownerUid: null,
    place: null,
  };
}

interface Owner {
  readonly uid: Guid;
  readonly team: CharacterBox;
  readonly palbox: CharacterBox;
}

/** The team first, the rest in the Palbox with a gap here and there. */
function makePals(makings: Makings, plan: PlayerPlan, { uid, team, palbox }: Owner): Character[] {
  const { random } = makings;
  const pals: Character[] = [];
  let palboxSlot = 0;
  for (let index = 0; index < plan.pals; index++) {
    const inTeam = index < team.capacity;
    const place = inTeam
      ? { containerId: team.containerId, slot: index }
      : { containerId: palbox.containerId, slot: palboxSlot };
    if (!inTeam) {
      const spare = palbox.capacity - palboxSlot - (plan.pals - index);
      palboxSlot += 1 + (chance(random, 0.15) ? Math.min(spare, between(random, 1, 7)) : 0);
    }
    const wishes = { level: palLevelBeside(makings, plan.level), ownerUid: uid, place };
    pals.push(plan.role === 'showcase' ? showcasePal(makings, index, wishes) : anyPal(makings, wishes));
  }
  return pals;
}

export function anyPal(makings: Makings, wishes: Wishes): Character {
  const { random } = makings;
  if (chance(random, 0.02)) return aPerson(makings, wishes);
  const species = speciesFor(makings, wishes.level);
  return makePal(
    makings,
    chance(random, 0.03) ? alphaOf(makings, species) : species,
    anyWishes(makings, wishes),
  );
}

/** One of each kind a client should be able to show, in this order; the first five are the team. */
function showcasePal(makings: Makings, index: number, wishes: Wishes): Character {
  const { random } = makings;
  const species = speciesFor(makings, wishes.level);
  if (index === 0)
    return makePal(makings, species, { ...wishes, nickname: palNickname(random), raised: true });
  if (index === 1) return { ...makePal(makings, alphaOf(makings, species), wishes), shield: 250 };
  if (index === 2) return makePal(makings, species, { ...wishes, health: 'Severe' });
  if (index === 3) return { ...makePal(makings, species, wishes), sp: species.stamina };
  if (index === 4) return makePal(makings, species, { ...wishes, health: 'Dying' });
  if (index === 5) return makePal(makings, species, { ...wishes, sickness: 'Cold' });
  if (index === 6) return aPerson(makings, wishes);
  if (index === 7) return makePal(makings, species, { ...wishes, imported: true });
  if (index === 8) return makePal(makings, species, { ...wishes, health: 'MinorInjury' });
  if (index === 9)
    return makePal(makings, alphaOf(makings, species), { ...wishes, nickname: palNickname(random) });
  return anyPal(makings, wishes);
}

function aPerson(makings: Makings, wishes: Wishes): Character {
  const id = pick(makings.random, PEOPLE);
  const npc = makings.catalogue.npcs.find(id);
  if (!npc) throw new Error(`the demo world shows the person ${id}, whom the catalogue lacks`);
  return makePerson(makings, npc, wishes);
}

function alphaOf({ catalogue }: Makings, species: Pal): Pal {
  return catalogue.pals.find(`BOSS_${species.id}`) ?? species;
}

function palLevelBeside({ random }: Makings, playerLevel: number): number {
  return between(random, Math.max(1, playerLevel - 15), playerLevel);
}
