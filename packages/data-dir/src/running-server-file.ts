import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileAtomically } from '@palatine/platform/atomic-write';
import { formatJson, isObject, parseJson } from '@palatine/platform/json';
import { FILE_BYTES, readTextFile } from '@palatine/platform/read-file';

/** Address of the server of a data folder, for commands on the same machine. */
export interface RunningServer {
  /** Without a trailing slash. */
  url: string;
  /** SHA-256 fingerprint of its certificate; undefined without TLS. */
  certificate: string | undefined;
}

const FILE = 'palatine.server.json';

export function runningServerFile(folder: string): string {
  return join(folder, FILE);
}

/** Writes the file that the server removes when it stops. A killed server leaves it, but not its lock. */
export function writeRunningServer(folder: string, server: RunningServer): void {
  writeFileAtomically(join(folder, FILE), formatJson(server));
}

/** Undefined for a missing file, or one without an address. */
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

/** Removes the file if it is of the server with this address. */
export function removeRunningServer(folder: string, { url }: Pick<RunningServer, 'url'>): void {
  if (readRunningServer(folder)?.url === url) rmSync(join(folder, FILE), { force: true });
}
