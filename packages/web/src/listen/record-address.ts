import { X509Certificate } from 'node:crypto';
import type { Logger } from 'pino';
import { removeRunningServer, writeRunningServer } from '@palatine/data-dir/running-server-file';
import type { HttpSettings } from './base-app.ts';

/**
 * Records in the data folder where the server listens, again whenever the certificate changes. Commands find the
 * server by it; callers do not need it, so a full disk keeps no server from serving.
 *
 * @returns what removes the record.
 */
export function recordAddress(folder: string, url: string, settings: HttpSettings, log: Logger): () => void {
  let certificate: string | undefined;
  let stopped = false;
  const attempt = (work: () => void) => {
    try {
      work();
    } catch (error) {
      log.warn(
        { err: error },
        'commands on this machine may not find the server: its address is not recorded',
      );
    }
  };
  const record = () => {
    const { tls } = settings.current;
    certificate = tls && new X509Certificate(tls.cert).fingerprint256;
    attempt(() => writeRunningServer(folder, { url, certificate }));
  };
  record();
  settings.onChange(({ tls }) => {
    const changed = tls && new X509Certificate(tls.cert).fingerprint256;
    if (!stopped && certificate !== undefined && changed !== undefined && changed !== certificate) record();
  });
  return () => {
    stopped = true;
    attempt(() => removeRunningServer(folder, { url }));
  };
}
