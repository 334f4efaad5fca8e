import type { ALL_ROUTES, AnyRouteName, RouteParams, RouteQuery, RouteReply } from '@palatine/contract';
import { BANS_READ } from './queries/at-one-moment.ts';
import { getBanlist } from './queries/banlist.ts';
import { getBanPreview } from './queries/ban-preview.ts';
import { previewBaseDeletion } from './queries/base-deletion.ts';
import { getCampDetails } from './queries/camp-details.ts';
import { searchCamps } from './queries/camp-search.ts';
import { prepareEvents } from './queries/event-facts.ts';
import { find, findParts, LOOKED_THROUGH } from './queries/find.ts';
import { getGuildDetails } from './queries/guild-details.ts';
import { searchGuilds } from './queries/guild-search.ts';
import { getGuild, getGuilds } from './queries/guilds.ts';
import { getItemHolders, prepareItemHolders } from './queries/item-holders.ts';
import { getItems } from './queries/items.ts';
import { getMapMarks, mapMarkParts } from './queries/map-marks.ts';
import { getPalDetails, PALS_SEARCHED, palSearchParts, searchPals } from './queries/pal-search.ts';
import { getPals } from './queries/pals.ts';
import { getPastEvents } from './queries/past-events.ts';
import { getPlayerDetails } from './queries/player-details.ts';
import { getPlayerInventory } from './queries/player-inventory.ts';
import { getPlayerPals } from './queries/player-pals.ts';
import { getPlayerProgress, getPlayerTechnologies } from './queries/player-progress.ts';
import { playerSearchParts, searchPlayers } from './queries/player-search.ts';
import { getPlayer, getPlayers } from './queries/players.ts';
import { getProgression } from './queries/progression.ts';
import { getTechnologies } from './queries/technologies.ts';
import type { Asked } from './state/asked.ts';
import type { GameContext } from './state/game-context.ts';
import { TABLE_NAMES } from './state/world.ts';

type Query<Name extends AnyRouteName> = (
  game: GameContext,
  params: RouteParams<(typeof ALL_ROUTES)[Name]>,
  asked: Asked<RouteQuery<(typeof ALL_ROUTES)[Name]>>,
) => RouteReply<(typeof ALL_ROUTES)[Name]>;

type QueryInParts<Name extends AnyRouteName> = (
  ...call: Parameters<Query<Name>>
) => Generator<void, ReturnType<Query<Name>>>;

/** Every query of the world, by the name of its route. Queries change nothing. */
export const QUERIES = {
  getPlayers,
  getPlayer,
  getPals,
  getItems,
  getTechnologies,
  getProgression,
  getGuilds,
  getGuild,
  searchPlayers,
  getPlayerDetails,
  getBanlist,
  getBanPreview,
  searchGuilds,
  getGuildDetails,
  searchCamps,
  getCampDetails,
  previewBaseDeletion,
  getItemHolders,
  getMapMarks,
  getPlayerInventory,
  getPlayerPals,
  getPlayerTechnologies,
  getPlayerProgress,
  searchPals,
  getPalDetails,
  getPastEvents,
  find,
} as const satisfies { [Name in AnyRouteName]?: Query<Name> };

export type QueryName = keyof typeof QUERIES;

/** The tables that a response to a query can come from. */
export const READABLE_TABLES = [...TABLE_NAMES, 'locations'] as const;
export type ReadableTable = (typeof READABLE_TABLES)[number];

const GUILD_FACTS = ['accounts', 'sessions', 'guilds', 'containers'] as const;
const CAMP_ROWS = [...GUILD_FACTS, 'camps', 'characters', 'mapObjects'] as const;

const PLAYER = ['accounts', 'sessions', 'players', 'characters'] as const;

/**
 * The tables that each query reads, also through their indexes: while they are unchanged, and the rules and the faults
 * too, it has the same response. queries.test.ts holds each list complete.
 */
export const TABLES_READ: { readonly [Name in QueryName]: readonly ReadableTable[] } = {
  getPlayers: ['accounts', 'sessions', 'guilds', 'locations'],
  getPlayer: [...PLAYER, 'guilds', 'locations'],
  getPals: [...PLAYER, 'guilds', 'camps'],
  getItems: [...PLAYER, 'containers'],
  getTechnologies: [...PLAYER, 'technologies'],
  getProgression: PLAYER,
  getGuilds: ['accounts', 'guilds', 'camps'],
  getGuild: ['accounts', 'sessions', 'characters', 'containers', 'guilds', 'camps'],
  searchPlayers: [...PLAYER, ...BANS_READ, 'guilds', 'locations'],
  getPlayerDetails: [...PLAYER, ...BANS_READ, 'guilds', 'locations', 'discoveries'],
  getBanlist: ['userBans', 'ipBans'],
  getBanPreview: [...PLAYER, ...BANS_READ, 'guilds', 'camps', 'containers'],
  searchGuilds: [...GUILD_FACTS, 'camps'],
  getGuildDetails: [...CAMP_ROWS, 'players'],
  searchCamps: CAMP_ROWS,
  getCampDetails: [...CAMP_ROWS, 'players'],
  previewBaseDeletion: ['accounts', 'guilds', 'camps', 'characters', 'containers', 'mapObjects'],
  getItemHolders: [...GUILD_FACTS, 'camps', 'players', 'mapObjects'],
  getMapMarks: ['characters', 'containers', 'mapObjects'],
  getPlayerInventory: [...PLAYER, 'containers'],
  getPlayerPals: [...PLAYER, 'guilds', 'camps'],
  getPlayerTechnologies: PLAYER,
  getPlayerProgress: [...PLAYER, 'discoveries'],
  searchPals: PALS_SEARCHED,
  getPalDetails: PALS_SEARCHED,
  getPastEvents: ['events', 'accounts', 'sessions'],
  find: LOOKED_THROUGH,
};

/**
 * What a query brings up to date before it answers, part by part, each a few milliseconds long: the query alone would do
 * it at once. Nothing of the world is changed by it.
 */
export const PREPARATIONS: { readonly [Name in QueryName]?: (game: GameContext) => Iterator<void> } = {
  getPastEvents: prepareEvents,
  getItemHolders: prepareItemHolders,
};

/**
 * Queries that look at too much to do it at once, in parts of a few milliseconds each. The reply shows the world of the
 * moment in which the last part ends.
 */
export const QUERIES_IN_PARTS = {
  searchPlayers: playerSearchParts,
  searchPals: palSearchParts,
  find: findParts,
  getMapMarks: mapMarkParts,
} as const satisfies { [Name in QueryName]?: QueryInParts<Name> };

/**
 * The queries whose reply depends on the time too, such as a playtime that counts the running session: a cached response
 * counts for CLOCK_STEP_MS only.
 */
export const CLOCK_READ: ReadonlySet<QueryName> = new Set(['searchPlayers', 'getPlayerDetails']);
export const CLOCK_STEP_MS = 10_000;
