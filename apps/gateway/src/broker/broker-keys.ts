import { join } from 'node:path';
import { createUser, fromPublic, fromSeed } from '@nats-io/nkeys';
import { isWorldKey, type WorldKey } from '@palatine/fleet';
import { writeFileAtomically } from '@palatine/platform/atomic-write';
import { ConfigError } from '@palatine/platform/config-error';
import { fileSchema } from '@palatine/platform/file-schema';
import { formatJson, parseJson } from '@palatine/platform/json';
import { makePrivateFolder } from '@palatine/platform/private-files';
import { FILE_BYTES, readTextFile } from '@palatine/platform/read-file';
import Type, { type Static } from 'typebox';
import type { BrokerUsers } from './broker-config.ts';

/** A private key of a user of NATS as text. Never shown in an error. */
const Seed = Type.String({ pattern: '^SU[A-Z2-7]{56}$', writeOnly: true });
const PublicKey = Type.String({ pattern: '^U[A-Z2-7]{55}$' });

const KeysFile = Type.Object({
  /** Of the user that sees and changes the broker itself. */
  System: Seed,
  /** Of the gateway in the account in which it and the worlds speak to each other, with the stream of the fleet. */
  Worlds: Seed,
  /** Of the gateway in the account for what worlds must not change: lists and tokens. */
  Control: Seed,
  /** The public keys of the worlds that may connect, by the keys of the worlds. */
  Joined: Type.Record(Type.String(), PublicKey),
});
type KeysFile = Static<typeof KeysFile>;

const FILE = 'keys.json';
const check = fileSchema(KeysFile);

export type BrokerKeys = ReturnType<typeof openBrokerKeys>;

/**
 * The keys of a broker, in a private folder that is made when it is missing; one process at a time. Every change is on
 * disk when it returns, and counts at a broker that runs once that reads its configuration again. Throws a ConfigError
 * that shows no key.
 */
export function openBrokerKeys(folder: string) {
  makePrivateFolder(folder);
  const file = join(folder, FILE);
  const found = readKeys(file);
  const keys = found ?? { System: newSeed(), Worlds: newSeed(), Control: newSeed(), Joined: {} };
  const save = () => writeFileAtomically(file, formatJson(keys));
  if (found === undefined) save();
  const { System: system, Worlds: worlds, Control: control } = keys;

  return {
    /** Secrets: with which the gateway connects. */
    seeds: { system, worlds, control },
    users: (): BrokerUsers => ({
      system: publicKeyOf(system),
      worlds: publicKeyOf(worlds),
      control: publicKeyOf(control),
      joined: keys.Joined,
    }),
    hasJoined: (world: WorldKey): boolean => Object.hasOwn(keys.Joined, world),
    /**
     * Lets a world connect, which keeps its seed to itself, in place of its former user. `publicKey`: of the nkey that the
     * world has made. Throws a ConfigError for what is no key.
     */
    admitWorld(world: WorldKey, publicKey: string): void {
      if (!isWorldKey(world)) throw new ConfigError('no key of a world');
      if (!isUserKey(publicKey)) throw new ConfigError('no public key of a user of NATS');
      keys.Joined[world] = publicKey;
      save();
    },
    /** Revokes the user of a world, and lets its key be given out again. Does nothing when no such world has joined. */
    revokeWorld(world: WorldKey): void {
      delete keys.Joined[world];
      save();
    },
  };
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

function newSeed(): string {
  return new TextDecoder().decode(createUser().getSeed());
}

function publicKeyOf(seed: string): string {
  return fromSeed(new TextEncoder().encode(seed)).getPublicKey();
}
