import { ConfigError } from '@palatine/platform/config-error';
import { isCorrupt, isSqliteError } from '@palatine/platform/sqlite';

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

/** Whether what SQLite read is damaged: the file, or records that break the rules of their table. */
export function isUnreadable(error: unknown): boolean {
  const damaged = isSqliteError(error, 'corrupt', 'notadb', 'error', 'constraint', 'mismatch', 'format');
  return damaged || error instanceof SyntaxError;
}

/** Whether the disk had no room for a write, or failed it. */
export function isDiskFull(error: unknown): boolean {
  return isSqliteError(error, 'full', 'ioerr');
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
  if (isCorrupt(error)) return `is damaged, or no world at all (${message}): ${TO_MEND}`;
  if (isSqliteError(error, 'readonly', 'perm')) {
    return `cannot be written by this user (${message}): let this user own it (chown, chmod u+rw)`;
  }
  if (isSqliteError(error, 'cantopen')) {
    return `cannot be opened (${message}): let this user read and write it and its folder`;
  }
  if (isDiskFull(error)) {
    return `cannot be read or written (${message}): look at the disk, and whether it is full`;
  }
  if (error instanceof SyntaxError) return `is damaged: a record is not JSON (${message}): ${TO_MEND}`;
  const { code = '' } = error as NodeJS.ErrnoException;
  if (!DISK_ERRORS.includes(code)) return undefined;
  return `cannot be written (${code}): look at the disk, and whether it is full`;
}

const DISK_ERRORS = ['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'EROFS'];

/** The reason for a file that is a database and holds no world. */
export const HOLDS_NO_WORLD = `holds no world: ${TO_MEND}`;
