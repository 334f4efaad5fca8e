import {
  type Account,
  encodeAccount,
  encodeOperator,
  encodeUser,
  type OperatorLimits,
  type User,
} from '@nats-io/jwt';
import { fromSeed, type KeyPair } from '@nats-io/nkeys';
import type { KeysFile, Quota, Tenant } from './keys-file.ts';
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

export function keyPair(seed: string): KeyPair {
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

/** The account in which worlds and gateways of a tenant speak to each other. It reads lists and tokens of the other. */
export function worldsAccountJwt(name: string, tenant: Tenant, operator: string): Promise<string> {
  const account = publicKeyOf(tenant.Control);
  return accountJwt(name, tenant.Worlds, operator, {
    limits: limitsOf(tenant.Quota),
    revocations: tenant.Revoked,
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

/** The account in which the gateways of a tenant keep what worlds must not change. Accounts of other tenants import nothing from it. */
export function controlAccountJwt(name: string, tenant: Tenant, operator: string): Promise<string> {
  return accountJwt(`${name} control`, tenant.Control, operator, {
    limits: limitsOf(tenant.Quota),
    revocations: tenant.Revoked,
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

function limitsOf({ Connections, Streams, Consumers, DiskBytes }: Quota): OperatorLimits {
  return {
    ...UNLIMITED,
    conn: Connections,
    streams: Streams,
    consumer: Consumers,
    disk_storage: DiskBytes,
    mem_storage: NO_LIMIT, // consumers that last as long as a connection
  };
}

export interface UserClaims {
  name: string;
  publicKey: string;
  permissions: BrokerPermissions;
  /** Milliseconds since 1970; absent for one that counts until it is revoked. */
  until?: number | undefined;
}

/** The right of a user to an account, as its holder shows it to the broker. It is no secret without the seed. */
export function userJwt(
  account: string,
  { name, publicKey, permissions, until }: UserClaims,
): Promise<string> {
  const { publish, subscribe, respondForMs } = permissions;
  const user: Partial<User> = {
    pub: { allow: [...publish], deny: [] },
    sub: { allow: [...subscribe], deny: [] },
    ...(respondForMs > 0 && { resp: { max: NO_LIMIT, ttl: respondForMs * NS } }),
    allowed_connection_types: ['STANDARD'],
    bearer_token: false,
  };
  return encodeUser(
    name,
    publicKey,
    keyPair(account),
    user,
    until === undefined ? {} : { exp: Math.floor(until / 1000) },
  );
}
