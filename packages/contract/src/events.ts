import Type, { type Static } from 'typebox';
import { closedObject, Int32, Text, Texts } from './shapes.ts';

/** The player an event is about. */
export const EventPlayer = closedObject({
  uid: Text,
  userId: Type.String({ description: 'Empty when unknown' }),
  name: Text,
});
export type EventPlayer = Static<typeof EventPlayer>;

const issuer = Type.String({ description: 'Name of the token' });

/** The `Data` of each event type. */
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
    userId: Type.String({ description: 'Empty where it is about an address only, or not known' }),
    uid: Type.Optional(Type.String({ description: 'The PlayerUID of a player whose UserId was not known' })),
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

export const EVENT_TYPES = Object.keys(EVENTS) as EventType[];

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

/** The shape of one event type as the stream sends it. */
export function eventShape<T extends EventType>(type: T) {
  return Type.Unsafe<PalatineEvent<T>>(
    closedObject({
      Id: Type.Integer({ description: 'Counts up, also over restarts of the service' }),
      Time: Type.String({ description: 'ISO 8601, UTC' }),
      Type: Type.Literal(type),
      Data: EVENTS[type],
    }),
  );
}

/** The shape of any event that this service sends. */
export const PalatineEvent = Type.Unsafe<PalatineEvent>(Type.Union(EVENT_TYPES.map(eventShape)));
