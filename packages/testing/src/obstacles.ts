import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';

export interface Obstacle {
  name: string;
  says: RegExp;
  put(path: string): void;
}

const GIB = 1024 ** 3;

/**
 * Everything but a socket, which needs a server: see `putSocket`. A closed file is none for root, who reads all; on Linux
 * the memory of a process opens for everybody, and its first bytes cannot be read by anybody.
 */
export const OBSTACLES: readonly Obstacle[] = [
  { name: 'a folder', says: /is a folder, not a file/, put: (path) => void mkdirSync(path) },
  {
    name: 'a link that leads nowhere',
    says: /is a link that leads nowhere/,
    put: (path) => symlinkSync('/nowhere/at/all', path),
  },
  { name: 'a link in a circle', says: /leads in a circle/, put: (path) => symlinkSync(path, path) },
  {
    name: 'a named pipe',
    says: /is a named pipe, not a file/,
    put: (path) => void execFileSync('mkfifo', [path]),
  },
  { name: 'a device', says: /is a device, not a file/, put: (path) => symlinkSync('/dev/zero', path) },
  {
    name: 'a file of 2 GiB',
    says: /has 2147483648 bytes; at most \d+ are read/,
    put(path) {
      writeFileSync(path, '');
      truncateSync(path, 2 * GIB);
    },
  },
  ...(process.platform === 'linux'
    ? [
        {
          name: 'a file that opens and cannot be read',
          says: /cannot be read \(EIO\)/,
          put: (path: string) => symlinkSync('/proc/self/mem', path),
        },
      ]
    : []),
  ...(process.geteuid?.() === 0
    ? []
    : [
        {
          name: 'a file that nobody may read',
          says: /cannot be read by this user/,
          put(path: string) {
            writeFileSync(path, '{}');
            chmodSync(path, 0);
          },
        },
      ]),
];

/** Puts an obstacle, or a file with this text, in the place of whatever is there. */
export function replaceBy(path: string, what: Obstacle | string): void {
  rmSync(path, { recursive: true, force: true });
  if (typeof what === 'string') writeFileSync(path, what);
  else what.put(path);
}

export async function putSocket(path: string): Promise<AsyncDisposable> {
  const server: Server = createServer();
  await new Promise<void>((listening) => server.listen(path, listening));
  return { [Symbol.asyncDispose]: () => new Promise<void>((closed) => server.close(() => closed())) };
}
