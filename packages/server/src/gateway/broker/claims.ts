import {
  type Account,
  encodeAccount,
  encodeOperator,
  encodeUser,
  fmtCreds,
  type OperatorLimits,
  type User,
} from '@nats-io/jwt';
import { fromPublic, fromSeed, type KeyPair } from '@nats-io/nkeys';
import { BUCKETS, lastMessageSubject, STREAMS, SUBJECTS, type WorldKey } from '@palatine/fleet';
import type { KeysFile } from './keys-file.ts';

/**
 * The broker keeps every reply subject for so long, 185 bytes each, so this bounds its memory. A response that takes
 * longer goes on as long as the same reply subject is sent to the world again within this time.
 */
const RESPOND_FOR_MS = 900_000;
/** The buckets of which worlds have a copy. */
const SHARED_BUCKETS = [BUCKETS.lists, BUCKETS.tokens];
/** What the account of the gateways gives to the account of the worlds, and nothing else of it is reached from there. */
const CONTROL_EXPORTS = [
  ...SHARED_BUCKETS.map(({ republished }) => exported('stream', `${republished}.>`)),
  ...SHARED_BUCKETS.map(({ name }) => exported('service', messagesOf(bucketStream(name)))),
  exported('service', registrationOf('*')),
];

function exported<const Type extends 'stream' | 'service'>(type: Type, subject: string) {
  return { name: subject, subject, type };
}

/** Nanoseconds of a millisecond: NATS writes durations so. */
const NS = 1_000_000;
const NO_LIMIT = -1;

const UNLIMITED: OperatorLimits = {
  subs: NO_LIMIT,
  data: NO_LIMIT,
  payload: NO_LIMIT,
  imports: NO_LIMIT,
  exports: NO_LIMIT,
  wildcards: true,
  conn: NO_LIMIT,
  leaf: 0,
  disallow_bearer: true,
};
/** With streams. */
const UNLIMITED_STREAMS: OperatorLimits = {
  ...UNLIMITED,
  streams: NO_LIMIT,
  consumer: NO_LIMIT,
  disk_storage: NO_LIMIT,
  mem_storage: NO_LIMIT, // consumers that last as long as a connection
};

function keyPair(seed: string): KeyPair {
  return fromSeed(new TextEncoder().encode(seed));
}

export function publicKeyOf(seed: string): string {
  return keyPair(seed).getPublicKey();
}

/** The operator's own statement: which account is the broker's system account. */
export function operatorJwt({ Operator, System }: KeysFile): Promise<string> {
  return encodeOperator('palatine', keyPair(Operator), { system_account: publicKeyOf(System.Account) });
}

export function systemAccountJwt({ Operator, System }: KeysFile): Promise<string> {
  return accountJwt('system', System.Account, Operator, { limits: UNLIMITED });
}

/** The account in which worlds and gateways speak to each other. It reads lists and tokens of the other. */
export function worldsAccountJwt({ Operator, Worlds, Control, Revoked }: KeysFile): Promise<string> {
  const account = publicKeyOf(Control);
  return accountJwt('worlds', Worlds, Operator, {
    limits: UNLIMITED_STREAMS,
    revocations: Revoked,
    imports: CONTROL_EXPORTS.map((exported) => ({ ...exported, account })),
  });
}

/** The account in which gateways keep what worlds must not change. */
export function controlAccountJwt({ Operator, Control, Revoked }: KeysFile): Promise<string> {
  return accountJwt('control', Control, Operator, {
    limits: UNLIMITED_STREAMS,
    revocations: Revoked,
    exports: [...CONTROL_EXPORTS],
  });
}

function accountJwt(
  name: string,
  seed: string,
  operator: string,
  account: Partial<Account>,
): Promise<string> {
  return encodeAccount(name, keyPair(seed), account, { signer: keyPair(operator) });
}

export interface UserClaims {
  name: string;
  publicKey: string;
  permissions: BrokerPermissions;
}

/** The right of a user to an account, as its holder shows it to the broker. It is no secret without the seed. */
export function userJwt(account: string, { name, publicKey, permissions }: UserClaims): Promise<string> {
  const { publish, subscribe, respondForMs } = permissions;
  const user: Partial<User> = {
    pub: { allow: [...publish], deny: [] },
    sub: { allow: [...subscribe], deny: [] },
    ...(respondForMs > 0 && { resp: { max: NO_LIMIT, ttl: respondForMs * NS } }),
    allowed_connection_types: ['STANDARD'],
    bearer_token: false,
  };
  return encodeUser(name, publicKey, keyPair(account), user, {});
}

/** The text of a .creds file: the right of a user who may do all in an account, and its seed. A secret. */
export async function credentialsText(account: string, seed: string, name: string): Promise<string> {
  const user = { name, publicKey: publicKeyOf(seed), permissions: ALL_IN_ACCOUNT };
  return new TextDecoder().decode(fmtCreds(await userJwt(account, user), keyPair(seed)));
}

const ALL_IN_ACCOUNT: BrokerPermissions = { publish: ['>'], subscribe: ['>'], respondForMs: 0 };

/** Whether a text is the public key of a user, with a checksum that is right. */
export function isUserKey(text: string): boolean {
  if (!/^U[A-Z2-7]{55}$/.test(text)) return false;
  try {
    return fromPublic(text).getPublicKey() === text;
  } catch {
    return false;
  }
}

/**
 * What one user of the broker may do in its account; a subject that is not listed is refused.
 *
 * nats-server checks the subject of a message, never its reply subject. A user can therefore make the broker send an
 * answer of JetStream to any subject of the user's account. So what only gateways may write stands in an account
 * of its own (`CONTROL_EXPORTS`), and readers tell such an answer by its headers (`isSentByBroker` of packages/fleet).
 */
interface BrokerPermissions {
  readonly publish: readonly string[];
  readonly subscribe: readonly string[];
  /** How long the user may publish on the reply subject of a request that it has received; 0 for never. */
  readonly respondForMs: number;
}

/** The beginning of the subjects on which answers to a user come back. No other user may listen there. */
export function inboxOf(user: string): string {
  return `_INBOX_${user}`;
}

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
