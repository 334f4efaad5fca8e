import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  rmSync,
  type Stats,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';

const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;
const PERMISSION_BITS = 0o777;

/** Creates and opens a private file, never through a link or over a file. `like`: gives it this mode and owner. */
export function createPrivateFile(file: string, like?: Stats): number {
  return newFile(file, (handle) => {
    giveTo(handle, like ?? statSync(dirname(file)));
    if (process.platform !== 'win32') fchmodSync(handle, like ? like.mode & PERMISSION_BITS : PRIVATE_FILE);
  });
}

/** Mode and owner of a file, as numbers of the operating system. */
export interface FileRights {
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
}

/** Creates a file with exactly these rights, never through a link or over a file. Throws if it may not. */
export function createFileLike(file: string, rights: FileRights): number {
  return newFile(file, (handle) => {
    if (process.platform === 'win32') return;
    setOwner(handle, rights);
    fchmodSync(handle, rights.mode & PERMISSION_BITS);
  });
}

function newFile(file: string, prepare: (handle: number) => void): number {
  const handle = openSync(file, 'wx', PRIVATE_FILE);
  try {
    prepare(handle);
    return handle;
  } catch (error) {
    closeSync(handle);
    rmSync(file, { force: true });
    throw error;
  }
}

/** Creates a missing file without opening an existing one: closing a handle drops its POSIX locks. */
export function ensurePrivateFile(file: string): void {
  if (lstatSync(file, { throwIfNoEntry: false }) !== undefined) return;
  const temporary = temporaryName(file);
  closeSync(createPrivateFile(temporary));
  try {
    linkSync(temporary, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** Creates a folder, with its missing parents, that only its owner can enter. */
export function makePrivateFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  const parent = dirname(folder);
  if (parent !== folder) makePrivateFolder(parent);
  try {
    mkdirSync(folder, { mode: PRIVATE_FOLDER });
  } catch (error) {
    // Another process has created it meanwhile.
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
    throw error;
  }
  const handle = openSync(folder, 'r');
  try {
    giveTo(handle, statSync(parent));
    if (process.platform !== 'win32') fchmodSync(handle, PRIVATE_FOLDER);
  } finally {
    closeSync(handle);
  }
}

/** A file that root creates in another user's folder belongs to that user, whose server has to read it. */
function giveTo(handle: number, owner: Stats): void {
  if (process.geteuid?.() === 0) setOwner(handle, owner);
}

function setOwner(handle: number, { uid, gid }: Pick<Stats, 'uid' | 'gid'>): void {
  const stats = fstatSync(handle);
  if (stats.uid !== uid || stats.gid !== gid) fchownSync(handle, uid, gid);
}

/** A unique name beside the file, also across processes. */
export function temporaryName(file: string): string {
  return `${file}.${process.pid}-${randomBytes(6).toString('hex')}.writing`;
}

/** Whether this is a `temporaryName` of a process that has exited. */
export function isAbandoned(name: string): boolean {
  const pid = /\.(\d+)-[0-9a-f]{12}\.writing$/.exec(name)?.[1];
  return pid !== undefined && (Number(pid) === process.pid || !isRunning(Number(pid)));
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'; // another user's process
  }
}
