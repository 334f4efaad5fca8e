import type { Banlist } from '@palatine/contract';
import type { Catalogue } from '../catalogue/index.ts';
import type { Account, Camp, Guild, Location } from '../state/model.ts';
import { between, chance, pick, seededIds, seededRandom, shuffle } from '../state/random.ts';
import { World } from '../state/world.ts';
import { makeBanlist } from './banlist.ts';
import { makeCamps } from './camps.ts';
import { type DemoContext, learntSkillsCache, speciesByRarity } from './demo-context.ts';
import { type Candidate, makeGuilds } from './guilds.ts';
import { MANY_ACCOUNTS, madeUpAddress } from './identities.ts';
import { makeLandscape } from './landscape.ts';
import { playerNames } from './names.ts';
import { anyPlace, near } from './places.ts';
import { makeAccount, makePlayer, type PlayerPlan, ROLES } from './players.ts';
import { type DemoSizes, fullDemoSizes } from './sizes.ts';

export interface DemoOptions {
  readonly catalogue: Catalogue;
  readonly seed: number;
  /** ms since 1970: the demo's present. */
  readonly nowMs: number;
  readonly sizes?: DemoSizes;
}

/**
 * Creates a made-up world with every situation a client meets, and its ban list. The same options give the same
 * world. The world's journal holds all records as new, ready to be stored.
 */
export function makeDemoWorld(options: DemoOptions): { world: World; banlist: Banlist } {
  const { catalogue, seed, nowMs } = options;
  const sizes = fullDemoSizes(options.sizes);
  const random = seededRandom(seed);
  const context: DemoContext = {
    world: new World({ name: 'Palatine demo', origin: 'demo', createdAtMs: nowMs, seed }),
    catalogue,
    random,
    newId: seededIds(random),
    nowMs,
    species: speciesByRarity(catalogue),
    learntSkills: learntSkillsCache(catalogue),
  };
  const { world } = context;

  const plans = planPlayers(context, sizes);
  const candidates: Candidate[] = [];
  for (const [index, plan] of plans.entries()) {
    const account = makeAccount(context, plan, index);
    const place = anyPlace(random);
    if (plan.role === 'newcomer') {
      world.locations.put({ uid: account.uid, ...place });
      continue;
    }
    const player = makePlayer(context, plan, account, place);
    if (plan.role !== 'loner') candidates.push({ account, player, level: plan.level });
  }
  const guilds = makeGuilds(context, sizes.guilds, beginnersLast(candidates));
  const camps = makeCamps(context, sizes.camps, guilds);
  settle(context, guilds, camps);

  const accounts = [...world.accounts.values()];
  connect(context, accounts, plans);
  const banlist = makeBanlist(context, accounts.slice(sizes.online));
  makeLandscape(context, camps);
  return { world, banlist };
}

/** Puts beginners last: the first candidates found the guilds. */
function beginnersLast(candidates: readonly Candidate[]): Candidate[] {
  return candidates.toSorted((one, other) => Number(one.level === 1) - Number(other.level === 1));
}

/** Plans players with a role first, so that they are online, and spreads levels over the others. */
function planPlayers({ catalogue, random }: DemoContext, sizes: Required<DemoSizes>): PlayerPlan[] {
  const cap = catalogue.limit('playerLevelCap');
  const names = playerNames(random, sizes.players);
  const levels = shuffle(
    random,
    names.map((_, index) => 2 + Math.round((index / Math.max(1, sizes.players - 1)) * (cap - 3))),
  );
  const levelOf = { showcase: 58, stuffed: 34, loner: 21, newcomer: 1, beginner: 1, veteran: cap };
  return names.map((name, index): PlayerPlan => {
    const role = ROLES[index] ?? null;
    return {
      name,
      role,
      level: Math.min(cap, role === null ? (levels[index] ?? 1) : levelOf[role]),
      online: index < sizes.online,
      pals: sizes.palsPerPlayer,
    };
  });
}

/** Moves most members of a guild with a camp to that camp. */
function settle({ world, random }: DemoContext, guilds: readonly Guild[], camps: readonly Camp[]): void {
  const homes = new Map<string, Location[]>();
  for (const camp of camps) homes.set(camp.guildId, [...(homes.get(camp.guildId) ?? []), camp.location]);
  for (const guild of guilds) {
    const places = homes.get(guild.id);
    if (places === undefined) continue;
    for (const { uid } of guild.members) {
      if (chance(random, 0.75)) world.locations.put({ uid, ...near(random, pick(random, places), 4_000) });
    }
  }
}

/** Connects everyone planned to be online; some share an address, even across platforms. */
function connect(
  { world, random, nowMs }: DemoContext,
  accounts: readonly Account[],
  plans: readonly PlayerPlan[],
): void {
  const many = accounts.length >= MANY_ACCOUNTS;
  let lastIp = '';
  for (const [index, account] of accounts.entries()) {
    const plan = plans[index];
    if (plan === undefined || !plan.online) continue;
    const sharing = index === 2 || (index > 6 && index % 7 === 0);
    const ip = sharing && lastIp !== '' ? lastIp : madeUpAddress(random, { many });
    world.sessions.put({
      uid: account.uid,
      userId: account.userId,
      ip,
      connectedAtMs: nowMs - between(random, 60_000, 3 * 3_600_000),
      characterLoaded: plan.role !== 'newcomer',
    });
    lastIp = ip;
  }
}
