import type { AnyRouteName } from '@palatine/contract';
import { ofRoutes } from './commands.ts';
import * as banlist from './queries/banlist.ts';
import * as baseContents from './queries/base-contents.ts';
import * as campSearch from './queries/camp-search.ts';
import * as find from './queries/find.ts';
import * as guildSearch from './queries/guild-search.ts';
import * as guilds from './queries/guilds.ts';
import * as items from './queries/items.ts';
import * as mapMarks from './queries/map-marks.ts';
import * as palRow from './queries/pal-row.ts';
import * as palSearch from './queries/pal-search.ts';
import * as pals from './queries/pals.ts';
import * as pastEvents from './queries/past-events.ts';
import * as playerDetails from './queries/player-details.ts';
import * as playerSearch from './queries/player-search.ts';
import * as players from './queries/players.ts';
import * as progression from './queries/progression.ts';
import type { Query } from './queries/query.ts';
import type { GameContext } from './state/game-context.ts';

/** Every query of the world, by the name of its route: what these modules export under such a name. */
export const QUERIES = ofRoutes([
  players,
  pals,
  items,
  progression,
  guilds,
  playerSearch,
  playerDetails,
  banlist,
  guildSearch,
  campSearch,
  baseContents,
  mapMarks,
  palRow,
  palSearch,
  pastEvents,
  find,
]) satisfies { [Name in AnyRouteName]?: Query<Name> };

export type QueryName = keyof typeof QUERIES;

/**
 * Creates the indexes of all queries, which follow the world from then on. @returns steps that compute what queries look
 * up, a few ms each: the first query would otherwise compute all of it.
 */
export function buildIndexes(game: GameContext): Generator<void, void> {
  const { guildFacts, campCounts } = game.world;
  const facts = [guildFacts, campCounts, playerSearch.playerFactsOf(game), palSearch.palIndexOf(game).pals];
  items.itemIndexOf(game);
  pastEvents.collectPastEvents(game);
  return refreshing(facts);
}

const FACTS_AT_ONCE = 250;

function* refreshing(facts: readonly { refresh(max: number): boolean }[]): Generator<void, void> {
  for (const fact of facts) while (fact.refresh(FACTS_AT_ONCE)) yield;
}
