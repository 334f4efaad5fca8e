import { FIND_KINDS, OWN_ROUTES, permissionsOf, type RouteShape } from '@palatine/contract';
import { type GameContext, QUERIES, QUERIES_IN_PARTS, type QueryName } from '@palatine/world';
import type { ConsoleRead } from './console-read.ts';

/** What the console reads of players and Pals. */
export const PLAYER_READS: readonly ConsoleRead[] = [
  read('players by name', 'searchPlayers', { Limit: 200 }),
  read('players found by playtime', 'searchPlayers', { Find: 'e', Sort: 'Playtime', Limit: 500 }),
  read('players not banned by guild', 'searchPlayers', { Banned: false, Sort: 'Guild' }),
  read('player', 'getPlayerDetails'),
  read('inventory', 'getPlayerInventory'),
  read('page of a Palbox', 'getPlayerPals', { Box: 'Palbox', Text: 'a' }),
  read('technologies', 'getPlayerTechnologies'),
  read('progress', 'getPlayerProgress'),
  read('Pals by level', 'searchPals', {}),
  read('half of the Pals by IVs', 'searchPals', { LevelFrom: 25, Sort: 'IVs', Order: 'Descending' }),
  read('Pals found by owner', 'searchPals', { Text: 'a', Sort: 'Owner', Limit: 500 }),
  read('Pals with a passive', 'searchPals', { AnyPassives: 'Legend,Rare', Place: 'Palbox' }),
  read('impossible Pals', 'searchPals', { Impossible: true }),
  read('find', 'find', { Text: 'zo', Kinds: FIND_KINDS.join(',') }),
];

type QueryInParts = (game: GameContext, params: object, asked: object) => Iterator<void, unknown>;

/** A read of somebody who has Pals in the Palbox, with all permissions. */
function read(what: string, name: QueryName & keyof typeof OWN_ROUTES, query: object = {}): ConsoleRead {
  const route: RouteShape = OWN_ROUTES[name];
  const run = QUERIES[name] as (game: GameContext, params: object, asked: object) => unknown;
  const partsOf = (QUERIES_IN_PARTS as Partial<Record<QueryName, QueryInParts>>)[name];
  return {
    name: what,
    prepare(game) {
      const params = { uid: someone(game) };
      const ask = () => run(game, params, { query, held: permissionsOf(route) });
      ask(); // works out what only follows the tables from then on
      return ask;
    },
    ...(partsOf !== undefined && {
      parts: (game) => () => partsOf(game, {}, { query, held: permissionsOf(route) }),
    }),
  };
}

function someone({ world }: GameContext): string {
  for (const { uid, palbox } of world.players.values()) {
    if (world.charactersByBox.keys(palbox.containerId).size > 0) return uid;
  }
  throw new Error('nobody has a Pal in the Palbox');
}
