import type { Guid, UserId } from '@palatine/contract';

/** Somebody an event is about. */
export interface EventPlayer {
  uid: Guid;
  /** '' when unknown. */
  userId: UserId;
  name: string;
}

/** What an event tells, by its type. */
export interface EventData {
  'player.joined': { player: EventPlayer };
  'player.left': { player: EventPlayer; reason: string };
  /** A line of the chat or of the players' logs; `recipients` null: everyone. */
  message: {
    /** `Broadcast`, `Alert`, or a SendType. */
    sendType: string;
    sender: string;
    text: string;
    recipients: UserId[] | null;
  };
  /** What was given, by section: amounts, or ids. */
  grant: { player: EventPlayer; granted: Record<string, unknown>; issuer: string };
  technologies: { player: EventPlayer; learnt: string[]; forgotten: string[]; issuer: string };
  punishment: {
    action: 'ban' | 'unban' | 'banip' | 'unbanip' | 'kick';
    /** '' where it is about an address only. */
    userId: UserId;
    ip: string;
    reason: string;
    issuer: string;
  };
  summoned: { characterId: Guid; species: string; level: number; issuer: string };
  'base.deleted': { campId: Guid; guildId: Guid; summary: string; archive: string; issuer: string };
}
export type EventType = keyof EventData;

/** Something that happened. A service newer than this client may tell of types that are not listed here. */
export type PalatineEvent<Type extends EventType = EventType> = {
  [T in Type]: {
    /** Counts up, also over restarts of the service. */
    Id: number;
    /** ISO 8601, UTC. */
    Time: string;
    Type: T;
    Data: EventData[T];
  };
}[Type];

export interface EventsOptions {
  /** Id of the last event known already: what came after it is told first. 0 tells all the service remembers. */
  since?: number;
  /** Ends the events. */
  signal?: AbortSignal;
  /** Told when the events start to come, and with the reason when they stop coming until the next attempt. */
  onConnection?: (connected: boolean, reason?: Error) => void;
  /** ms without a sign of life until the connection counts as lost; the service gives one each 15 s. 45 s unless set. */
  silenceMs?: number;
}

/** Ends with `break`, with `return()`, or with the signal of the options; never on its own. */
export interface Events extends AsyncIterableIterator<PalatineEvent> {
  return(): Promise<IteratorResult<PalatineEvent>>;
}
