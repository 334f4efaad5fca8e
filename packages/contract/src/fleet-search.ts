import Type, { type Static } from 'typebox';
import { EXAMPLE_IDS } from './example-ids.ts';
import { flag, IsoTime, PAGE } from './lists.ts';
import { filter } from './request-shapes.ts';
import { route } from './route.ts';
import { closedObject, GuidText, Text, Texts } from './shapes.ts';

/** Reads the players of all worlds, without what names the person behind one. */
export const FLEET_PLAYERS_READ = 'Palatine.Fleet.Players.Read';
/** Reads UserIds too, and finds players by them. */
export const FLEET_PLAYERS_READ_PRIVATE = 'Palatine.Fleet.Players.Read.Private';

const SAYS_USER_IDS = { [FLEET_PLAYERS_READ_PRIVATE]: 'UserIds' };

/** The world that an entry of a fleet is of. */
export const OF_WORLD = {
  World: Type.String({ description: 'Key of the world' }),
  WorldName: Type.String({ description: 'Its name, as this gateway knows it; empty when unknown' }),
};

/** A filter by world. */
export const WORLD_FILTER = filter('Key of a world');

/** A player as a world of the fleet knows them. */
export const FleetPlayer = closedObject({
  ...OF_WORLD,
  Uid: GuidText,
  UserId: Type.Optional(
    Type.String({ description: `Empty when unknown (only with \`${FLEET_PLAYERS_READ_PRIVATE}\`)` }),
  ),
  Name: Text,
  FormerNames: Texts,
  Platform: Type.String({ description: '`Steam`, `Xbox`, …; empty when unknown' }),
  Level: Type.Optional(Type.Integer({ description: 'Left out when unknown' })),
  Guild: Type.Optional(Type.String({ description: 'Name of the guild; left out without one' })),
  Online: Type.Boolean({ description: 'When the world last said so' }),
  LastSeen: Type.Optional({ ...IsoTime, description: 'Left out when unknown, and while online' }),
});
export type FleetPlayer = Static<typeof FleetPlayer>;

export const searchFleetPlayers = route('GET /v1/fleet/players', {
  tag: 'Fleet',
  permission: FLEET_PLAYERS_READ,
  saysMoreWith: SAYS_USER_IDS,
  title: 'Search players of the fleet',
  summary: 'Players of every world that the token may see: exact matches first, then the others',
  notes:
    'Each world lists its own players, so that one person has a row for each world. A gateway keeps these lists: they ' +
    'are up to fifteen seconds old, and those of a world that is away are as it left them.',
  query: Type.Object({
    Find: filter(
      'A part of the name or of a former name, in any case; fewer than three characters find names that begin with ' +
        `them. Or a PlayerUID; or, with \`${FLEET_PLAYERS_READ_PRIVATE}\`, a part of the UserId`,
    ),
    World: WORLD_FILTER,
    Online: flag('Online or offline only'),
    ...PAGE,
  }),
  reply: closedObject({
    Rows: Type.Array(FleetPlayer),
    Next: Type.Optional(Type.String({ description: 'Cursor of the next page, left out on the last one' })),
  }),
  errors: ['VALIDATION_FAILED'],
  examples: [{ query: { Find: 'gus', Limit: 3 } }],
});
export type FleetPlayerSearch = Static<typeof searchFleetPlayers.reply>;

export const getFleetPlayer = route('GET /v1/fleet/players/:user_id', {
  tag: 'Fleet',
  permission: FLEET_PLAYERS_READ,
  saysMoreWith: SAYS_USER_IDS,
  title: 'Get player of the fleet',
  summary: 'Every world that knows this UserId, and how it knows the player',
  reply: closedObject({
    Worlds: Type.Array(FleetPlayer, { description: 'Those online and seen last first' }),
  }),
  errors: ['PLAYER_NOT_FOUND'],
  meanings: { PLAYER_NOT_FOUND: 'No world that the token may see knows a player with this UserId.' },
  examples: [{ params: { user_id: EXAMPLE_IDS.player } }],
});
export type FleetSightings = Static<typeof getFleetPlayer.reply>;
