import type { ROUTES, RouteName, RouteParams, RouteReply } from '@palatine/contract';
import type { Game } from './game.ts';
import { getGuild, getGuilds } from './guilds.ts';
import { getItems } from './items.ts';
import { getPals } from './pals.ts';
import { getPlayer, getPlayers } from './players.ts';
import { getProgression } from './progression.ts';
import { getTechnologies } from './technologies.ts';

type Question<Name extends RouteName> = (
  game: Game,
  params: RouteParams<(typeof ROUTES)[Name]>,
) => RouteReply<(typeof ROUTES)[Name]>;

/** Every read of the world, by the name of its route. Reads change nothing; a `Refusal` says no. */
export const QUESTIONS = {
  getPlayers,
  getPlayer,
  getPals,
  getItems,
  getTechnologies,
  getProgression,
  getGuilds,
  getGuild,
} as const satisfies { [Name in RouteName]?: Question<Name> };

export type QuestionName = keyof typeof QUESTIONS;
