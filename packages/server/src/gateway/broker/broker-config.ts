import type { CertificateFiles } from './certificates.ts';

/**
 * Nodes with the same operator, each with a broker of its own and a copy of keys.json and of the authority. Not settled:
 * in 4 of 14 first starts of three nodes at once with nats-server 2.10.27, streams of three copies found "no suitable
 * peers" for as long as was waited, 12 s.
 */
export interface ClusterOptions {
  /** Of this node; different at every node. */
  name: string;
  /** Where the other nodes reach this one, such as `0.0.0.0:6222`. */
  listen: string;
  /** The addresses of all nodes, such as `10.0.0.5:6222`. */
  nodes: readonly string[];
}

export interface BrokerConfig {
  /** Such as `0.0.0.0:4222`. */
  listen: string;
  certificates: CertificateFiles;
  operatorJwt: string;
  systemAccount: string;
  /** The accounts that the broker must know before anybody can push one: public key and JWT. */
  accounts: readonly { publicKey: string; jwt: string }[];
  /** The folder of the accounts that are pushed. */
  resolver: string;
  /** The folder of the streams. */
  store: string;
  pidFile: string;
  /** Of the monitoring page on 127.0.0.1; absent for none. It tells every user and subject, and asks for no password. */
  monitorPort?: number | undefined;
  cluster?: ClusterOptions | undefined;
}

/**
 * The configuration of a nats-server. A dead connection is noticed within 15 s. `max_pending` holds a burst of the
 * largest responses of one world, of 8 MB a message; who reads nothing for 2 s is cut off long before it is full.
 */
export function brokerConfigText(config: BrokerConfig): string {
  const { listen, certificates, operatorJwt, systemAccount, accounts, monitorPort, cluster } = config;
  return `# Written by Palatine at every start.
server_name: ${text(cluster?.name ?? 'palatine')}
listen: ${text(listen)}
pid_file: ${text(config.pidFile)}
max_payload: 8MB
max_pending: 64MB
ping_interval: "5s"
ping_max: 2
write_deadline: "2s"
tls {
${tlsLines(certificates)}
}
jetstream {
  store_dir: ${text(config.store)}
  sync_interval: always
}
operator: ${operatorJwt}
system_account: ${systemAccount}
resolver {
  type: full
  dir: ${text(config.resolver)}
  allow_delete: false
  interval: "2m"
}
resolver_preload {
${accounts.map(({ publicKey, jwt }) => `  ${publicKey}: ${jwt}`).join('\n')}
}
${monitorPort === undefined ? '' : `http: ${text(`127.0.0.1:${monitorPort}`)}\n`}${cluster === undefined ? '' : clusterLines(cluster, certificates)}`;
}

function clusterLines({ listen, nodes }: ClusterOptions, certificates: CertificateFiles): string {
  return `cluster {
  name: palatine
  listen: ${text(listen)}
  routes: [${nodes.map((node) => text(`tls://${node}`)).join(', ')}]
  tls {
${tlsLines(certificates)}
    ca_file: ${text(certificates.ca)}
    verify: true
  }
}
`;
}

function tlsLines({ cert, key }: CertificateFiles): string {
  return `  cert_file: ${text(cert)}
  key_file: ${text(key)}
  min_version: "1.3"`;
}

/** A text in quotes, in which nothing ends it early. */
function text(value: string): string {
  return JSON.stringify(value);
}
