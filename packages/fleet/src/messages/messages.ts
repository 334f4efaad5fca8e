import { ANSWER_FORMS, ERROR_CODES, eachOf, oneOf } from '@palatine/contract';
import { Type } from '@palatine/contract/schema-builders';
import { type MessageOf, message } from './protocol.ts';

export * from './protocol.ts';
export * from './snapshots.ts';

const Id = Type.String({ minLength: 1, maxLength: 64 });
const Texts = (maxItems: number, maxLength: number) => Type.Array(Type.String({ maxLength }), { maxItems });
const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

export const CALL_HEADERS = [
  'idempotency-key',
  'if-match',
  'if-none-match',
  'last-event-id',
  'palatine-offline-players',
] as const;

/** A gateway calls a route of a world; the body follows as bytes. */
export const routeCall = message({
  /** Unique, from the gateway. */
  attempt: Id,
  route: Type.String(),
  params: Type.Record(Type.String(), Type.String()),
  query: Type.Record(Type.String(), Type.Union([Type.String(), Type.Array(Type.String())])),
  /** The caller: a token of the gateway, or of the fleet. */
  principal: Type.Object({
    id: Type.String({ minLength: 1 }),
    name: Type.String({ minLength: 1 }),
    permissions: Type.Array(Type.String()),
    answerForm: Type.Optional(oneOf(ANSWER_FORMS)),
    /** The address of the client at the gateway; '' when unknown. */
    ip: Type.String(),
  }),
  requestId: Type.String(),
  /** A write has an Idempotency-Key: the caller's, else one that the gateway has made. */
  headers: Type.Partial(Type.Object(eachOf(CALL_HEADERS, Type.String()))),
  /** ms within which a write has to begin. */
  withinMs: Type.Number({ minimum: 0 }),
});
export type RouteCall = MessageOf<typeof routeCall>;

/** The types of content that routes of a world answer with. */
export const CONTENT_TYPES = [
  'application/json; charset=utf-8',
  'application/jsonl; charset=utf-8',
  'text/csv; charset=utf-8; header=present',
  'text/event-stream; charset=utf-8',
] as const;

const Text = (pattern: string) => Type.Optional(Type.String({ pattern }));

/** The first part of an answer; bytes of its body follow. One with another field, type or status is rejected. */
export const answerHead = message(
  {
    // The gateway has asked for the token: a 401 would sign its console out.
    status: Type.Integer({ minimum: 200, maximum: 599, not: { const: 401 } }),
    contentType: oneOf(CONTENT_TYPES),
    more: Type.Boolean(),
    /** For a write and for a refusal. */
    code: Type.Optional(oneOf([...ERROR_CODES, 'OK'] as const)),
    etag: Text('^"[!#-~]{1,100}"$'),
    fileName: Text('^[A-Za-z0-9._-]{1,100}$'),
    replayed: Type.Optional(Type.Boolean()),
    delivery: Text('^[A-Za-z0-9-]{0,64}$'),
    enforcement: Text('^[ -~]{0,200}$'),
    /** When the game wrote the save that is served, in ms since 1970. */
    savedAtMs: Type.Optional(Count),
  },
  'closed',
);
export type AnswerHead = MessageOf<typeof answerHead>;

/** A further part of a body. `part` counts from 1; `failed`: the world could not finish it. */
export const answerPart = message({
  part: Type.Integer({ minimum: 1 }),
  more: Type.Boolean(),
  failed: Type.Optional(Type.Boolean()),
});

/** A gateway cancels an attempt; for a write the world answers how it ended. `issuer` and `key` locate the outcome. */
export const cancelCall = message({
  attempt: Id,
  write: Type.Optional(Type.Object({ issuer: Type.String(), name: Type.String(), key: Type.String() })),
});

/** `Applied`: the answer of the write, with its body as bytes. `Unknown`: it was started by a process that has ended. */
export const cancelReply = message({
  end: oneOf(['Applied', 'Never', 'Unknown'] as const),
  answer: Type.Optional(answerHead.schema),
});

/** The state of a world, published every few seconds. */
export const worldState = message({
  name: Type.String({ maxLength: 128 }),
  /** New at each start. */
  instance: Id,
  /** The history of the world: changes with an import, a restore and a replacement. */
  incarnation: Type.String({ maxLength: 64 }),
  version: Type.String({ maxLength: 64 }),
  /** By its clock, in ms since 1970. */
  nowMs: Type.Integer(),
  attached: Type.Boolean(),
  ready: Type.Boolean(),
  /** Online. */
  players: Count,
  queue: Count,
  /** Rows that the gateway lacks. */
  lag: Type.Object({ events: Count, audit: Count }),
  /** The lists that this world enforces, and the newest change it has read. */
  lists: Texts(32, 128),
  listsRead: Count,
  /** The permissions that the owner of this world grants the fleet. */
  allow: Texts(256, 512),
  /** Versions of the snapshots: a text that differs after a change. */
  versions: Type.Object({ players: Type.String({ maxLength: 128 }), bans: Type.String({ maxLength: 128 }) }),
});
export type WorldState = MessageOf<typeof worldState>;

/** The newest row of a world that its fleet has, with its digest (rowDigest); 0 and '' for none. */
const NewestRow = Type.Object({ id: Count, digest: Type.String() });

/** The gateway's answer to each state of a world. */
export const welcome = message({
  /** Whether this instance is the registered one of the world. */
  counts: Type.Boolean(),
  /** Tags of the world, from its join code or an operator of the fleet. */
  tags: Texts(32, 128),
  /** The process of the gateway: a new one no longer waits for earlier answers. */
  gateway: Id,
  /** The newest rows that the gateway has. */
  has: Type.Object({ incarnation: Type.String(), events: NewestRow, audit: NewestRow }),
  newest: Type.Object({ lists: Count, tokens: Count }),
});
export type Welcome = MessageOf<typeof welcome>;

export const changesRequest = message({ bucket: oneOf(['lists', 'tokens'] as const), after: Count });
/** `upTo`: all changes up to this one are there. */
export const changesReply = message({
  rows: Type.Array(Type.Unsafe<[string, string]>(Type.Array(Type.String(), { minItems: 2, maxItems: 2 }))),
  upTo: Count,
  more: Type.Boolean(),
});

export const snapshotRequest = message({ of: oneOf(['players', 'bans'] as const) });

/** The most of one batch, handled in a few milliseconds. Real rows have over 8 bytes for each JSON value. */
export const BATCH_LIMITS = { rows: 250, bytes: 256 * 1024, values: 32 * 1024 } as const;

/** Rows of one history of a world, from one id to another, both included. */
export const batch = message({
  inc: Type.String({ minLength: 1, maxLength: 64 }),
  from: Count,
  to: Count,
  /** Events or audit entries in the shapes of the contract, oldest first. */
  records: Type.Array(Type.Unknown(), { maxItems: BATCH_LIMITS.rows }),
  /** Rows that the gateway lacks and the world no longer keeps. */
  gaps: Type.Optional(Type.Array(Type.Object({ from: Count, to: Count }), { maxItems: BATCH_LIMITS.rows })),
});
export type Batch = MessageOf<typeof batch>;

/** The gateway's answer to a batch: the newest row that it has now, or why it stored nothing. */
export const batchReply = message({
  has: Type.Optional(NewestRow),
  refused: Type.Optional(Type.String()),
});
export type BatchReply = MessageOf<typeof batchReply>;
