import { SHARED_BUCKETS, SUBJECTS, type WorldKey } from '@palatine/fleet';
import { formatJson } from '@palatine/platform/json';
import type { Certificates } from './certificates.ts';

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

/**
 * The text of the configuration of a nats-server, which reads JSON. `max_pending` holds a burst of the largest responses
 * of one world, of 8 MB a message; a client that reads nothing for 2 s is cut off long before.
 */
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
 * nats-server checks the subject of a message, never its reply subject: a user can make whoever answers, JetStream
 * included, publish on any subject of the user's account. So the account of the worlds has no JetStream, and the broker
 * stores nothing that a world sends: the buckets of lists and tokens are in an account of the gateway alone.
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
