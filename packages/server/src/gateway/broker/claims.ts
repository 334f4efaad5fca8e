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
import type { KeysFile } from './keys-file.ts';
import { type BrokerPermissions, CONTROL_EXPORTS } from './permissions.ts';

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
    imports: [
      ...CONTROL_EXPORTS.streams.map((subject) => ({
        name: subject,
        subject,
        account,
        type: 'stream' as const,
      })),
      ...CONTROL_EXPORTS.services.map((subject) => ({
        name: subject,
        subject,
        account,
        type: 'service' as const,
      })),
    ],
  });
}

/** The account in which gateways keep what worlds must not change. */
export function controlAccountJwt({ Operator, Control, Revoked }: KeysFile): Promise<string> {
  return accountJwt('control', Control, Operator, {
    limits: UNLIMITED_STREAMS,
    revocations: Revoked,
    exports: [
      ...CONTROL_EXPORTS.streams.map((subject) => ({ name: subject, subject, type: 'stream' as const })),
      ...CONTROL_EXPORTS.services.map((subject) => ({ name: subject, subject, type: 'service' as const })),
    ],
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
