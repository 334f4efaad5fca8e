import { headers, type Msg, type MsgHdrs } from '@nats-io/transport-node';
import { FLEET_TOKEN, parseGuid } from '@palatine/contract';
import { Type } from '@palatine/contract/schema-builders';
import { schemaProblems } from '@palatine/platform/schema-problems';
import type { Static, TObject, TProperties, TSchema } from 'typebox';

/** The name of a world in its fleet: a GUID, 32 digits in lower case. Given to it when it joins. */
export type WorldKey = string;

export function isWorldKey(text: string): text is WorldKey {
  return /^[0-9a-f]{32}$/.test(text);
}

/** The key for a GUID in any spelling; undefined for any other text. */
export function parseWorldKey(text: string): WorldKey | undefined {
  if (isWorldKey(text)) return text;
  return parseGuid(text)?.replaceAll('-', '').toLowerCase();
}

/** A request of a gateway to a world, the last part of the subject. `state`: to publish its state at once. */
export type WorldVerb = 'call' | 'cancel' | 'snapshot' | 'state' | 'welcome';

/** Subjects in the account of the worlds: a world subscribes to `w.<world>.>`, and publishes on the others with its key. */
export const SUBJECTS = {
  toWorld: (world: WorldKey, instance: string, verb: WorldVerb | '*') => `w.${world}.${instance}.${verb}`,
  /** Answers of a world; `answer`: a random name from the gateway. */
  answer: (world: WorldKey, answer: string) => `r.${world}.${answer}`,
  /** Requests of a world for changes of the lists and tokens. */
  changes: (world: WorldKey) => `g.${world}.changes`,
  /** Batches of events and of audit entries, each answered when the gateway has stored it. */
  events: (world: WorldKey) => `e.${world}`,
  audit: (world: WorldKey) => `a.${world}`,
  /** The state of a world, every few seconds. */
  state: (world: WorldKey) => `$KV.WORLDS.${world}`,
} as const;

/** The world of a subject; undefined for a subject without one. */
export function worldOf(subject: string): WorldKey | undefined {
  return subject.split('.').find(isWorldKey);
}

/** Buckets that only gateways write. Their changes are published again to the worlds, below `<republished>.`. */
export const SHARED_BUCKETS = {
  lists: { name: 'LISTS', republished: 'lists' },
  tokens: { name: 'TOKENS', republished: 'tokens' },
} as const;
export type SharedBucket = keyof typeof SHARED_BUCKETS;

/** A message that cannot be read: damaged, of another program, or of a version that this one does not know. */
export class MessageError extends Error {
  override readonly name = 'MessageError';
}

/** The version of every message. A message of another one is refused: guessing at its meaning could cost belongings. */
const MESSAGE_VERSION = 1;
const HEADER = 'Palatine';

type Versioned<P extends TProperties> = Static<TObject<P>>;

/** A kind of message as a value: packs, unpacks and checks it. Unknown fields are kept, except in a closed one. */
export function message<P extends TProperties>(properties: P, closed?: 'closed') {
  const schema = Type.Object(properties);
  const checked: TSchema = closed
    ? Type.Object({ v: Type.Integer(), ...properties }, { additionalProperties: false })
    : schema;

  function check(value: unknown): Versioned<P> {
    if (typeof value !== 'object' || value === null) throw new MessageError('no object');
    if ((value as { v?: unknown }).v !== MESSAGE_VERSION) {
      throw new MessageError(`of version ${String((value as { v?: unknown }).v)}`);
    }
    const [problem] = schemaProblems(checked, value, 1);
    if (problem === undefined) return value as Versioned<P>; // which has the shape
    throw new MessageError(`${problem.Path} ${problem.Message}`);
  }

  const pack = (value: Versioned<P>): string => JSON.stringify({ v: MESSAGE_VERSION, ...value });
  const unpack = (text: string): Versioned<P> => check(parseJson(text));

  return {
    schema,
    pack,
    /** Throws a MessageError for any other text. */
    unpack,
    /** As a header, so that the bytes of a body go beside it as they are. */
    asHeaders(value: Versioned<P>): MsgHdrs {
      const header = headers();
      header.set(HEADER, pack(value));
      return header;
    },
    /** Throws a MessageError for any other text. */
    ofHeaders: ({ headers }: Pick<Msg, 'headers'>): Versioned<P> => unpack(headers?.get(HEADER) ?? ''),
  };
}

export type MessageOf<M extends { schema: TObject }> = Static<M['schema']>;

/** Throws a MessageError. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new MessageError('not JSON', { cause });
  }
}

/** A token of the fleet, under the SHA-256 of its secret in the bucket TOKENS. */
export const fleetToken = message({ ...FLEET_TOKEN, t: Type.Integer({ minimum: 1 }) });
export type FleetToken = MessageOf<typeof fleetToken>;

/** The codec of a key; undefined unless it is a SHA-256 in hex. */
export function tokenCodec(key: string): typeof fleetToken | undefined {
  return /^[0-9a-f]{64}$/.test(key) ? fleetToken : undefined;
}

export function isValidAt({ Revoked, Until }: FleetToken, nowMs: number): boolean {
  return !Revoked && (Until === undefined || Date.parse(Until) > nowMs);
}

/** Whether a token is valid for a world with this key and these tags. */
export function isForWorld(worlds: readonly string[], world: string, tags: readonly string[]): boolean {
  return worlds.some((name) => name === '*' || name === world || tags.includes(name));
}
