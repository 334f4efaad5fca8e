import { createUser } from '@nats-io/nkeys';
import { isWorldKey, type WorldKey } from '@palatine/fleet';
import { ConfigError } from '../../data-folder/config-error.ts';
import { makePrivateFolder } from '../../data-folder/private-files.ts';
import {
  controlAccountJwt,
  operatorJwt,
  publicKeyOf,
  systemAccountJwt,
  userJwt,
  worldsAccountJwt,
} from './claims.ts';
import {
  freshKeys,
  freshTenant,
  type JoinedWorld,
  type Quota,
  readKeys,
  seedOf,
  type Tenant,
  writeKeys,
} from './keys-file.ts';
import {
  type BrokerPermissions,
  gatewayPermissions,
  personPermissions,
  worldPermissions,
} from './permissions.ts';
import { assertUserKey, assertUserName, credentialsText } from './user-credentials.ts';

/** The tenant of whoever runs a fleet for itself. */
export const MAIN_TENANT = 'main';

const TENANT_NAME = /^[a-z0-9][a-z0-9-]{0,31}$/;

/** As much as the broker has: the tenant of a fleet of one's own. */
export const NO_QUOTA: Quota = { Connections: -1, Streams: -1, Consumers: -1, DiskBytes: -1 };

const ALL_IN_ACCOUNT: BrokerPermissions = { publish: ['>'], subscribe: ['>'], respondForMs: 0 };

/** A signed statement on an account, for the broker. */
export interface AccountClaims {
  publicKey: string;
  jwt: string;
}

/** The texts of two .creds files: a gateway holds a connection to either account of its tenant. */
export interface GatewayCredentials {
  /** Where worlds and gateways speak to each other, with EVENTS, AUDIT, ROSTER and PROPOSALS. */
  worlds: string;
  /** Where only gateways write: the buckets LISTS, TOKENS and WORLDS. */
  control: string;
}

export interface WorldUser {
  world: WorldKey;
  /** Of the nkey that the world has made. */
  publicKey: string;
  name: string;
  tags?: readonly string[];
}

export type BrokerKeys = ReturnType<typeof openBrokerKeys>;

/**
 * The keys of a broker, in a private folder that is made when it is missing; one process at a time. Every change is on
 * disk before it is answered, and counts at a broker that runs once its account is pushed there. `now`: ms since 1970.
 */
