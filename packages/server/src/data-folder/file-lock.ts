import { statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ConfigError } from './config-error.ts';
import { ensurePrivateFile } from './private-files.ts';

const WAIT_MS = 10_000;

/**
 * Does work on a file that several processes write, while no other process does: read, change, write. Locks
 * `<file>.lock`; waits for whoever holds it. Throws a ConfigError when that takes too long. Not reentrant.
 *
 * There are two locks, of which one name is hidden, so that whoever removes `<file>.lock` while it is held lets
 * nobody else in.
 */
export function withFileLock<T>(file: string, work: () => T, { waitMs = WAIT_MS } = {}): T {
  using _visible = lockFile(`${file}.lock`, 'exclusive', waitMs, busyError(file));
  using _hidden = lockFile(
    join(dirname(file), `.${basename(file)}.lock`),
    'exclusive',
    waitMs,
    busyError(file),
  );
  return work();
}

function busyError(file: string): (cause: Error) => ConfigError {
  return (cause) => new ConfigError(`${file}: ${sentence(cause)}`, { cause });
}

function sentence(cause: Error): string {
  return isBusy(cause) ? 'another process is changing it; try again' : `cannot be locked: ${cause.message}`;
}

/** Whether the error says that another process holds the lock. */
export function isBusy(error: Error): boolean {
  return /locked|busy/i.test(error.message);
}

const BEGIN = {
  exclusive: 'pragma journal_mode = memory; begin exclusive',
  shared: 'begin; select count(*) from sqlite_schema',
} as const;

/**
 * Locks a file of its own until it is disposed of. Node has no file locks. SQLite's belong to the operating system
 * and need no cleaning up after a crash. `errorOf` makes the error that is thrown when it cannot be locked.
 */
export function lockFile(
  file: string,
  kind: keyof typeof BEGIN,
  waitMs: number,
  errorOf: (cause: Error) => Error,
): Disposable {
  try {
    for (;;) {
      ensurePrivateFile(file);
      const lock = lockOnce(file, kind, waitMs);
      if (lock !== undefined) return lock;
    }
  } catch (error) {
    throw errorOf(error as Error);
  }
}

/** Undefined when the name meanwhile stands for another file, or none: the lock on the former would keep nobody out. */
function lockOnce(file: string, kind: keyof typeof BEGIN, waitMs: number): Disposable | undefined {
  const before = inodeOf(file);
  const database = new DatabaseSync(file, { timeout: waitMs });
  try {
    database.exec(BEGIN[kind]);
  } catch (error) {
    database.close();
    throw error;
  }
  if (before !== undefined && before === inodeOf(file)) {
    return { [Symbol.dispose]: () => database.close() };
  }
  database.close();
  return undefined;
}

function inodeOf(file: string): bigint | undefined {
  return statSync(file, { bigint: true, throwIfNoEntry: false })?.ino;
}
