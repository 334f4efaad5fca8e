import Type, { type Static } from 'typebox';
import { EXAMPLE_IDS } from './example-ids.ts';
import { route } from './route.ts';
import { SERVES_ONLINE_PLAYERS } from './route-texts.ts';
import { Coordinate, closedObject, GuidText, Int32, oneOf, Text } from './shapes.ts';

export const PLAYER_STATUSES = ['Online', 'Offline'] as const;

export const PlayerEntry = closedObject({
  Name: Text,
  IP: Type.String({ description: 'Empty when unavailable' }),
  PlayerUID: GuidText,
  UserId: Type.String({ description: 'Empty when unavailable' }),
  GuildName: Type.String({ description: 'Empty when in no guild' }),
  GuildUUID: GuidText,
  Status: oneOf(PLAYER_STATUSES),
  WorldLocation: closedObject(
    Coordinate.properties,
    '0, 0, 0 where the world does not know it, as for a player whose file was missing at the import',
  ),
  MapLocation: Coordinate,
});
export type PlayerEntry = Static<typeof PlayerEntry>;

export const getPlayers = route('GET /v1/pdapi/players', {
  tag: 'Players',
  permission: 'REST.Players.Read',
  title: 'List players',
  summary: 'All players the world knows, online and offline',
  notes:
    'Whether a player is online is `Status`, also with `"playerResolution": "Known"`. A `PlayerUID` or `UserId` of this list is what other routes take as `player_identifier`. Locations of players who are offline are the last saved ones.',
  game: true,
  reply: closedObject({
    Meta: closedObject({ PlayerCount: Int32, OnlineCount: Int32 }),
    Players: Type.Array(PlayerEntry),
  }),
  errors: ['PLAYER_MANAGER_UNAVAILABLE'],
});
export type PlayersReply = Static<typeof getPlayers.reply>;

export const getPlayer = route('GET /v1/pdapi/player/:player_identifier', {
  tag: 'Players',
  permission: 'REST.Player.Read',
  title: 'Get player',
  summary: 'One player',
  notes: SERVES_ONLINE_PLAYERS,
  game: true,
  reply: closedObject({ Player: PlayerEntry }),
  errors: ['PLAYER_MANAGER_UNAVAILABLE', 'PLAYER_NOT_FOUND', 'PLAYER_ACCOUNT_NOT_FOUND'],
  examples: [{ params: { player_identifier: EXAMPLE_IDS.player } }],
});
export type PlayerReply = Static<typeof getPlayer.reply>;
