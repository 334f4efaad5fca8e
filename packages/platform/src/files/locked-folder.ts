import { join } from 'node:path';
import { ConfigError } from '../settings/config-error.ts';
import { isBusy, isLocked, lockFile, lockHolder } from './file-lock.ts';
import { makePrivateFolder } from './private-files.ts';

/** A command that checks whether a folder is in use locks it for a moment. */
const LOCK_WAIT_MS = 500;

/** A folder that is locked by this process. */
export interface FolderLock extends Disposable {
  /** Lets another process lock it. */
  unlock(): void;
}

/**
 * A kind of folder that one process uses at a time. `lock`: the file that is locked. `user` and `noun`: how messages call
 * the process and the folder.
 */
export function lockedFolder({ lock, user, noun }: { lock: string; user: string; noun: string }) {
  const errorOf = (folder: string) => (cause: Error) => {
    if (!isBusy(cause))
      return new ConfigError(`the ${noun} ${folder} cannot be locked: ${cause.message}`, { cause });
    const pid = lockHolder(join(folder, lock));
    const holder = pid === undefined ? '' : ` (process ${pid})`;
    return new ConfigError(`another ${user} is using the ${noun} ${folder}; stop it first${holder}`, {
      cause,
    });
  };

  return {
    /**
     * Makes a missing folder, locks it for this process, however that ends, and prepares what is in it. Throws a ConfigError.
     */
    open(folder: string, prepare: () => void): FolderLock {
      try {
        makePrivateFolder(folder);
      } catch (cause) {
        throw new ConfigError(`the ${noun} ${folder} cannot be made: ${(cause as Error).message}`, { cause });
      }
      const held = lockFile(join(folder, lock), 'process', LOCK_WAIT_MS, errorOf(folder));
      try {
        prepare();
        const unlock = () => held[Symbol.dispose]();
        return { unlock, [Symbol.dispose]: unlock };
      } catch (cause) {
        held[Symbol.dispose]();
        throw new ConfigError(`the ${noun} cannot be used: ${(cause as Error).message}`, { cause });
      }
    },
    /** Whether a process has locked it. Throws a ConfigError. */
    isInUse: (folder: string, { waitMs = LOCK_WAIT_MS } = {}): boolean =>
      isLocked(join(folder, lock), waitMs, errorOf(folder)),
  };
}
