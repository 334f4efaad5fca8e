import Type, { type Static } from 'typebox';
import { EXAMPLE_IDS } from './example-ids.ts';
import { IsoTime, LIST_META, PAGE, time } from './lists.ts';
import { PLAYERS_READ, SAYS_PRIVATE, UNKNOWN_PLAYER } from './player-search.ts';
import { route } from './route.ts';
import { closedObject } from './shapes.ts';

/** A stretch of time that a player was online. */
export const PlayerSession = closedObject({
  From: IsoTime,
  To: Type.Optional(Type.String({ description: 'ISO 8601, UTC; left out while it goes on' })),
  Reason: Type.String({
    description:
      '`logged out`, or the reason of the kick or ban; `service stopped` when the service saw no end; empty while it goes on',
  }),
  Platform: Type.String({ description: '`Steam`, `Xbox`, …; empty when unknown' }),
  IP: Type.Optional(
    Type.String({ description: 'Empty when unknown. Only with `Palatine.Players.Read.Private`' }),
  ),
});
export type PlayerSession = Static<typeof PlayerSession>;

export const getPlayerSessions = route('GET /v1/palatine/players/:uid/sessions', {
  tag: 'Players',
  permission: PLAYERS_READ,
  saysMoreWith: SAYS_PRIVATE,
  title: 'Get sessions of a player',
  summary: 'When a player was online, newest first',
  notes:
    'Recorded since this version of the service, and kept for a year. Of a session under way when the service ended, the time until it ' +
    'came back counts only where that took less than ten minutes.',
  game: true,
  query: Type.Object({
    From: time('Sessions that ended after this time: ISO 8601'),
    To: time('Sessions that began before this time: ISO 8601'),
    ...PAGE,
  }),
  reply: closedObject({
    Uid: Type.String({ description: 'PlayerUID' }),
    ...LIST_META,
    TotalSeconds: Type.Integer({ minimum: 0, description: 'Time online in the range' }),
    Sessions: Type.Array(PlayerSession),
  }),
  errors: ['VALIDATION_FAILED', 'PLAYER_NOT_FOUND'],
  meanings: UNKNOWN_PLAYER,
  examples: [{ params: { uid: EXAMPLE_IDS.player }, query: { Limit: 3 } }],
});
export type PlayerSessions = Static<typeof getPlayerSessions.reply>;
