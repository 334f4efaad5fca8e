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
import { SHARED_BUCKETS, SUBJECTS, WORLDS_BUCKET, type WorldKey } from '@palatine/fleet';

/** The keys of a broker, as seeds. */
interface BrokerSeeds {
  readonly Operator: string;
  readonly System: { readonly Account: string };
  readonly Control: string;
  readonly Worlds: string;
  readonly Revoked: Record<string, number>;
}

/** What the account of the gateway gives to the account of the worlds, and nothing else of it is reached from there. */
const REPUBLISHED = Object.values(SHARED_BUCKETS).map(({ republished }) => `${republished}.>`);
const EXPORTS = REPUBLISHED.map((subject) => ({ name: subject, subject, type: 'stream' as const }));

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
const UNLIMITED_STREAMS: OperatorLimits = {
  ...UNLIMITED,
  streams: NO_LIMIT,
  consumer: NO_LIMIT,
  disk_storage: NO_LIMIT,
  mem_storage: NO_LIMIT, // consumers that last as long as a connection
};

/**
 * What one user of the broker may do in its account; a subject that is not listed is refused.
 *
 * nats-server checks the subject of a message, never its reply subject. A user can therefore make the broker send an
 * answer of JetStream to any subject of the user's account. So a world may read no stream, and gets no answer of
 * JetStream but that a message was stored; and what only the gateway may write stands in an account of its own.
 */
interface Permissions {
  readonly publish: readonly string[];
  readonly subscribe: readonly string[];
}

const ALL_IN_ACCOUNT: Permissions = { publish: ['>'], subscribe: ['>'] };

/** A world speaks for itself, and hears what concerns it, the lists and the tokens. */
function worldPermissions(world: WorldKey): Permissions {
  return {
    publish: [
      `$KV.${WORLDS_BUCKET.name}.${world}`,
      SUBJECTS.events(world),
      SUBJECTS.audit(world),
      SUBJECTS.changes(world),
      SUBJECTS.answer(world, '*'),
    ],
    subscribe: [SUBJECTS.toWorld(world, '*', '*'), ...REPUBLISHED, `_INBOX_${world}.>`],
  };
}

function keyPair(seed: string): KeyPair {
  return fromSeed(new TextEncoder().encode(seed));
}

export function publicKeyOf(seed: string): string {
  return keyPair(seed).getPublicKey();
}

/** Whether a text is the public key of a user, with a checksum that is right. */
export function isUserKey(text: string): boolean {
  if (!/^U[A-Z2-7]{55}$/.test(text)) return false;
  try {
    return fromPublic(text).getPublicKey() === text;
  } catch {
    return false;
  }
}

/** The operator's own statement: which account is the broker's system account. */
export function operatorJwt({ Operator, System }: BrokerSeeds): Promise<string> {
  return encodeOperator('palatine', keyPair(Operator), { system_account: publicKeyOf(System.Account) });
}

/** A signed statement on an account, for the broker. */
export interface AccountClaims {
  readonly publicKey: string;
  readonly jwt: string;
}

/** The system account; that of the gateway; that of the worlds, which reads lists and tokens of the one before it. */
export function accountClaims({ Operator, System, Control, Worlds, Revoked }: BrokerSeeds) {
  const accounts: [name: string, seed: string, claims: Partial<Account>][] = [
    ['system', System.Account, { limits: UNLIMITED }],
    ['control', Control, { limits: UNLIMITED_STREAMS, revocations: Revoked, exports: EXPORTS }],
    [
      'worlds',
      Worlds,
      {
        limits: UNLIMITED_STREAMS,
        revocations: Revoked,
        imports: EXPORTS.map((exported) => ({ ...exported, account: publicKeyOf(Control) })),
      },
    ],
  ];
  return Promise.all(
    accounts.map(async ([name, seed, claims]): Promise<AccountClaims> => {
      const jwt = await encodeAccount(name, keyPair(seed), claims, { signer: keyPair(Operator) });
      return { publicKey: publicKeyOf(seed), jwt };
    }),
  );
}

/** The right of a world to its subjects, as it shows it to the broker. It is no secret without the seed. */
export function worldJwt(account: string, world: WorldKey, publicKey: string): Promise<string> {
  return userJwt(account, world, publicKey, worldPermissions(world));
}

/** The text of a .creds file: the right of a user who may do all in an account, and its seed. A secret. */
export async function credentialsText(account: string, seed: string, name: string): Promise<string> {
  const jwt = await userJwt(account, name, publicKeyOf(seed), ALL_IN_ACCOUNT);
  return new TextDecoder().decode(fmtCreds(jwt, keyPair(seed)));
}

function userJwt(account: string, name: string, publicKey: string, { publish, subscribe }: Permissions) {
  const user: Partial<User> = {
    pub: { allow: [...publish], deny: [] },
    sub: { allow: [...subscribe], deny: [] },
    allowed_connection_types: ['STANDARD'],
    bearer_token: false,
  };
  return encodeUser(name, publicKey, keyPair(account), user, {});
}
