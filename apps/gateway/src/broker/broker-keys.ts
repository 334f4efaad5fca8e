import { join } from 'node:path';
import { createUser, fromPublic, fromSeed } from '@nats-io/nkeys';
import { isWorldKey, type WorldKey } from '@palatine/fleet';
import { writeFileAtomically } from '@palatine/platform/atomic-write';
import { ConfigError } from '@palatine/platform/config-error';
import { fileSchema } from '@palatine/platform/file-schema';
import { formatJson, jsonFault, parseJson } from '@palatine/platform/json';
import { makePrivateFolder } from '@palatine/platform/private-files';
import { FILE_BYTES, readTextFile } from '@palatine/platform/read-file';
import Type, { type Static } from 'typebox';
import type { BrokerUsers } from './broker-config.ts';

/** A private key of a user of NATS as text. Never shown in an error. */
const Seed = Type.String({ pattern: '^SU[A-Z2-7]{56}$', writeOnly: true });
const PublicKey = Type.String({ pattern: '^U[A-Z2-7]{55}$' });

const KeysFile = Type.Object({
  /** The user that administers the broker. */
  System: Seed,
  /** The gateway in the account that it shares with the worlds. */
  Worlds: Seed,
  /** The gateway in the account for lists and tokens, which worlds must not change. */
  Control: Seed,
  /** The public keys of the worlds that may connect, by the keys of the worlds. */
  Joined: Type.Record(Type.String(), PublicKey),
});
type KeysFile = Static<typeof KeysFile>;

const FILE = 'keys.json';
const check = fileSchema(KeysFile);

export type BrokerKeys = ReturnType<typeof openBrokerKeys>;

/**
 * The keys of a broker, in a private folder that is created when it is missing; one process at a time. Every change is on
 * disk on return, and takes effect when the broker reloads its configuration. Throws a ConfigError that shows no key.
 */
export function openBrokerKeys(folder: string) {
  makePrivateFolder(folder);
  const file = join(folder, FILE);
  const existing = readKeys(file);
  const keys = existing ?? { System: newSeed(), Worlds: newSeed(), Control: newSeed(), Joined: {} };
  const save = () => writeFileAtomically(file, formatJson(keys));
  if (existing === undefined) save();
  const { System: system, Worlds: worlds, Control: control } = keys;

  return {
    /** Secrets of the gateway. */
    seeds: { system, worlds, control },
    users: (): BrokerUsers => ({
      system: publicKeyOf(system),
      worlds: publicKeyOf(worlds),
      control: publicKeyOf(control),
      joined: keys.Joined,
    }),
    hasJoined: (world: WorldKey): boolean => Object.hasOwn(keys.Joined, world),
    /** Lets a world connect, in place of its former user. Throws a ConfigError for an invalid public key. */
    admitWorld(world: WorldKey, publicKey: string): void {
      if (!isWorldKey(world)) throw new ConfigError('invalid world key');
      if (!isUserKey(publicKey)) throw new ConfigError('invalid public key of a NATS user');
      keys.Joined[world] = publicKey;
      save();
    },
    /** Revokes the user of a world, and lets its key be reused. Does nothing for an unknown world. */
    revokeWorld(world: WorldKey): void {
      delete keys.Joined[world];
      save();
    },
  };
}

/** Whether a text is the public key of a user, with a valid checksum. */
export function isUserKey(text: string): boolean {
  if (!/^U[A-Z2-7]{55}$/.test(text)) return false;
  try {
    return fromPublic(text).getPublicKey() === text;
  } catch {
    return false;
  }
}

function readKeys(file: string): KeysFile | undefined {
  const text = readTextFile(file, FILE_BYTES.text);
  if (text === undefined) return undefined;
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    throw new ConfigError(`${file}: ${jsonFault(error, 'not JSON')}`); // the error of the parser would quote a key
  }
  const checked = check(value);
  if (checked.errors) throw new ConfigError(`${file}: ${checked.errors.join('; ')}`);
  return checked.value;
}

function newSeed(): string {
  return new TextDecoder().decode(createUser().getSeed());
}

function publicKeyOf(seed: string): string {
  return fromSeed(new TextEncoder().encode(seed)).getPublicKey();
}
