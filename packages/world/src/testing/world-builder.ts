import assert from 'node:assert/strict';
import {
  ALL_ROUTES,
  type Guid,
  type InventoryName,
  type Issuer,
  type RouteParams,
  type RouteQuery,
  type RouteReply,
  ZERO_GUID,
} from '@palatine/contract';
import { Compile } from 'typebox/compile';
import { loadCatalogue } from '../catalogue/catalogue.ts';
import { QUERIES, type QueryName } from '../queries.ts';
import { timestampAt } from '../state/bans.ts';
import { DEFAULT_RULES, FaultInjector, type GameContext, type Rules } from '../state/game-context.ts';
import {
  type Account,
  BLANK_CHARACTER,
  type Camp,
  type Character,
  type Container,
  type Guild,
  type ItemStack,
  type MapObject,
  NO_RECORDS,
  type Player,
  type PlayerLocation,
  type Session,
} from '../state/model.ts';
import { keepTechnologies } from '../state/technologies.ts';
import { World } from '../state/world.ts';
import { NO_FILES } from './archive-files.ts';

// Small worlds for tests: a test names what matters to it, and the builders make up the rest.

let guids = 0;

export function aGuid(): Guid {
  guids += 1;
  return `AAAAAAAA-00000000-00000000-${guids.toString(16).toUpperCase().padStart(8, '0')}`;
}

/** The records of one player; null is a record that is not in the world. */
export interface PlayerInWorld {
  readonly uid: Guid;
  readonly userId: string;
  readonly account: Account | null;
  readonly session: Session | null;
  readonly location: PlayerLocation | null;
  readonly player: Player | null;
  readonly character: Character | null;
  readonly containers: readonly Container[];
}

export interface PlayerOverrides {
  name?: string;
  uid?: Guid;
  userId?: string;
  ip?: string;
  /** Default: true. */
  online?: boolean;
  /** False: online, with the character not loaded yet. */
  characterLoaded?: boolean;
  /** False: still creating the character, so there is only a session. */
  account?: boolean;
  location?: { x: number; y: number; z: number };
  /** The stacks of each container, by slot; null for an unavailable container. */
  inventory?: Partial<Record<InventoryName, Readonly<Record<number, ItemStack>> | null>>;
  player?: Partial<Player>;
  character?: Partial<Character>;
}

export function aPlayer(overrides: PlayerOverrides = {}): PlayerInWorld {
  const { uid = aGuid(), name = 'Zoe', online = true, characterLoaded = true } = overrides;
  const userId = overrides.userId ?? `steam_7656${uid.slice(-8)}`;
  const hasAccount = overrides.account ?? true;
  const location = { x: 0, y: 0, z: 0, ...overrides.location, uid };
  const character = aPal({ species: '', nickname: name, playerUid: uid, ...overrides.character });
  const containers: Container[] = [];
  const container = (inventory: InventoryName, capacity: number): Guid | null => {
    const slots = overrides.inventory?.[inventory];
    if (slots === null) return null;
    containers.push(aContainer({ capacity, slots: slots ?? {} }));
    return containers.at(-1)?.id ?? null;
  };
  const player: Player = {
    uid,
    characterId: character.id,
    inventory: {
      Items: container('Items', 42),
      KeyItems: container('KeyItems', 200),
      Weapons: container('Weapons', 4),
      Armor: container('Armor', 6),
      Food: container('Food', 5),
      DropSlot: container('DropSlot', 1),
    },
    team: { containerId: aGuid(), capacity: 5 },
    palbox: { containerId: aGuid(), capacity: 960 },
    technologies: [],
    technologyPoints: 0,
    ancientTechnologyPoints: 0,
    relics: {},
    records: NO_RECORDS,
    ...overrides.player,
  };
  return {
    uid,
    userId,
    account: hasAccount ? { uid, name, userId, platform: 'Steam', lastOnlineAtMs: null } : null,
    session: online
      ? { uid, userId, ip: overrides.ip ?? '198.51.100.7', connectedAtMs: 0, characterLoaded }
      : null,
    location: hasAccount ? location : null,
    player: hasAccount ? player : null,
    character: hasAccount ? character : null,
    containers: hasAccount ? containers : [],
  };
}

export function aPal(overrides: Partial<Character> = {}): Character {
  return {
    ...BLANK_CHARACTER,
    id: aGuid(),
    species: 'SheepBall',
    gender: 'Female',
    hp: 545,
    stomach: 100,
    maxStomach: 100,
    ...overrides,
  };
}

export function aContainer(overrides: Partial<Container> = {}): Container {
  return { id: aGuid(), capacity: 10, slots: {}, ...overrides };
}

/** The issuer of a ban, by a panel at the start of 1970. */
export function anIssuer(Reason = '', more: Partial<Issuer> = {}): Issuer {
  return { Type: 'rest', NameValue: 'Panel', IP: '', Reason, Timestamp: timestampAt(0), ...more };
}

