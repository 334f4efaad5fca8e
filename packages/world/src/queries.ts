import type { AnyRouteName } from '@palatine/contract';
import { getBanPreview } from './queries/ban-preview.ts';
import { getBanlist } from './queries/banlist.ts';
import { previewBaseDeletion } from './queries/base-deletion.ts';
import { getCampDetails } from './queries/camp-details.ts';
import { searchCamps } from './queries/camp-search.ts';
import { find } from './queries/find.ts';
import { getGuildDetails } from './queries/guild-details.ts';
import { searchGuilds } from './queries/guild-search.ts';
import { getGuild, getGuilds } from './queries/guilds.ts';
import { getItemHolders, itemIndexOf } from './queries/item-holders.ts';
import { getItems, getPlayerInventory } from './queries/items.ts';
import { getMapMarks } from './queries/map-marks.ts';
import { palIndexOf } from './queries/pal-index.ts';
import { getPalDetails, searchPals } from './queries/pal-search.ts';
import { getPals } from './queries/pals.ts';
import { collectPastEvents, getPastEvents } from './queries/past-events.ts';
import { getPlayerDetails } from './queries/player-details.ts';
import { getPlayerPals } from './queries/player-pals.ts';
import { playerFactsOf, searchPlayers } from './queries/player-search.ts';
import { getPlayer, getPlayers } from './queries/players.ts';
import { getPlayerProgress, getPlayerTechnologies, getProgression } from './queries/progression.ts';
import type { Query } from './queries/query.ts';
import { getTechnologies } from './queries/technologies.ts';
import type { GameContext } from './state/game-context.ts';

/** Every query of the world, by the name of its route. */
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

/** Builds what queries look things up in, and keep up to date from then on: the first of them would wait for all of it. */
export function buildIndexes(game: GameContext): void {
  game.world.guildFacts.refresh();
  playerFactsOf(game).refresh();
  palIndexOf(game).refresh();
  itemIndexOf(game);
  collectPastEvents(game);
}
