import Type, { type Static } from 'typebox';
import { closedObject, Int32, Text, Texts } from './shapes.ts';

/** Somebody an event is about. */
const EventPlayer = closedObject({
  uid: Text,
  userId: Type.String({ description: 'Empty when unknown' }),
  name: Text,
});
export type EventPlayer = Static<typeof EventPlayer>;

const issuer = Type.String({ description: 'Name of the token' });

/** What each type of event says. */
export const EVENTS = {
  'player.joined': closedObject({ player: EventPlayer }),
  'player.left': closedObject({ player: EventPlayer, reason: Text }),
  message: closedObject(
    {
      sendType: Type.String({ description: 'Broadcast, Alert, or a SendType' }),
      sender: Text,
      text: Text,
      recipients: Type.Union([Texts, Type.Null()], { description: 'UserIds; null for everyone' }),
    },
    'A line of the chat or of the players’ logs',
  ),
  grant: closedObject({
    player: EventPlayer,
    granted: Type.Record(Type.String(), Type.Unknown(), { description: 'By section: amounts, or ids' }),
    issuer,
  }),
  technologies: closedObject({ player: EventPlayer, learnt: Texts, forgotten: Texts, issuer }),
  punishment: closedObject({
    action: Type.Enum(['ban', 'unban', 'banip', 'unbanip', 'kick']),
    userId: Type.String({ description: 'Empty where it is about an address only' }),
    ip: Text,
    reason: Text,
    issuer,
  }),
  summoned: closedObject({ characterId: Text, species: Text, level: Int32, issuer }),
  'base.deleted': closedObject({ campId: Text, guildId: Text, summary: Text, archive: Text, issuer }),
  'config.rejected': closedObject(
    {
      file: Type.String({ description: 'The file, relative to the data directory' }),
      reason: Text,
    },
    'ReloadConfig took nothing from this file',
  ),
} as const;
export type EventType = keyof typeof EVENTS;
export type EventData<T extends EventType = EventType> = Static<(typeof EVENTS)[T]>;

/** An event as the stream sends it. A newer service may send types that are not listed here. */
export type PalatineEvent<T extends EventType = EventType> = {
  [K in T]: {
    /** Counts up, also over restarts of the service. */
    Id: number;
    /** ISO 8601, UTC. */
    Time: string;
    Type: K;
    Data: EventData<K>;
  };
}[T];
