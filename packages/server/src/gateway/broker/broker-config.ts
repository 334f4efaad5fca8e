import { join } from 'node:path';
import { writeFileAtomically } from '../../data-folder/atomic-write.ts';
import { makePrivateFolder } from '../../data-folder/private-files.ts';
import type { BrokerKeys } from './broker-keys.ts';
import type { CertificateFiles } from './certificates.ts';

export interface BrokerConfig {
  /** A private folder, for the streams too. */
  folder: string;
  listen: { host: string; port: number };
  certificates: CertificateFiles;
  keys: BrokerKeys;
}

/**
 * Writes the configuration of a nats-server. A dead connection is noticed within 15 s. `max_pending` holds a burst of
 * the largest responses of one world, of 8 MB a message; who reads nothing for 2 s is cut off long before it is full.
 * @returns the file
 */
export async function writeBrokerConfig({
  folder,
  listen: { host, port },
  certificates,
  keys,
}: BrokerConfig): Promise<string> {
  const system = await keys.systemAccount();
  const accounts = [system, ...(await keys.accounts())]; // the broker must know them before anybody can push one
  const [resolver, store] = [join(folder, 'accounts'), join(folder, 'streams')];
  makePrivateFolder(resolver);
  makePrivateFolder(store);
  const file = join(folder, 'nats-server.conf');
  const config = `# Written by Palatine at every start.
server_name: "palatine"
listen: ${text(`${host.includes(':') ? `[${host}]` : host}:${port}`)}
pid_file: ${text(pidFileIn(folder))}
max_payload: 8MB
max_pending: 64MB
ping_interval: "5s"
ping_max: 2
write_deadline: "2s"
tls {
  cert_file: ${text(certificates.cert)}
  key_file: ${text(certificates.key)}
  min_version: "1.3"
}
jetstream {
  store_dir: ${text(store)}
  sync_interval: always
}
operator: ${await keys.operatorJwt()}
system_account: ${system.publicKey}
resolver {
  type: full
  dir: ${text(resolver)}
  allow_delete: false
  interval: "2m"
}
resolver_preload {
${accounts.map(({ publicKey, jwt }) => `  ${publicKey}: ${jwt}`).join('\n')}
}
`;
  writeFileAtomically(file, config);
  return file;
}

export function pidFileIn(folder: string): string {
  return join(folder, 'nats-server.pid');
}

/** A text in quotes, in which nothing ends it early. */
function text(value: string): string {
  return JSON.stringify(value);
}
