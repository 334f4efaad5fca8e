import { join } from 'node:path';
import { createAccount, createOperator, createUser, type KeyPair } from '@nats-io/nkeys';
import Type, { type Static } from 'typebox';
import { writeFileAtomically } from '../../data-folder/atomic-write.ts';
import { ConfigError } from '../../data-folder/config-error.ts';
import { fileSchema } from '../../data-folder/file-schema.ts';
import { FILE_BYTES, readTextFile } from '../../data-folder/read-file.ts';
import { formatJson, parseJson } from '../../data-folder/read-json.ts';

/** A private key of NATS as text. Never shown in an error. */
const Seed = Type.String({ pattern: '^S[OAU][A-Z2-7]{56}$', writeOnly: true });
const PublicKey = Type.String({ pattern: '^U[A-Z2-7]{55}$' });

const KeysFile = Type.Object({
  Version: Type.Literal(1),
  Operator: Seed,
  System: Type.Object({ Account: Seed, User: Seed }),
  /** Of the account in which worlds and gateways speak to each other. */
  Worlds: Seed,
  /** Of the account in which gateways keep what worlds must not change. */
  Control: Seed,
  /** The user of the gateway in both accounts. */
  Gateway: Seed,
  /** The public keys of the worlds that have credentials, by the keys of the worlds. */
  Joined: Type.Record(Type.String(), PublicKey),
  /** Public keys, with the second since 1970 up to which what was issued for them no longer counts. */
  Revoked: Type.Record(Type.String(), Type.Integer()),
});
export type KeysFile = Static<typeof KeysFile>;

const FILE = 'keys.json';
const check = fileSchema(KeysFile);

/** Reads the keys of a broker; undefined where there are none yet. Throws a ConfigError that shows no key. */
export function readKeys(folder: string): KeysFile | undefined {
  const file = join(folder, FILE);
  const text = readTextFile(file, FILE_BYTES.text);
  if (text === undefined) return undefined;
  const checked = check(parsed(file, text));
  if (checked.errors) throw new ConfigError(`${file}: ${checked.errors.join('; ')}`);
  return checked.value;
}

function parsed(file: string, text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    throw new ConfigError(`${file}: not JSON`); // the error of the parser would quote a key
  }
}

/** Writes them so that only the owner of the folder can read them. */
export function writeKeys(folder: string, keys: KeysFile): void {
  writeFileAtomically(join(folder, FILE), formatJson(keys));
}

/** The keys of a broker that no world has joined. */
export function freshKeys(): KeysFile {
  return {
    Version: 1,
    Operator: seedOf(createOperator()),
    System: { Account: seedOf(createAccount()), User: seedOf(createUser()) },
    Worlds: seedOf(createAccount()),
    Control: seedOf(createAccount()),
    Gateway: seedOf(createUser()),
    Joined: {},
    Revoked: {},
  };
}

function seedOf(pair: KeyPair): string {
  return new TextDecoder().decode(pair.getSeed());
}
