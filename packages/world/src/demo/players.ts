import type { Guid } from '@palatine/contract';
import { palboxSlots } from '../catalogue/inventory-rules.ts';
import { playerExpAt, playerMaxHp } from '../catalogue/pal-growth.ts';
import { between, chance, hexWord, pick } from '../catalogue/random.ts';
import type { Pal } from '../catalogue/tables.ts';
import {
  type Account,
  BLANK_CHARACTER,
  type Character,
  type CharacterBox,
  type Location,
  NO_RECORDS,
  type Player,
} from '../state/model.ts';
import { type DemoContext, expInside, speciesFor } from './demo-context.ts';
import demoData from './demo-data.json' with { type: 'json' };
import { anyPlatform, type Platform, randomUserId } from './identities.ts';
import { makeInventory } from './inventory.ts';
import { type CharacterOverrides, makePal, makePerson, rollOverrides } from './pals.ts';
import { makeProgress } from './progress.ts';

/** One situation each: everything, full inventory, no guild, no character, just begun, level cap. */
export const ROLES = ['showcase', 'stuffed', 'loner', 'newcomer', 'beginner', 'veteran'] as const;

export interface PlayerPlan {
  readonly name: string;
  readonly role: (typeof ROLES)[number] | null;
  readonly level: number;
  readonly online: boolean;
  /** Pals in team and Palbox. */
  readonly pals: number;
}

/** Platforms of the first accounts, so that a small world has them all online. */
const FIRST_PLATFORMS: readonly Platform[] = ['Steam', 'Steam', 'Xbox', 'PS5', 'Steam', 'Mac', 'Xbox', 'PS5'];

export function makeAccount(context: DemoContext, plan: PlayerPlan, index: number): Account {
  const { world, random, nowMs } = context;
  const platform = FIRST_PLATFORMS[index] ?? anyPlatform(random);
  let userId = randomUserId(random, platform);
  while (world.accountsByUserId.keys(userId).size > 0) userId = randomUserId(random, platform);
  const account: Account = {
    uid: newUid(context),
    name: plan.name,
    userId,
    platform,
    // Most have been there lately.
    lastOnlineAtMs: nowMs - 1 - Math.floor(random() ** 3 * (plan.online ? 3 : 40 * 24) * HOUR_MS),
    playedMs: Math.round(0.4 * plan.level ** 1.5 * HOUR_MS), // 24 minutes at level 1, 12 days at level 80
  };
  world.accounts.put(account);
  return account;
}

const HOUR_MS = 3_600_000;

/** In the game's form: eight digits from the platform's account, the rest zero. */
function newUid({ world, random }: DemoContext): Guid {
  for (;;) {
    const uid = `${hexWord(between(random, 1, 0xffffffff))}-00000000-00000000-00000000`;
    if (!world.accounts.has(uid)) return uid;
  }
}

export function makePlayer(context: DemoContext, plan: PlayerPlan, account: Account, location: Location) {
  const { world, catalogue, newId } = context;
  const { uid } = account;
  const fresh = plan.role === 'beginner';
  const team: CharacterBox = { containerId: newId(), capacity: catalogue.limit('teamSlots') };
  const palbox: CharacterBox = { containerId: newId(), capacity: palboxSlots(catalogue) };
  const pals = fresh ? [] : makePals(context, plan, { uid, team, palbox });
  const body = makeBody(context, plan, account);
  const pockets = fresh ? 'empty' : plan.role === 'stuffed' ? 'nearlyFull' : 'usual';
  const player: Player = {
    uid,
    characterId: body.id,
    inventory: makeInventory(context, plan.level, pockets),
    team,
    palbox,
    ...(fresh ? NO_PROGRESS : makeProgress(context, plan.level, pals)),
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
function makeBody({ catalogue, random, newId }: DemoContext, plan: PlayerPlan, account: Account): Character {
  const { level } = plan;
  const unusedStatusPoints = Math.min(level - 1, between(random, 0, 3));
  const statusPoints: Record<string, number> = {};
  for (let remaining = level - 1 - unusedStatusPoints; remaining > 0; remaining--) {
    const name = pick(random, STATUS_NAMES);
    statusPoints[name] = (statusPoints[name] ?? 0) + 1;
  }
  const cap = catalogue.limit('playerLevelCap');
  return {
    ...BLANK_CHARACTER,
    id: newId(),
    playerUid: account.uid,
    nickname: account.name,
    level,
    exp: level === 1 ? 0 : expInside(random, level, cap, (at) => playerExpAt(catalogue, at)),
    hp: playerMaxHp(catalogue, statusPoints[STATUS_NAMES[0]] ?? 0),
    stomach: between(random, 35, catalogue.limit('playerStomach')),
    maxStomach: catalogue.limit('playerStomach'),
    sanity: catalogue.limit('sanity'),
    craftSpeed: 100,
    unusedStatusPoints,
    statusPoints,
  };
}

type Owner = Pick<Player, 'uid' | 'team' | 'palbox'>;

/** The team first, the rest in the Palbox with a gap here and there. */
function makePals(context: DemoContext, plan: PlayerPlan, { uid, team, palbox }: Owner): Character[] {
  const { random } = context;
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
    const level = between(random, Math.max(1, plan.level - 15), plan.level);
    const overrides = { level, ownerUid: uid, place };
    pals.push(plan.role === 'showcase' ? showcasePal(context, index, overrides) : anyPal(context, overrides));
  }
  return pals;
}

export function anyPal(context: DemoContext, overrides: CharacterOverrides): Character {
  const { random } = context;
  if (chance(random, 0.02)) return aPerson(context, overrides);
  const species = speciesFor(context, overrides.level);
  const kind = chance(random, 0.03) ? alphaOf(context, species) : species;
  return makePal(context, kind, rollOverrides(context, overrides));
}

/** One of each kind a client should be able to show, in this order; the first five are the team. */
function showcasePal(context: DemoContext, index: number, overrides: CharacterOverrides): Character {
  const { random } = context;
  const species = speciesFor(context, overrides.level);
  const named = () => ({ ...overrides, nickname: pick(random, demoData.names.pals) });
  if (index === 0) return makePal(context, species, { ...named(), raised: true });
  if (index === 1) return { ...makePal(context, alphaOf(context, species), overrides), shield: 250 };
  if (index === 3) return { ...makePal(context, species, overrides), sp: species.stamina };
  if (index === 6) return aPerson(context, overrides);
  if (index === 9) return makePal(context, alphaOf(context, species), named());
  const state = STATES[index];
  return state === undefined
    ? anyPal(context, overrides)
    : makePal(context, species, { ...overrides, ...state });
}

const STATES: Readonly<Record<number, Partial<CharacterOverrides>>> = {
  2: { health: 'Severe' },
  4: { health: 'Dying' },
  5: { sickness: 'Cold' },
  7: { imported: true },
  8: { health: 'MinorInjury' },
};

function aPerson(context: DemoContext, overrides: CharacterOverrides): Character {
  const id = pick(context.random, demoData.people);
  const npc = context.catalogue.npcs.find(id);
  if (!npc) throw new Error(`the demo world shows the person ${id}, who is not in the catalogue`);
  return makePerson(context, npc, overrides);
}

function alphaOf({ catalogue }: DemoContext, species: Pal): Pal {
  return catalogue.pals.find(`BOSS_${species.id}`) ?? species;
}
