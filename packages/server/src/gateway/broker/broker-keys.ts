import { isWorldKey, type WorldKey } from '@palatine/fleet';
import { ConfigError } from '../../data-folder/config-error.ts';
import { makePrivateFolder } from '../../data-folder/private-files.ts';
import {
  controlAccountJwt,
  credentialsText,
  isUserKey,
  operatorJwt,
  publicKeyOf,
  systemAccountJwt,
  userJwt,
  worldPermissions,
  worldsAccountJwt,
} from './claims.ts';
import { freshKeys, readKeys, writeKeys } from './keys-file.ts';

/** A signed statement on an account, for the broker. */
export interface AccountClaims {
  publicKey: string;
  jwt: string;
}

/** The texts of two .creds files: a gateway holds a connection to either account. */
export interface GatewayCredentials {
  /** Where worlds and gateways speak to each other, with EVENTS, AUDIT, ROSTER and PROPOSALS. */
  worlds: string;
  /** Where only gateways write: the buckets LISTS, TOKENS and WORLDS. */
  control: string;
}

export type BrokerKeys = ReturnType<typeof openBrokerKeys>;

/**
 * The keys of a broker, in a private folder that is made when it is missing; one process at a time. Every change is on
 * disk before it is answered, and counts at a broker that runs once its account is pushed there. `now`: ms since 1970.
 */
export function openBrokerKeys(folder: string, now: () => number = Date.now) {
  makePrivateFolder(folder);
  let found = readKeys(folder);
  if (found === undefined) {
    found = freshKeys();
    writeKeys(folder, found);
  }
  const keys = found;

  return {
    operatorJwt: () => operatorJwt(keys),
    systemAccount: async (): Promise<AccountClaims> => ({
      publicKey: publicKeyOf(keys.System.Account),
      jwt: await systemAccountJwt(keys),
    }),
    /** A .creds file for the system account, which sees and changes every account of the broker. */
    systemCredentials: () => credentialsText(keys.System.Account, keys.System.User, 'system'),

    /** Both accounts of the fleet. */
    accounts: async (): Promise<AccountClaims[]> => [
      // The exports stand before what imports them.
      { publicKey: publicKeyOf(keys.Control), jwt: await controlAccountJwt(keys) },
      { publicKey: publicKeyOf(keys.Worlds), jwt: await worldsAccountJwt(keys) },
    ],
    gatewayCredentials: async (): Promise<GatewayCredentials> => ({
      worlds: await credentialsText(keys.Worlds, keys.Gateway, 'gateway'),
      control: await credentialsText(keys.Control, keys.Gateway, 'gateway'),
    }),

    hasJoined: (world: WorldKey): boolean => keys.Joined[world] !== undefined,
    /**
     * The JWT of a world, which keeps its seed to itself. `publicKey`: of the nkey that the world has made. A former
     * user of the same world is revoked by it. Throws a ConfigError for what is no key.
     */
    async worldCredentials(world: WorldKey, publicKey: string): Promise<string> {
      if (!isWorldKey(world)) throw new ConfigError('no key of a world');
      if (!isUserKey(publicKey)) throw new ConfigError('no public key of a user of NATS');
      // Written before anything is awaited, so that nobody else gets the same key meanwhile.
      if (keys.Joined[world] !== publicKey) revoke(world);
      keys.Joined[world] = publicKey;
      writeKeys(folder, keys);
      return await userJwt(keys.Worlds, { name: world, publicKey, permissions: worldPermissions(world) });
    },
    /** Revokes the user of a world, and lets its key be given out again. Does nothing when no such world has joined. */
    revokeWorld(world: WorldKey): void {
      revoke(world);
      delete keys.Joined[world];
      writeKeys(folder, keys);
    },
  };

  /** Credentials that were issued for the user of a world up to now are no longer valid. */
  function revoke(world: WorldKey): void {
    const publicKey = keys.Joined[world];
    if (publicKey !== undefined) keys.Revoked[publicKey] = Math.floor(now() / 1000);
  }
}
