import { ConfigError } from '../data-folder/config-error.ts';

/** The way back from a damaged world; doctor and `world restore` list the names. */
export const TO_MEND = 'palatine world restore NAME --replace goes back to a backup and keeps this file';

/** A world file that cannot be served: one line that names the file and says what to do. */
export class WorldFileError extends ConfigError {
  /** Without the name of the file. */
  readonly reason: string;
  /** The next step, where the reason does not say it. */
  readonly todo: string | undefined;

  constructor(
    file: string,
    reason: string,
    { todo, ...options }: ErrorOptions & { todo?: string | undefined } = {},
  ) {
    super(`${file} ${reason}${todo === undefined ? '' : `: ${todo}`}`, options);
    this.reason = reason;
    this.todo = todo;
  }
}

/** SQLite's primary result codes. */
const SQLITE_ERROR = 1;
const SQLITE_PERM = 3;
const SQLITE_READONLY = 8;
const SQLITE_IOERR = 10;
const SQLITE_CORRUPT = 11;
const SQLITE_FULL = 13;
const SQLITE_CANTOPEN = 14;
const SQLITE_CONSTRAINT = 19;
const SQLITE_MISMATCH = 20;
const SQLITE_FORMAT = 24;
const SQLITE_NOTADB = 26;

function resultCode(error: unknown): number {
  return ((error as { errcode?: number }).errcode ?? 0) & 0xff;
}

/** Whether SQLite found the file damaged, or to be no database. */
export function isCorrupt(error: unknown): boolean {
  return [SQLITE_CORRUPT, SQLITE_NOTADB].includes(resultCode(error));
}

/** Whether what SQLite read is damaged: the file, or records that break the rules of their table. */
export function isUnreadable(error: unknown): boolean {
  const codes = [SQLITE_ERROR, SQLITE_CONSTRAINT, SQLITE_MISMATCH, SQLITE_FORMAT];
  return isCorrupt(error) || error instanceof SyntaxError || codes.includes(resultCode(error));
}

/** Whether the disk had no room for a write, or failed it. */
export function isDiskFull(error: unknown): boolean {
  return [SQLITE_FULL, SQLITE_IOERR].includes(resultCode(error));
}

/** Does work on a world file. An error that an operator can mend becomes a WorldFileError that names the file. */
export function onWorldFile<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw worldFileError(file, error);
  }
}

/** The error as an operator needs it, or itself where it is not about the file. */
export function worldFileError(file: string, error: unknown): unknown {
  if (error instanceof WorldFileError) {
    return new WorldFileError(file, error.reason, { cause: error, todo: error.todo });
  }
  const reason = reasonOf(error);
  return reason === undefined ? error : new WorldFileError(file, reason, { cause: error });
}

function reasonOf(error: unknown): string | undefined {
  const message = (error as Error).message;
  switch (resultCode(error)) {
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return `is damaged, or no world at all (${message}): ${TO_MEND}`;
    case SQLITE_READONLY:
    case SQLITE_PERM:
      return `cannot be written by this user (${message}): let this user own it (chown, chmod u+rw)`;
    case SQLITE_CANTOPEN:
      return `cannot be opened (${message}): let this user read and write it and its folder`;
    case SQLITE_IOERR:
    case SQLITE_FULL:
      return `cannot be read or written (${message}): look at the disk, and whether it is full`;
    default:
      return otherReasonOf(error as NodeJS.ErrnoException);
  }
}

const DISK_ERRORS = ['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'EROFS'];

function otherReasonOf(error: NodeJS.ErrnoException): string | undefined {
  if (error instanceof SyntaxError) return `is damaged: a record is not JSON (${error.message}): ${TO_MEND}`;
  if (!DISK_ERRORS.includes(error.code ?? '')) return undefined;
  return `cannot be written (${error.code}): look at the disk, and whether it is full`;
}

/** The reason for a file that is a database and holds no world. */
export const HOLDS_NO_WORLD = `holds no world: ${TO_MEND}`;
