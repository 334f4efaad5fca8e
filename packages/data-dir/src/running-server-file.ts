import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileAtomically } from '@palatine/platform/atomic-write';
import { formatJson, isObject, parseJson } from '@palatine/platform/json';
import { FILE_BYTES, readTextFile } from '@palatine/platform/read-file';

/** Where the server of a data folder listens, for commands on the same machine. */
export interface RunningServer {
  /** Without a slash at the end. */
  url: string;
  /** The SHA-256 fingerprint of the certificate it serves; undefined without TLS. */
  certificate: string | undefined;
}

const FILE = 'palatine.server.json';

export function runningServerFile(folder: string): string {
  return join(folder, FILE);
}

/** Writes the file that the server removes when it stops. One that was killed leaves it behind: its lock is gone then. */
export function writeRunningServer(folder: string, server: RunningServer): void {
  writeFileAtomically(join(folder, FILE), formatJson(server));
}

/** Undefined without such a file, and for one that does not say where. */
export function readRunningServer(folder: string): RunningServer | undefined {
  const text = readTextFile(join(folder, FILE), FILE_BYTES.settings);
  if (text === undefined) return undefined;
  try {
    const value = parseJson(text);
    if (!isObject(value) || typeof value.url !== 'string') return undefined;
    return {
      url: value.url,
      certificate: typeof value.certificate === 'string' ? value.certificate : undefined,
    };
  } catch {
    return undefined;
  }
}

/** Removes the file of the server with this address, and leaves that of another one. */
export function removeRunningServer(folder: string, { url }: Pick<RunningServer, 'url'>): void {
  if (readRunningServer(folder)?.url === url) rmSync(join(folder, FILE), { force: true });
}
