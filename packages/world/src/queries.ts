import type { ALL_ROUTES, AnyRouteName } from '@palatine/contract';
import type { CommandName } from './commands.ts';
import { ofRoutes } from './of-routes.ts';
import * as banPreview from './queries/ban-preview.ts';
import * as banlist from './queries/banlist.ts';
import * as baseDeletion from './queries/base-deletion.ts';
import * as campDetails from './queries/camp-details.ts';
import * as campSearch from './queries/camp-search.ts';
import * as find from './queries/find.ts';
import * as guildDetails from './queries/guild-details.ts';
import * as guildSearch from './queries/guild-search.ts';
import * as guilds from './queries/guilds.ts';
import * as itemHolders from './queries/item-holders.ts';
import * as items from './queries/items.ts';
import * as mapMarks from './queries/map-marks.ts';
import * as palIndex from './queries/pal-index.ts';
import * as palSearch from './queries/pal-search.ts';
import * as pals from './queries/pals.ts';
import * as pastEvents from './queries/past-events.ts';
import * as playerDetails from './queries/player-details.ts';
import * as playerPals from './queries/player-pals.ts';
import * as playerSearch from './queries/player-search.ts';
import * as players from './queries/players.ts';
import * as progression from './queries/progression.ts';
import type { Query } from './queries/query.ts';
import * as technologies from './queries/technologies.ts';
import * as world from './queries/world.ts';
import type { GameContext } from './state/game-context.ts';

/** Every query of the world, by the name of its route: what these modules export under such a name. */
export const QUERIES = ofRoutes([
  players,
  pals,
  items,
  technologies,
  progression,
  guilds,
  playerSearch,
  playerDetails,
  banlist,
  banPreview,
  guildSearch,
  guildDetails,
  campSearch,
  campDetails,
  baseDeletion,
  itemHolders,
  mapMarks,
  playerPals,
  palSearch,
  pastEvents,
  find,
  world,
]) satisfies { [Name in AnyRouteName]?: Query<Name> };

export type QueryName = keyof typeof QUERIES;

/** Routes with game work for which the world has no command and no query: the engine and the server do it. */
type DoneElsewhere =
  | 'reloadConfig'
  | 'controlSimulation'
  | 'getWorld'
  | 'getAudit'
  | 'getPlayerSessions'
  | 'getDeliveries'
  | 'cancelDelivery'
  | 'retryDelivery';

/** Whether a route has game work: one of the service document unless it says otherwise, another if it says so. */
type HasGameWork<Route> = Route extends { readonly base: string; readonly game: infer Game }
  ? [Game] extends [true]
    ? true
    : false
  : Route extends { readonly game: false }
    ? false
    : true;

type GameRouteName = {
  [Name in AnyRouteName]: HasGameWork<(typeof ALL_ROUTES)[Name]> extends true ? Name : never;
}[AnyRouteName];

/** An error here names a route with game work that has no command and no query. */
export type MissingInWorld = None<Exclude<GameRouteName, CommandName | QueryName | DoneElsewhere>>;
type None<Missing extends never> = Missing;

/** Builds what queries look things up in, and keep up to date from then on: the first of them would wait for all of it. */
export function buildIndexes(game: GameContext): void {
  game.world.guildFacts.refresh();
  playerSearch.playerFactsOf(game).refresh();
  palIndex.palIndexOf(game).refresh();
  itemHolders.itemIndexOf(game);
  pastEvents.collectPastEvents(game);
}
