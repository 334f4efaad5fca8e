import { join, resolve } from 'node:path';
import { ConfigError } from '../data-folder/config-error.ts';
import { isBusy, isLocked, lockFile } from '../data-folder/file-lock.ts';
import { makePrivateFolder } from '../data-folder/private-files.ts';

/** The paths of a gateway, all in one folder. */
export function gatewayPaths(path: string) {
  const folder = resolve(path);
  return {
    path: folder,
    restConfig: join(folder, 'RESTAPI', 'RESTConfig.json'),
    tokens: join(folder, 'RESTAPI', 'Tokens'),
    /** What the gateway has to keep: its own audit and its copies of the shared buckets. */
    database: join(folder, 'gateway.db'),
    /** What can be read from the streams again. */
    projection: join(folder, 'fleet.db'),
    /** Keys and certificates of the broker. */
    broker: join(folder, 'Broker'),
  };
}
export type GatewayPaths = ReturnType<typeof gatewayPaths>;

/** The folder, locked by this process. */
export interface GatewayFolder extends GatewayPaths {
  /** Lets another process lock the folder. */
  unlock(): void;
}

const LOCK = 'gateway.lock';
const LOCK_WAIT_MS = 500;

/** Whether a gateway uses the folder. */
export function isGatewayFolderInUse({ path }: Pick<GatewayPaths, 'path'>): boolean {
  return isLocked(join(path, LOCK), 0, (cause) => cause);
}

/** Makes a missing folder and locks it for this process. Throws a ConfigError. */
export function openGatewayFolder(path: string): GatewayFolder {
  const paths = gatewayPaths(path);
  try {
    makePrivateFolder(paths.path);
    makePrivateFolder(paths.tokens);
  } catch (error) {
    throw new ConfigError(`the folder ${paths.path} cannot be made: ${(error as Error).message}`, {
      cause: error,
    });
  }
  const lock = lockFile(join(paths.path, LOCK), 'exclusive', LOCK_WAIT_MS, (cause) => {
    const why = isBusy(cause) ? 'is used by another gateway' : `cannot be locked: ${cause.message}`;
    return new ConfigError(`the folder ${paths.path} ${why}`, { cause });
  });
  return { ...paths, unlock: () => lock[Symbol.dispose]() };
}
