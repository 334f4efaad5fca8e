import { MAX_PAGE } from './lists.ts';
import { PlayerSession, READ_PLAYERS, UNKNOWN_PLAYER } from './player-search.ts';
import { route } from './route.ts';
import * as Type from './type.ts';

/** The longest range of one request, in days: a page of the console shows a week. */
export const MAX_SESSION_DAYS = 31;

/** A session with its player, as lists of several players show it. */
export const ListedSession = Type.closedObject({
  ...Type.PlayerReference.properties,
  UserId: Type.optionalText('Empty when unknown. Only with `Palatine.Players.Read.Private`'),
  GuildId: Type.optionalText('The present guild of the player; left out without one'),
  GuildName: Type.optionalText('Empty for a guild without a name'),
  ...PlayerSession.properties,
});
export type ListedSession = Type.Static<typeof ListedSession>;

export const getSessions = route('GET /v1/palatine/sessions', 'List sessions', {
  ...READ_PLAYERS,
  summary: 'Who was online in a range of time: the sessions of all players, newest first',
  notes:
    `A range has at most ${MAX_SESSION_DAYS} days, and a page at most ${MAX_PAGE} sessions. What is recorded is as for ` +
    '`GET /v1/palatine/players/:uid/sessions`.',
  query: Type.Object({
    From: Type.time('Sessions that ended after this time: ISO 8601; a day before `To` unless given'),
    To: Type.time('Sessions that began before this time: ISO 8601; now unless given'),
    Player: Type.filter('PlayerUID or UserId of a player'),
    ...Type.PAGE,
  }),
  reply: Type.closedObject({
    ...Type.LIST_META,
    Sessions: Type.Array(ListedSession),
  }),
  errors: ['PLAYER_NOT_FOUND'],
  meanings: UNKNOWN_PLAYER,
  examples: [{ query: { Limit: 3 } }],
});
export type SessionsPage = Type.Static<typeof getSessions.reply>;