export function openBrokerKeys(folder: string, now: () => number = Date.now) {
  makePrivateFolder(folder);
  let keys = readKeys(folder);
  if (keys === undefined) {
    keys = freshKeys();
    writeKeys(folder, keys);
  }
  const held = keys;
  const save = () => writeKeys(folder, held);

  function tenantNamed(name: string): Tenant {
    const tenant = Object.hasOwn(held.Tenants, name) ? held.Tenants[name] : undefined;
    if (tenant === undefined) throw new ConfigError(`there is no tenant ${name}`);
    return tenant;
  }

  function credentials(account: string, seed: string, name: string): Promise<string> {
    const user = { name, publicKey: publicKeyOf(seed), permissions: gatewayPermissions() };
    return credentialsText(account, seed, user);
  }

  return {
    tenants: (): string[] => Object.keys(held.Tenants),
    operatorJwt: () => operatorJwt(held),
    systemAccount: async (): Promise<AccountClaims> => ({
      publicKey: publicKeyOf(held.System.Account),
      jwt: await systemAccountJwt(held),
    }),
    /** A .creds file for the system account, which sees and changes every account of the broker. */
    systemCredentials: () =>
      credentialsText(held.System.Account, held.System.User, {
        name: 'system',
        publicKey: publicKeyOf(held.System.User),
        permissions: ALL_IN_ACCOUNT,
      }),

    /** Both accounts of a tenant. Throws a ConfigError when there is no such tenant. */
    async tenantAccounts(name: string): Promise<AccountClaims[]> {
      const tenant = tenantNamed(name);
      return [
        // The exports stand before what imports them.
        { publicKey: publicKeyOf(tenant.Control), jwt: await controlAccountJwt(name, tenant, held.Operator) },
        { publicKey: publicKeyOf(tenant.Worlds), jwt: await worldsAccountJwt(name, tenant, held.Operator) },
      ];
    },
    /** Throws a ConfigError for a name that is taken or no name. */
    addTenant(name: string, quota: Quota = NO_QUOTA): void {
      if (!TENANT_NAME.test(name)) {
        throw new ConfigError(`${name} is no name of a tenant: a to z, 0 to 9 and -, at most 32`);
      }
      if (Object.hasOwn(held.Tenants, name)) throw new ConfigError(`there is a tenant ${name} already`);
      held.Tenants[name] = freshTenant(quota);
      save();
    },

    /** The user of a gateway, made at the first call with its name. Throws a ConfigError. */
    async gatewayCredentials(tenantName: string, gateway = 'gateway'): Promise<GatewayCredentials> {
      assertUserName(gateway);
      const tenant = tenantNamed(tenantName);
      let seed = Object.hasOwn(tenant.Gateways, gateway) ? tenant.Gateways[gateway] : undefined;
      if (seed === undefined) {
        seed = seedOf(createUser());
        tenant.Gateways[gateway] = seed;
        save();
      }
      return {
        worlds: await credentials(tenant.Worlds, seed, gateway),
        control: await credentials(tenant.Control, seed, gateway),
      };
    },
    /** The keys of the worlds that have joined. Throws a ConfigError when there is no such tenant. */
    joinedWorlds: (tenant: string): WorldKey[] => Object.keys(tenantNamed(tenant).Joined),
    /** The world that has joined under this key; undefined for none. */
    joinedWorld(tenant: string, world: WorldKey): JoinedWorld | undefined {
      const { Joined } = tenantNamed(tenant);
      return Object.hasOwn(Joined, world) ? Joined[world] : undefined;
    },
    /**
     * The JWT of a world, which keeps its seed to itself. A former user of the same world is revoked by it. Throws a
     * ConfigError for what is no key.
     */
    async worldCredentials(
      tenantName: string,
      { world, publicKey, name, tags = [] }: WorldUser,
    ): Promise<string> {
      if (!isWorldKey(world)) throw new ConfigError('no key of a world');
      assertUserKey(publicKey);
      const tenant = tenantNamed(tenantName);
      // Written before anything is awaited, so that nobody else gets the same key meanwhile.
      const former = Object.hasOwn(tenant.Joined, world) ? tenant.Joined[world]?.PublicKey : undefined;
      if (former !== undefined && former !== publicKey) revokeIn(tenant, former);
      tenant.Joined[world] = {
        PublicKey: publicKey,
        Name: name,
        Tags: [...tags],
        JoinedAt: new Date(now()).toISOString(),
      };
      save();
      return await userJwt(tenant.Worlds, { name: world, publicKey, permissions: worldPermissions(world) });
    },
    /** The JWT of a person who looks on until a time, in ms since 1970. Throws a ConfigError. */
    personCredentials(tenant: string, name: string, publicKey: string, until: number): Promise<string> {
      assertUserName(name);
      assertUserKey(publicKey);
      const permissions = personPermissions(name);
      return userJwt(tenantNamed(tenant).Worlds, { name, publicKey, permissions, until });
    },

    /** What was issued for this user up to now no longer counts. Throws a ConfigError for what is no public key. */
    revoke(tenant: string, publicKey: string): void {
      assertUserKey(publicKey);
      revokeIn(tenantNamed(tenant), publicKey);
      save();
    },
    /** Revokes the user of a world, and lets its key be given out again. False when no such world has joined. */
    revokeWorld(tenantName: string, world: WorldKey): boolean {
      const tenant = tenantNamed(tenantName);
      const joined = Object.hasOwn(tenant.Joined, world) ? tenant.Joined[world] : undefined;
      if (joined === undefined) return false;
      revokeIn(tenant, joined.PublicKey);
      delete tenant.Joined[world];
      save();
      return true;
    },
  };

  function revokeIn(tenant: Tenant, publicKey: string): void {
    tenant.Revoked[publicKey] = Math.floor(now() / 1000);
  }
}
