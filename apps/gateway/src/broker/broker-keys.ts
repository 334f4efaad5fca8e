import { join } from 'node:path';
import { createUser, fromPublic, fromSeed } from '@nats-io/nkeys';
import { Type } from '@palatine/contract/schema-builders';
import { SHARED_BUCKETS, SUBJECTS, type WorldKey } from '@palatine/fleet/messages';
import { writeFileAtomically } from '@palatine/platform/atomic-write';
import { ConfigError } from '@palatine/platform/config-error';
import { fileSchema } from '@palatine/platform/file-schema';
import { formatJson, jsonFault, parseJson } from '@palatine/platform/json';
import { makePrivateFolder } from '@palatine/platform/private-files';
import { FILE_BYTES, readTextFile } from '@palatine/platform/read-file';
import type { Static } from 'typebox';
import type { Certificates } from './certificates.ts';

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

/** The keys of a broker in a private folder, on disk on return of each change. Throws a ConfigError that shows no key. */
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
    /** Lets a world connect, in place of its former user. The request has checked the key of the world and of the user. */
    admitWorld(world: WorldKey, publicKey: string): void {
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

/** The public keys of the users of a broker. */
export interface BrokerUsers {
  /** Sees and changes the broker itself. */
  readonly system: string;
  /** The gateway in the account of the worlds, and in its own. */
  readonly worlds: string;
  readonly control: string;
  /** By the keys of the worlds. */
  readonly joined: Readonly<Record<WorldKey, string>>;
}

export interface BrokerConfig {
  /** Private folders, for the ports file and for the buckets. */
  readonly folder: string;
  readonly streams: string;
  readonly pidFile: string;
  /** Port 0: any free one. */
  readonly listen: { readonly host: string; readonly port: number };
  readonly certificates: Certificates;
  readonly users: BrokerUsers;
}

const MIB = 1024 * 1024;

/** The only exports of the account of the gateway to the account of the worlds. */
const REPUBLISHED = Object.values(SHARED_BUCKETS).map(({ republished }) => `${republished}.>`);

/** The configuration of a nats-server, which reads JSON. `max_pending` holds a burst of the largest responses of a world. */
export function brokerConfigText(config: BrokerConfig): string {
  const { folder, listen, certificates, users } = config;
  const host = listen.host.includes(':') ? `[${listen.host}]` : listen.host;
  return formatJson({
    server_name: 'palatine',
    listen: `${host}:${listen.port || -1}`,
    ...(listen.port === 0 && { ports_file_dir: folder }),
    pid_file: config.pidFile,
    max_payload: 8 * MIB,
    max_pending: 64 * MIB,
    ping_interval: '5s',
    ping_max: 2,
    write_deadline: '2s',
    tls: { cert_file: certificates.files.cert, key_file: certificates.files.key, min_version: '1.3' },
    jetstream: { store_dir: config.streams, sync_interval: 'always' },
    system_account: 'system',
    accounts: accountsOf(users),
  });
}

/**
 * nats-server checks the subject of a message, but never its reply subject: with a forged one, a user can make any
 * responder, including JetStream, publish on any subject of the user's account. So the account of the worlds has no
 * JetStream, and the broker stores nothing that a world sends: the buckets of lists and tokens are in an account of the
 * gateway alone.
 */
function accountsOf({ system, worlds, control, joined }: BrokerUsers) {
  return {
    system: { users: [{ nkey: system }] },
    control: {
      jetstream: 'enabled', // without limits, which a broker reserves: it would not start on a small disk
      users: [{ nkey: control }],
      exports: REPUBLISHED.map((stream) => ({ stream, accounts: ['worlds'] })),
    },
    worlds: {
      users: [
        { nkey: worlds },
        ...Object.entries(joined).map(([world, nkey]) => ({ nkey, permissions: worldPermissions(world) })),
      ],
      imports: REPUBLISHED.map((subject) => ({ stream: { account: 'control', subject } })),
    },
  };
}

/** A world may publish on its own subjects, and subscribe to them, the lists and the tokens. */
function worldPermissions(world: WorldKey) {
  return {
    publish: [
      SUBJECTS.state(world),
      SUBJECTS.events(world),
      SUBJECTS.audit(world),
      SUBJECTS.changes(world),
      SUBJECTS.answer(world, '*'),
    ],
    subscribe: [SUBJECTS.toWorld(world, '*', '*'), ...REPUBLISHED, `_INBOX_${world}.>`],
  };
}
