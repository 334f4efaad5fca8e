import { join, resolve } from 'node:path';
import { type FolderLock, lockedFolder } from '@palatine/platform/file-lock';
import { makePrivateFolder } from '@palatine/platform/private-files';

export function gatewayPaths(path: string) {
  const folder = resolve(path);
  return {
    path: folder,
    restConfig: join(folder, 'RESTAPI', 'RESTConfig.json'),
    tokens: join(folder, 'RESTAPI', 'Tokens'),
    /** Durable data: the gateway's audit and its copies of the shared buckets. */
    database: join(folder, 'gateway.db'),
    /** Filled again by the worlds when lost. */
    projection: join(folder, 'fleet.db'),
    broker: join(folder, 'Broker'),
  };
}
export type GatewayPaths = ReturnType<typeof gatewayPaths>;

const FOLDER = lockedFolder({ lock: 'gateway.lock', user: 'gateway', noun: 'folder' });

export function isGatewayFolderInUse({ path }: Pick<GatewayPaths, 'path'>): boolean {
  return FOLDER.isInUse(path, { waitMs: 0 });
}

/** Creates a missing folder and locks it for this process. Throws a ConfigError. */
export function openGatewayFolder(path: string): GatewayPaths & FolderLock {
  const paths = gatewayPaths(path);
  return { ...paths, ...FOLDER.open(paths.path, () => makePrivateFolder(paths.tokens)) };
}
