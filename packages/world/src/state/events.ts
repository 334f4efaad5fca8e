import type { Guid, UserId } from '@palatine/contract';

/** Somebody an event is about. */
export interface EventPlayer {
  readonly uid: Guid;
  /** '' when unknown. */
  readonly userId: UserId;
  readonly name: string;
}

/** What happened, by kind, with what an onlooker wants to know of it. */
export interface EventKinds {
  'player.joined': { readonly player: EventPlayer };
  'player.left': { readonly player: EventPlayer; readonly reason: string };
  /** A line of the chat or of the players' logs; `recipients` null: everyone. */
  message: {
    /** `Broadcast`, `Alert`, or a SendType. */
    readonly sendType: string;
    readonly sender: string;
    readonly text: string;
    readonly recipients: readonly UserId[] | null;
  };
  /** What was given, by section: amounts, or ids. */
  grant: {
    readonly player: EventPlayer;
    readonly granted: Readonly<Record<string, unknown>>;
    readonly issuer: string;
  };
  technologies: {
    readonly player: EventPlayer;
    readonly learnt: readonly string[];
    readonly forgotten: readonly string[];
    readonly issuer: string;
  };
  punishment: {
    readonly action: 'ban' | 'unban' | 'banip' | 'unbanip' | 'kick';
    /** '' where it is about an address only. */
    readonly userId: UserId;
    readonly ip: string;
    readonly reason: string;
    readonly issuer: string;
  };
  summoned: {
    readonly characterId: Guid;
    readonly species: string;
    readonly level: number;
    readonly issuer: string;
  };
  'base.deleted': {
    readonly campId: Guid;
    readonly guildId: Guid;
    readonly summary: string;
    readonly archive: string;
    readonly issuer: string;
  };
}
export type EventKind = keyof EventKinds;

/** One thing that happened. Ids count up, also over restarts. */
export type WorldEvent<Kind extends EventKind = EventKind> = {
  [K in Kind]: { readonly id: number; readonly atMs: number; readonly type: K; readonly data: EventKinds[K] };
}[Kind];

/** How many the world remembers. */
export const EVENTS_KEPT = 10_000;
