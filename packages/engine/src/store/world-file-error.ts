import { ConfigError } from '@palatine/platform/config-error';
import { isCorrupt, isSqliteError } from '@palatine/platform/sqlite';

/** How to recover a damaged world; doctor and `world restore` list the names. */
export const TO_RECOVER = 'palatine world restore NAME --replace goes back to a backup and keeps this file';

/** A world file that cannot be served: one line that names the file and the remedy. */
export class WorldFileError extends ConfigError {
  /** Without the name of the file. */
  readonly reason: string;
  /** The next step, unless it is in the reason. */
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

/** The reason without its remedy. */
export function damagedBy(found: string): string {
  return `is damaged, or no world at all (${found})`;
}

/** Whether SQLite read damaged data: the file, or records that violate constraints. */
export function isUnreadable(error: unknown): boolean {
  const damaged = isSqliteError(error, 'corrupt', 'notadb', 'error', 'constraint', 'mismatch', 'format');
  return damaged || error instanceof SyntaxError;
}

export function isDiskFull(error: unknown): boolean {
  return isSqliteError(error, 'full', 'ioerr');
}

/** Works on a world file. An error that an operator can fix becomes a WorldFileError. */
export function onWorldFile<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw worldFileError(file, error);
  }
}

/** The error for an operator, or itself if it is not about the file. */
export function worldFileError(file: string, error: unknown): unknown {
  if (error instanceof WorldFileError) {
    return new WorldFileError(file, error.reason, { cause: error, todo: error.todo });
  }
  const reason = reasonOf(error);
  return reason === undefined ? error : new WorldFileError(file, reason, { cause: error });
}

function reasonOf(error: unknown): string | undefined {
  const message = (error as Error).message;
  if (isCorrupt(error)) return `${damagedBy(message)}: ${TO_RECOVER}`;
  if (isSqliteError(error, 'readonly', 'perm')) {
    return `cannot be written by this user (${message}): let this user own it (chown, chmod u+rw)`;
  }
  if (isSqliteError(error, 'cantopen')) {
    return `cannot be opened (${message}): let this user read and write it and its folder`;
  }
  if (isDiskFull(error)) {
    return `cannot be read or written (${message}): look at the disk, and whether it is full`;
  }
  if (isSqliteError(error, 'constraint', 'mismatch')) return `is damaged: ${message}: ${TO_RECOVER}`;
  if (error instanceof SyntaxError) return `is damaged: a record cannot be read (${message}): ${TO_RECOVER}`;
  const { code = '' } = error as NodeJS.ErrnoException;
  if (!DISK_ERRORS.includes(code)) return undefined;
  return `cannot be written (${code}): look at the disk, and whether it is full`;
}

const DISK_ERRORS = ['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'EROFS'];

export const HOLDS_NO_WORLD = `holds no world: ${TO_RECOVER}`;
