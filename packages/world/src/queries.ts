import type { ALL_ROUTES, AnyRouteName, RouteParams, RouteReply } from '@palatine/contract';
import { getGuild, getGuilds } from './queries/guilds.ts';
import { getItems } from './queries/items.ts';
import { getPals } from './queries/pals.ts';
import { getPlayer, getPlayers } from './queries/players.ts';
import { getProgression } from './queries/progression.ts';
import { getTechnologies } from './queries/technologies.ts';
import type { GameContext } from './state/game-context.ts';
import { TABLE_NAMES } from './state/world.ts';

type Query<Name extends AnyRouteName> = (
  game: GameContext,
  params: RouteParams<(typeof ALL_ROUTES)[Name]>,
) => RouteReply<(typeof ALL_ROUTES)[Name]>;

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
} as const satisfies { [Name in AnyRouteName]?: Query<Name> };

export type QueryName = keyof typeof QUERIES;

/** The tables that a response to a query can come from. No query reads the bans. */
export const READABLE_TABLES = [...TABLE_NAMES, 'locations'] as const;
export type ReadableTable = (typeof READABLE_TABLES)[number];

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
  getTechnologies: PLAYER,
  getProgression: PLAYER,
  getGuilds: ['accounts', 'guilds', 'camps'],
  getGuild: ['accounts', 'sessions', 'characters', 'containers', 'guilds', 'camps'],
};