/** The first member is the admin. */
export function aGuild(members: readonly PlayerInWorld[], overrides: Partial<Guild> = {}): Guild {
  return {
    id: aGuid(),
    name: 'Pal Tamers',
    baseCampLevel: 1,
    adminUid: members[0]?.uid ?? ZERO_GUID,
    members: members.map(({ uid, account }, index) => ({
      uid,
      name: account?.name ?? '',
      role: index === 0 ? 1 : 2,
    })),
    chestId: null,
    laboratory: { currentResearch: '', workAmounts: {} },
    expeditions: { finished: 0, released: [] },
    ...overrides,
  };
}

export function aCamp(guild: Pick<Guild, 'id'>, overrides: Partial<Camp> = {}): Camp {
  return {
    id: aGuid(),
    name: '',
    guildId: guild.id,
    state: 'Normal',
    location: { x: 0, y: 0, z: 0 },
    areaRangeCm: 3500,
    workers: { containerId: aGuid(), capacity: 10 },
    ...overrides,
  };
}

export function aMapObject(camp: Pick<Camp, 'id'>, overrides: Partial<MapObject> = {}): MapObject {
  return {
    id: aGuid(),
    objectId: 'ItemChest',
    campId: camp.id,
    location: { x: 0, y: 0, z: 0 },
    hp: 100,
    maxHp: 100,
    class: 'building',
    containerId: null,
    storage: false,
    yawDeg: 0,
    booth: null,
    builderUid: null,
    ownerId: null,
    natural: false,
    underConstruction: false,
    ...overrides,
  };
}

export interface WorldOverrides {
  players?: readonly PlayerInWorld[];
  pals?: readonly Character[];
  guilds?: readonly Guild[];
  camps?: readonly Camp[];
  containers?: readonly Container[];
  mapObjects?: readonly MapObject[];
}

export function aWorld(overrides: WorldOverrides = {}): World {
  const world = new World({ name: 'Test', origin: 'demo', createdAtMs: 0, seed: 1 });
  for (const { account, session, location, player, character, containers } of overrides.players ?? []) {
    if (account) world.accounts.put(account);
    if (session) world.sessions.put(session);
    if (location) world.locations.put(location);
    if (player) {
      world.players.put(player);
      keepTechnologies(world, player.technologies);
    }
    if (character) world.characters.put(character);
    for (const container of containers) world.containers.put(container);
  }
  for (const pal of overrides.pals ?? []) world.characters.put(pal);
  for (const guild of overrides.guilds ?? []) world.guilds.put(guild);
  for (const camp of overrides.camps ?? []) world.camps.put(camp);
  for (const container of overrides.containers ?? []) world.containers.put(container);
  for (const object of overrides.mapObjects ?? []) world.mapObjects.put(object);
  return world;
}

const catalogue = loadCatalogue();

/** A game over a world, or over the records of one. The clock is at 0 and chance is always 0.5. */
export function aGameContext(world: World | WorldOverrides = {}, rules: Partial<Rules> = {}): GameContext {
  return {
    world: world instanceof World ? world : aWorld(world),
    catalogue,
    rules: { ...DEFAULT_RULES, ...rules },
    now: () => 0,
    random: () => 0.5,
    newId: aGuid,
    files: NO_FILES,
    faults: new FaultInjector(),
  };
}

/** Runs a query. Asserts the shape of the reply and returns it as parsed JSON. */
export function query<Name extends QueryName>(
  game: GameContext,
  name: Name,
  params: RouteParams<(typeof ALL_ROUTES)[Name]>,
  input: { query?: RouteQuery<(typeof ALL_ROUTES)[Name]>; granted?: readonly string[] } = {},
): RouteReply<(typeof ALL_ROUTES)[Name]> {
  // Name ties the query to its params and its reply; TypeScript does not follow it through the table.
  const { run } = QUERIES[name] as { run(game: GameContext, params: unknown, input: unknown): unknown };
  const reply: unknown = run(game, params, { query: {}, granted: [], ...input });
  const json = JSON.stringify(reply);
  const errors = replyChecks[name].Errors(JSON.parse(json));
  assert.deepEqual(errors, [], `the answer of ${name} has the promised shape`);
  return JSON.parse(json) as RouteReply<(typeof ALL_ROUTES)[Name]>;
}

const replyChecks = Object.fromEntries(
  Object.keys(QUERIES).map((name) => [name, Compile(ALL_ROUTES[name as QueryName].reply)]),
) as unknown as Record<QueryName, { Errors(value: unknown): unknown[] }>; // one for each query

/** All pages of a list, each after the cursor of the one before. */
export function pagesOf<Page extends { Next?: string }>(pageAfter: (input: { Cursor?: string }) => Page) {
  const pages = [pageAfter({})];
  for (let Cursor = pages[0]?.Next; Cursor !== undefined; Cursor = pages.at(-1)?.Next) {
    pages.push(pageAfter({ Cursor }));
  }
  return pages;
}
