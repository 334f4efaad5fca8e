import { route } from './route.ts';
import * as notes from './texts/notes.ts';
import * as Type from './type.ts';

export const PLAYER_STATUSES = ['Online', 'Offline'] as const;

export const PlayerEntry = Type.closedObject({
  Name: Type.String(),
  IP: Type.text('Empty when unavailable'),
  PlayerUID: Type.GuidText,
  UserId: Type.text('Empty when unavailable'),
  GuildName: Type.text('Empty when in no guild'),
  GuildUUID: Type.GuidText,
  Status: Type.oneOf(PLAYER_STATUSES),
  WorldLocation: Type.closedObject(
    Type.Coordinate.properties,
    '0, 0, 0 where the world does not know it, as for a player whose file was missing at the import',
  ),
  MapLocation: Type.Coordinate,
});
export type PlayerEntry = Type.Static<typeof PlayerEntry>;

export const getPlayers = route('GET /v1/pdapi/players', 'List players', {
  tag: 'Players',
  permission: 'REST.Players.Read',
  summary: 'All players the world knows, online and offline',
  notes: notes.getPlayers,
  reply: Type.closedObject({
    Meta: Type.closedObject({ PlayerCount: Type.Int32, OnlineCount: Type.Int32 }),
    Players: Type.Array(PlayerEntry),
  }),
  errors: ['PLAYER_MANAGER_UNAVAILABLE'],
});
export type PlayersReply = Type.Static<typeof getPlayers.reply>;

export const getPlayer = route('GET /v1/pdapi/player/:player_identifier', 'Get player', {
  tag: 'Players',
  permission: 'REST.Player.Read',
  summary: 'One player',
  notes: notes.SERVES_ONLINE_PLAYERS,
  reply: Type.closedObject({ Player: PlayerEntry }),
  errors: ['PLAYER_MANAGER_UNAVAILABLE', 'PLAYER_NOT_FOUND', 'PLAYER_ACCOUNT_NOT_FOUND'],
});
