import { type Banlist, type Issuer, WORKER_SICKNESSES, ZERO_GUID } from '@palatine/contract';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { between, chance, pick, type Random, seededIds, seededRandom, shuffle } from '../catalogue/random.ts';
import { timestampAt } from '../state/bans.ts';
import type { Account, Camp, Guild, Location } from '../state/model.ts';
import { World } from '../state/world.ts';
import { type DemoContext, learntSkillsCache, speciesByRarity } from './demo-context.ts';
import demoData from './demo-data.json' with { type: 'json' };
import { type Candidate, makeGuilds } from './guilds.ts';
import { MANY_ACCOUNTS, randomAddress, randomUserId } from './identities.ts';
import { putContainer, stackOf } from './inventory.ts';
import { around, makeMapObject, makeMapObjects } from './map-objects.ts';
import { anyPlace, campSites, insideMap, near } from './places.ts';
import { anyPal, makeAccount, makePlayer, type PlayerPlan, ROLES } from './players.ts';
import { type DemoSizes, fullDemoSizes } from './sizes.ts';

export interface DemoOptions {
  readonly catalogue: Catalogue;
  readonly seed: number;
  /** ms since 1970: the demo's present. */
  readonly nowMs: number;
  readonly sizes?: DemoSizes;
}

/** Creates a made-up world of all situations, the same for the same options, ready to be stored. */
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
  candidates.sort((a, b) => Number(a.level === 1) - Number(b.level === 1)); // the first ones found the guilds
  const guilds = makeGuilds(context, sizes.guilds, candidates);
  const camps = makeCamps(context, sizes.camps, guilds);
  settle(context, guilds, camps);

  const accounts = [...world.accounts.values()];
  connect(context, accounts, plans);
  const banlist = makeBanlist(context, accounts.slice(sizes.online));
  makeLandscape(context, camps);
  return { world, banlist };
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

function playerNames(random: Random, count: number): string[] {
  const { players, first, second } = demoData.names;
  const names = new Set(shuffle(random, players).slice(0, count));
  while (names.size < count) {
    const name = `${pick(random, first)}${pick(random, second)}`;
    names.add(names.has(name) || chance(random, 0.5) ? `${name}${between(random, 1, 9999)}` : name);
  }
  return [...names];
}

/** Moves most members of a guild with a camp to that camp. */
function settle({ world, random }: DemoContext, guilds: readonly Guild[], camps: readonly Camp[]): void {
  const homes = Map.groupBy(camps, ({ guildId }) => guildId);
  for (const { id, members } of guilds) {
    const own = homes.get(id);
    if (own === undefined) continue;
    for (const { uid } of members) {
      if (chance(random, 0.75))
        world.locations.put({ uid, ...near(random, pick(random, own).location, 4_000) });
    }
  }
}

