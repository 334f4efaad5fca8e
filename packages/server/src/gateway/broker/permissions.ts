import { BUCKETS, lastMessageSubject, STREAMS, SUBJECTS, type WorldKey } from '@palatine/fleet';

/**
 * What one user of the broker may do in its account; a subject that is not listed is refused.
 *
 * nats-server checks the subject of a message, never its reply subject. A user can therefore make the broker send an
 * answer of JetStream to any subject of the user's account. So what only gateways may write stands in an account
 * of its own (`CONTROL_EXPORTS`), and readers tell such an answer by its headers (`isSentByBroker` of packages/fleet).
 */
export interface BrokerPermissions {
  readonly publish: readonly string[];
  readonly subscribe: readonly string[];
  /** How long the user may publish on the reply subject of a request that it has received; 0 for never. */
  readonly respondForMs: number;
}

/** The beginning of the subjects on which answers to a user come back. No other user may listen there. */
export function inboxOf(user: string): string {
  return `_INBOX_${user}`;
}

/**
 * The broker keeps every reply subject for so long, 185 bytes each, so this bounds its memory. A response that takes
 * longer goes on as long as the same reply subject is sent to the world again within this time.
 */
const RESPOND_FOR_MS = 900_000;

/** A world speaks for itself, and reads the lists and tokens. It keeps no consumer at the broker. */
export function worldPermissions(world: WorldKey): BrokerPermissions {
  return {
    publish: [
      SUBJECTS.leave('*'),
      SUBJECTS.probe(world, '*'),
      SUBJECTS.heartbeat(world),
      SUBJECTS.events(world),
      SUBJECTS.audit(world),
      SUBJECTS.roster(world),
      SUBJECTS.proposal(world, '*'),
      lastMessageSubject(STREAMS.events.name, SUBJECTS.events(world)),
      lastMessageSubject(STREAMS.audit.name, SUBJECTS.audit(world)),
      lastMessageSubject(STREAMS.roster.name, SUBJECTS.roster(world)),
      registrationOf(world),
      ...SHARED_BUCKETS.map(({ name }) => messagesOf(bucketStream(name))),
    ],
    subscribe: [
      `w.${world}.>`,
      ...SHARED_BUCKETS.map(({ republished }) => `${republished}.>`),
      `${inboxOf(world)}.>`,
    ],
    respondForMs: RESPOND_FOR_MS,
  };
}

/** The buckets of which worlds have a copy. */
const SHARED_BUCKETS = [BUCKETS.lists, BUCKETS.tokens];

/** What the account of the gateways gives to the account of the worlds, and nothing else of it is reached from there. */
export const CONTROL_EXPORTS = {
  streams: SHARED_BUCKETS.map(({ republished }) => `${republished}.>`),
  services: [...SHARED_BUCKETS.map(({ name }) => messagesOf(bucketStream(name))), registrationOf('*')],
} as const;

/** The right to read which instance of a world is registered. */
function registrationOf(world: WorldKey): string {
  const { name } = BUCKETS.worlds;
  return lastMessageSubject(bucketStream(name), `$KV.${name}.${world}`);
}

/** The stream behind a bucket. */
function bucketStream(bucket: string): string {
  return `KV_${bucket}`;
}

/** The right to read a stream message by message: by its sequence, or the next one of a subject. */
function messagesOf(stream: string): string {
  return `$JS.API.DIRECT.GET.${stream}`;
}
