import { join } from 'node:path';
import { createAccount, createOperator, createUser, type KeyPair } from '@nats-io/nkeys';
import { isWorldKey, type WorldKey } from '@palatine/fleet';
import Type, { type Static } from 'typebox';
import { writeFileAtomically } from '../../data-folder/atomic-write.ts';
import { ConfigError } from '../../data-folder/config-error.ts';
import { fileSchema } from '../../data-folder/file-schema.ts';
import { makePrivateFolder } from '../../data-folder/private-files.ts';
import { FILE_BYTES, readTextFile } from '../../data-folder/read-file.ts';
import { formatJson, parseJson } from '../../data-folder/read-json.ts';
import { accountClaims, credentialsText, isUserKey, operatorJwt, worldJwt } from './claims.ts';

/** A private key of NATS as text. Never shown in an error. */
const Seed = Type.String({ pattern: '^S[OAU][A-Z2-7]{56}$', writeOnly: true });
const PublicKey = Type.String({ pattern: '^U[A-Z2-7]{55}$' });

const KeysFile = Type.Object({
  Operator: Seed,
  System: Type.Object({ Account: Seed, User: Seed }),
  /** Of the account in which the worlds and the gateway speak to each other, with the stream of the fleet. */
  Worlds: Seed,
  /** Of the account in which the gateway keeps what worlds must not change: lists and tokens. */
  Control: Seed,
  /** The user of the gateway in both accounts. */
  Gateway: Seed,
  /** The public keys of the worlds that have credentials, by the keys of the worlds. */
  Joined: Type.Record(Type.String(), PublicKey),
  /** Public keys, with the second since 1970 up to which what was issued for them no longer counts. */
  Revoked: Type.Record(Type.String(), Type.Integer()),
});
type KeysFile = Static<typeof KeysFile>;

const FILE = 'keys.json';
const check = fileSchema(KeysFile);

export type BrokerKeys = ReturnType<typeof openBrokerKeys>;

/**
 * The keys of a broker, in a private folder that is made when it is missing; one process at a time. Every change is on
 * disk before it is answered, and counts at a broker that runs once its account is pushed there. `now`: ms since 1970.
 * Throws a ConfigError that shows no key.
 */
export function openBrokerKeys(folder: string, now: () => number = Date.now) {
  makePrivateFolder(folder);
  const file = join(folder, FILE);
  const found = readKeys(file);
  const keys = found ?? freshKeys();
  const save = () => writeFileAtomically(file, formatJson(keys));
  if (found === undefined) save();

  /** Credentials that were issued for the user of a world up to now are no longer valid. */
  function revoke(world: WorldKey): void {
    const publicKey = keys.Joined[world];
    if (publicKey !== undefined) keys.Revoked[publicKey] = Math.floor(now() / 1000);
  }

  return {
    operatorJwt: () => operatorJwt(keys),
    /** The system account, and both of the fleet; each stands behind those of which it imports. */
    accounts: () => accountClaims(keys),
    /** A .creds file for the system account, which sees and changes every account of the broker. */
    systemCredentials: () => credentialsText(keys.System.Account, keys.System.User, 'system'),
    /** Two .creds files: the gateway has a connection to either account of the fleet. */
    gatewayCredentials: async () => ({
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
      save();
      return await worldJwt(keys.Worlds, world, publicKey);
    },
    /** Revokes the user of a world, and lets its key be given out again. Does nothing when no such world has joined. */
    revokeWorld(world: WorldKey): void {
      revoke(world);
      delete keys.Joined[world];
      save();
    },
  };
}

function readKeys(file: string): KeysFile | undefined {
  const text = readTextFile(file, FILE_BYTES.text);
  if (text === undefined) return undefined;
  let value: unknown;
  try {
    value = parseJson(text);
  } catch {
    throw new ConfigError(`${file}: not JSON`); // the error of the parser would quote a key
  }
  const checked = check(value);
  if (checked.errors) throw new ConfigError(`${file}: ${checked.errors.join('; ')}`);
  return checked.value;
}

function freshKeys(): KeysFile {
  const seedOf = (pair: KeyPair) => new TextDecoder().decode(pair.getSeed());
  return {
    Operator: seedOf(createOperator()),
    System: { Account: seedOf(createAccount()), User: seedOf(createUser()) },
    Worlds: seedOf(createAccount()),
    Control: seedOf(createAccount()),
    Gateway: seedOf(createUser()),
    Joined: {},
    Revoked: {},
  };
}