/** Connects everyone planned to be online; some share an address, even across platforms. */
function connect({ world, random, nowMs }: DemoContext, accounts: Account[], plans: PlayerPlan[]) {
  const many = accounts.length >= MANY_ACCOUNTS;
  let lastIp = '';
  for (const [index, account] of accounts.entries()) {
    const plan = plans[index];
    if (plan === undefined || !plan.online) continue;
    const sharing = index === 2 || (index > 6 && index % 7 === 0);
    const ip = sharing && lastIp !== '' ? lastIp : randomAddress(random, { many });
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

/** Creates dropped items near the camps, the eggs of their ranches, and a booth in the last camp. */
function makeLandscape(context: DemoContext, camps: readonly Camp[]): void {
  for (const camp of camps) {
    strew(context, camp);
    layEggs(context, camp);
  }
  const last = camps.at(-1);
  if (last !== undefined) makeBooth(context, last);
}

/** Rocks and treasure boxes outside the camp. */
function strew(context: DemoContext, camp: Camp): void {
  const { world, random } = context;
  for (let remaining = between(random, 2, 4); remaining > 0; remaining--) {
    const location = insideMap(near(random, camp.location, camp.areaRangeCm * 4));
    const object = makeMapObject(context, ZERO_GUID, pick(random, demoData.objects.nature), location);
    const treasure = object.objectId === 'TreasureBox';
    world.mapObjects.put({
      ...object,
      yawDeg: between(random, -179, 180),
      containerId: treasure
        ? putContainer(context, 5, [stackOf(context, 'Money', between(random, 50, 900))])
        : null,
    });
  }
}

function layEggs(context: DemoContext, camp: Camp): void {
  const { world, random } = context;
  for (const ranch of world.pick(world.mapObjects, world.mapObjectsByCamp.keys(camp.id))) {
    if (ranch.objectId !== 'MonsterFarm') continue;
    const egg = makeMapObject(context, camp.id, 'Palegg', near(random, ranch.location, 300));
    world.mapObjects.put({ ...egg, ownerId: ranch.id });
  }
}

/** It offers no Pal: a camp with a player's Pal in a booth could not be deleted. */
function makeBooth(context: DemoContext, camp: Camp): void {
  const { world, newId } = context;
  const object = makeMapObject(context, camp.id, 'PalBooth', around(context, camp));
  world.mapObjects.put({ ...object, booth: { containerId: newId(), capacity: 5 } });
}

const AREA_RANGE_CM = 3_500;
/** Workers of a camp of the highest level with the game's default settings. */
const MAX_WORKERS = 15;

function makeCamps(context: DemoContext, count: number, guilds: readonly Guild[]): Camp[] {
  const siteOf = campSites(context.random);
  return Array.from({ length: count }, (_, index) => {
    const guild = guilds[index % guilds.length] as Guild; // camps need a guild (sizes.ts)
    return makeCamp(context, guild, siteOf(index), index);
  });
}

function makeCamp(context: DemoContext, guild: Guild, location: Location, index: number): Camp {
  const { world, random, newId } = context;
  const camp: Camp = {
    id: newId(),
    name: pick(random, demoData.names.camps),
    guildId: guild.id,
    state: index > 0 && chance(random, 0.04) ? 'NotAvailable' : 'Normal',
    location,
    areaRangeCm: AREA_RANGE_CM,
    workers: { containerId: newId(), capacity: Math.min(MAX_WORKERS, guild.baseCampLevel) },
  };
  world.camps.put(camp);
  makeWorkers(context, camp, guild);
  makeMapObjects(context, camp, guild, index);
  return camp;
}

/** Creates workers, which have no owner since 2025. One may be ill, one may be hurt. */
function makeWorkers(context: DemoContext, camp: Camp, guild: Guild): void {
  const { world, random } = context;
  const { capacity, containerId } = camp.workers;
  const level = Math.max(1, Math.floor(guild.baseCampLevel * 2.4));
  const count = capacity > 2 ? between(random, Math.ceil(capacity / 2), capacity) : capacity;
  const [ill, hurt] = [between(random, 0, count - 1), between(random, 0, count - 1)];
  for (let slot = 0; slot < count; slot++) {
    const worker = anyPal(context, {
      level: between(random, Math.max(1, level - 12), level),
      ownerUid: null,
      place: { containerId, slot },
      ...(slot === ill ? { sickness: pick(random, SICKNESSES) } : {}),
      ...(slot === hurt ? { health: 'MinorInjury' as const } : {}),
    });
    world.characters.put(worker);
  }
}

const SICKNESSES: readonly string[] = WORKER_SICKNESSES.filter((sickness) => sickness !== 'None');

const DAY_MS = 86_400_000;

/** Users and addresses banned, and unbanned again. No online player is banned. */
function makeBanlist({ random, nowMs }: DemoContext, offline: readonly Account[]): Banlist {
  const stranger = randomUserId(random, 'Steam');
  const userIdOf = (index: number, platform: 'Steam' | 'Xbox') =>
    offline[offline.length - 1 - index]?.userId ?? randomUserId(random, platform);
  const [griefer, returned, cheater] = [userIdOf(0, 'Steam'), userIdOf(1, 'Xbox'), userIdOf(2, 'Xbox')];
  const users = [griefer, cheater, stranger, returned];
  const issuer = ({ by, reason: Reason, daysAgo }: BanReason): Issuer => {
    const atMs = nowMs - daysAgo * DAY_MS - Math.floor(random() * DAY_MS);
    return { ...demoData.issuers[by as keyof typeof demoData.issuers], Reason, Timestamp: timestampAt(atMs) };
  };
  const entry = ({ ban, unban }: { ban: BanReason; unban?: BanReason }) => ({
    Active: unban === undefined,
    BannedBy: issuer(ban),
    ...(unban && { UnbannedBy: issuer(unban) }),
  });
  return {
    Version: 1,
    BannedMessage: 'You are banned from this server.',
    UserEntries: demoData.userBans.map((ban, at) => ({ UserId: users[at] ?? stranger, ...entry(ban) })),
    IPEntries: demoData.addressBans.map((ban) => ({ IP: ban.ip, ...entry(ban) })),
  };
}

type BanReason = (typeof demoData.userBans)[number]['ban'];
