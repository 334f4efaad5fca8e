import type { ALL_ROUTES, AnyRouteName, RouteParams, RouteReply } from '@palatine/contract';
import { getGuild, getGuilds } from './queries/guilds.ts';
import { getItems } from './queries/items.ts';
import { getPals } from './queries/pals.ts';
import { getPlayer, getPlayers } from './queries/players.ts';
import { getProgression } from './queries/progression.ts';
import { getTechnologies } from './queries/technologies.ts';
import type { GameContext } from './state/game-context.ts';

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
