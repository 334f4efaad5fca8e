import { X509Certificate } from 'node:crypto';
import { existsSync, lstatSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { writeFileAtomically } from '@palatine/platform/atomic-write';
import { ConfigError } from '@palatine/platform/config-error';
import { type FolderLock, lockedFolder } from '@palatine/platform/file-lock';
import { formatJson, isObject, jsonOrUndefined, namesInFolder } from '@palatine/platform/json';
import { isAbandoned, makePrivateFolder } from '@palatine/platform/private-files';
import { FILE_BYTES, readTextFile } from '@palatine/platform/read-file';
import type { Tls } from './rest-config.ts';

export function dataPaths(path: string) {
  const folder = resolve(path);
  return {
    path: folder,
    world: join(folder, 'world.db'),
    history: join(folder, 'history.db'),
    config: join(folder, 'Config.json'),
    banlist: join(folder, 'Banlist.json'),
    restConfig: join(folder, 'RESTAPI', 'RESTConfig.json'),
    tokens: join(folder, 'RESTAPI', 'Tokens'),
    templates: join(folder, 'Pals', 'Templates'),
    importRules: join(folder, 'Pals', 'ImportRules'),
    serverFile: join(folder, 'Server.json'),
    allowList: join(folder, 'AllowList.json'),
    /** WhiteList.json: the same in a folder of PalDefender. */
    originalWhitelist: join(folder, 'WhiteList.json'),
    fleetFile: join(folder, 'fleet.json'),
    /** State of a maintenance of the game server. */
    maintenance: join(folder, 'maintenance.json'),
    /** Newer or additional game data, laid over the catalogue. */
    catalogue: join(folder, 'Catalogue'),
    archives: join(folder, 'Archives'),
    backups: join(folder, 'Backups'),
    /** Former versions of files that the service replaced. */
    versions: join(folder, 'Versions'),
    console: join(folder, 'Console'),
  };
}
export type DataPaths = ReturnType<typeof dataPaths>;

export interface DataFolder extends DataPaths, FolderLock {}

/** Whether there is a world file. Throws a ConfigError for a dangling link: its disk may not be mounted. */
export function holdsWorld({ world }: Pick<DataPaths, 'world'>): boolean {
  if (existsSync(world)) return true;
  if (lstatSync(world, { throwIfNoEntry: false }) === undefined) return false;
  throw new ConfigError(`${world} is a link that leads nowhere: is the disk with the world mounted?`);
}

export const LOCK = 'palatine.lock';
const FOLDER = lockedFolder({ lock: LOCK, user: 'server', noun: 'data folder' });

/** Whether a server, or a command that changes the folder, has locked it. */
export const isInUse = FOLDER.isInUse;

/** Creates a missing folder and locks it for the life of this process. `folders`: also creates those inside. */
export function openDataFolder(path: string, { folders = true } = {}): DataFolder {
  const data = dataPaths(path);
  return { ...data, ...FOLDER.open(data.path, () => prepare(data, folders)) };
}

/** Creates the folders inside, and removes leftovers of interrupted work. */
function prepare(data: DataPaths, folders: boolean): void {
  const { path, world, restConfig, tokens, templates, importRules, catalogue, archives } = data;
  if (folders) [tokens, templates, importRules, catalogue, archives].forEach(makePrivateFolder);
  const inode = inodeOf(world);
  for (const name of namesInFolder(path)) {
    const file = join(path, name);
    // A second name of the world itself: from a replacement that was interrupted before its rename.
    const twin = /^world-.*\.db$/.test(name) && inode !== undefined && inodeOf(file) === inode;
    if (twin || /\.making(-journal|-wal|-shm)?$/.test(name)) rmSync(file, { force: true, recursive: true });
  }
  for (const folder of [path, dirname(restConfig), tokens, templates, importRules, archives]) {
    for (const name of namesInFolder(folder).filter(isAbandoned)) {
      rmSync(join(folder, name), { force: true, recursive: true });
    }
  }
}

function inodeOf(file: string): number | undefined {
  return lstatSync(file, { throwIfNoEntry: false })?.ino;
}

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
  const value = jsonOrUndefined(readTextFile(join(folder, FILE), FILE_BYTES.settings) ?? '');
  if (!isObject(value) || typeof value.url !== 'string') return undefined;
  const { url, certificate } = value;
  return { url, certificate: typeof certificate === 'string' ? certificate : undefined };
}

interface CertificateSettings {
  readonly current: { readonly tls: Tls | undefined };
  onChange(listener: (settings: CertificateSettings['current']) => void): void;
}

/** Records the address of the server for commands, and each new certificate. @returns how to remove the record. */
export function recordAddress(
  folder: string,
  url: string,
  settings: CertificateSettings,
  log: { warn(fields: { err: unknown }, message: string): void },
): () => void {
  let certificate: string | undefined;
  let stopped = false;
  const attempt = (work: () => void) => {
    try {
      work();
    } catch (error) {
      log.warn(
        { err: error },
        'could not record the address of the server; commands on this machine may not find it',
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
    attempt(() => {
      if (readRunningServer(folder)?.url === url) rmSync(join(folder, FILE), { force: true });
    });
  };
}
