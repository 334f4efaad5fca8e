import { oneOf } from '@palatine/contract';
import Type, { type Static } from 'typebox';
import { type MessageOf, message } from './message.ts';

/** Who sends a request: a token of the fleet. */
const Issuer = Type.Object({
  /** The same at every gateway. */
  id: Type.String({ minLength: 1 }),
  name: Type.String({ minLength: 1 }),
  permissions: Type.Array(Type.String()),
  answerForm: Type.Optional(Type.String()),
  /** The address of the client at the gateway; '' when unknown. */
  ip: Type.String(),
});

/** A request of a client that a gateway passes on to a world; its body follows as bytes. */
export const forwardedRequest = message({
  /** Given by the gateway, and given once. */
  id: Type.String({ minLength: 1 }),
  /** The process of the gateway that gives leave. */
  gateway: Type.String({ minLength: 1 }),
  method: Type.String(),
  /** With its query. */
  path: Type.String({ pattern: '^/' }),
  headers: Type.Record(Type.String(), Type.String()),
  issuer: Issuer,
});
export type ForwardedRequest = MessageOf<typeof forwardedRequest>;

/** The first part of the response of a world; a part of its body follows as bytes. */
export const responseHead = message({
  status: Type.Integer({ minimum: 100, maximum: 599 }),
  headers: Type.Record(Type.String(), Type.Union([Type.String(), Type.Array(Type.String())])),
  /** Whether further parts follow. */
  more: Type.Boolean(),
});

/** A further part of a body. `part` counts from 1; `failed`: the world could not finish it. */
export const responsePart = message({
  part: Type.Integer({ minimum: 1 }),
  more: Type.Boolean(),
  failed: Type.Optional(Type.Boolean()),
});

/** An instance of a world asks whether it may begin a write. */
export const leaveRequest = message({
  id: Type.String({ minLength: 1 }),
  world: Type.String(),
  instance: Type.String(),
});

export const LEAVE_DENIALS = ['GivenUp', 'Fenced', 'Unknown'] as const;
export type LeaveDenial = (typeof LEAVE_DENIALS)[number];

/** Go, with the time that is left to begin it; or why not. */
export const leaveReply = message({
  go: Type.Boolean(),
  beginWithinMs: Type.Optional(Type.Number({ minimum: 0 })),
  denial: Type.Optional(oneOf(LEAVE_DENIALS)),
});

/** What became of a write that was begun. */
export const endedRequest = message({
  id: Type.String({ minLength: 1 }),
  /** The id of the token, and its key of this write. */
  issuer: Type.Object({ id: Type.String(), name: Type.String() }),
  key: Type.String(),
  /** Whether the outcome of the route is kept with its key in the world, so that its absence says that it never ended. */
  kept: Type.Boolean(),
  /** Whether a running game server does it before the world notes it. */
  live: Type.Boolean(),
});

const END_STATES = ['Ended', 'UnderWay', 'Never', 'Unknown'] as const;

/** `Ended`: the response follows as bytes, with its status. */
export const endedReply = message({
  state: oneOf(END_STATES),
  status: Type.Optional(Type.Integer()),
  headers: Type.Optional(Type.Record(Type.String(), Type.Union([Type.String(), Type.Array(Type.String())]))),
});
export type EndedReply = MessageOf<typeof endedReply>;

/** How a world is. */
export const heartbeat = message({
  name: Type.String(),
  tags: Type.Array(Type.String()),
  /** Of this start. */
  instance: Type.String({ minLength: 1 }),
  /** Of the start before, in the same data folder; '' on the first. */
  previous: Type.String(),
  /** Of this history of the world: another one after an import, a restore and a replacement. */
  incarnation: Type.String({ minLength: 1 }),
  /** Of Palatine. */
  version: Type.String(),
  /** By its clock, in ms since 1970. */
  nowMs: Type.Optional(Type.Integer()),
  attached: Type.Boolean(),
  ready: Type.Boolean(),
  /** Players online. */
  players: Type.Integer({ minimum: 0 }),
  /** Requests that wait for the game. */
  queue: Type.Integer({ minimum: 0 }),
  /** Rows that the streams lack. */
  lag: Type.Object({ events: Type.Integer({ minimum: 0 }), audit: Type.Integer({ minimum: 0 }) }),
  /** The lists that this world enforces. */
  lists: Type.Array(Type.String()),
  /** Up to where it has read the bucket of the lists: a sequence of its stream. */
  listsRead: Type.Optional(Type.Integer({ minimum: 0 })),
  /** The permissions to which the owner of this world holds the fleet. */
  allow: Type.Array(Type.String()),
});
export type Heartbeat = MessageOf<typeof heartbeat>;

/** What the fleet says of a world: the one instance that may change it. */
export const registration = message({
  instance: Type.String({ minLength: 1 }),
  name: Type.String(),
  tags: Type.Array(Type.String()),
});
export type Registration = MessageOf<typeof registration>;

/** Rows of one history of a world, from one id to another, both included. */
export const batch = message({
  inc: Type.String({ minLength: 1 }),
  from: Type.Integer({ minimum: 0 }),
  to: Type.Integer({ minimum: 0 }),
  /** Events or audit entries in the shapes of the contract, oldest first. */
  records: Type.Array(Type.Unknown()),
  /** Rows that the stream lacks and the world no longer keeps. */
  gaps: Type.Optional(Type.Array(Type.Object({ from: Type.Integer(), to: Type.Integer() }))),
});
export type Batch = MessageOf<typeof batch>;

/** The headers of a batch, so that the newest row a stream has is known without its body. */
export const BATCH_HEADERS = { to: 'Pal-To', incarnation: 'Pal-Inc' } as const;

/** A player whom a world knows. Their addresses stay at the world. */
export const RosterPlayer = Type.Object({
  uid: Type.String(),
  /** '' when unknown. */
  userId: Type.String(),
  name: Type.String(),
  /** Newest first. */
  formerNames: Type.Array(Type.String()),
  /** '' when unknown. */
  platform: Type.String(),
  level: Type.Optional(Type.Integer()),
  /** The name of the guild, '' for one without a name; absent without a guild. */
  guild: Type.Optional(Type.String()),
  online: Type.Boolean(),
  /** ISO 8601, UTC; absent when unknown, and while online. */
  lastSeen: Type.Optional(Type.String()),
});
export type RosterPlayer = Static<typeof RosterPlayer>;

/** The players whom a world knows; it travels deflated (packRoster). */
export const roster = message({
  /** Those who are online first, then those who were seen last. */
  players: Type.Array(RosterPlayer),
  /** How many there are; more than are listed when not all fit into a message. */
  total: Type.Integer({ minimum: 0 }),
});
export type Roster = MessageOf<typeof roster>;

/** Where the newest roster of a world stands in its stream; without a sequence when it could not be sent. */
export const rosterNowReply = message({ sequence: Type.Optional(Type.Integer({ minimum: 1 })) });
