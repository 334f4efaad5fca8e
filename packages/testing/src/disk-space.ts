import { execFileSync } from 'node:child_process';
import { closeSync, fstatSync, ftruncateSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { byTier } from '@palatine/platform/testing';

/** A folder on which a process can be made to run out of space, and get it back. */
export interface ScarceSpace extends Disposable {
  folder: string;
  /** Makes every write of the process fail from now on; on a disk after `leaveBytes` more. */
  runOut(pid: number, leaveBytes?: number): void;
  comeBack(pid: number): void;
}

/** Ways to run out of space: all in a deep run. Each throws on a machine that does not support it. */
export const SCARCE_SPACES = byTier<readonly [name: string, make: () => ScarceSpace][]>(
  [['too little space', scarceSpace]],
  [
    ['a small disk that is full', () => smallDisk()],
    ['a limit on the size of files', () => fileSizeLimit()],
  ],
);

/** The result of `make`; undefined, with the test skipped, on a machine that does not support it. */
export function spaceFor(test: TestContext, make: () => ScarceSpace): ScarceSpace | undefined {
  try {
    return make();
  } catch (error) {
    test.skip((error as Error).message);
    return undefined;
  }
}

/** The first way that this machine supports: not everybody is root, or on Linux. */
export function scarceSpace(): ScarceSpace {
  try {
    return smallDisk();
  } catch {
    return fileSizeLimit();
  }
}

/** A tmpfs; running out fills it with one large file, except for `leaveBytes`. */
export function smallDisk(defaultLeaveBytes = 0): ScarceSpace {
  const folder = mkdtempSync(join(tmpdir(), 'palatine-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', folder], { stdio: 'pipe' });
  } catch (error) {
    rmSync(folder, { recursive: true });
    throw new Error('a tmpfs can be mounted by root on Linux only', { cause: error });
  }
  const filler = join(folder, 'filler');
  return {
    folder,
    runOut: (_pid, leaveBytes = defaultLeaveBytes) => fillWith(filler, leaveBytes),
    comeBack: () => rmSync(filler, { force: true }),
    [Symbol.dispose]() {
      execFileSync('umount', ['-l', folder], { stdio: 'pipe' });
      rmSync(folder, { recursive: true });
    },
  };
}

function fillWith(filler: string, leaveBytes: number): void {
  const handle = openSync(filler, 'a');
  try {
    for (const size of [1024 * 1024, 4096, 1]) while (fits(handle, Buffer.alloc(size)));
    ftruncateSync(handle, Math.max(0, fstatSync(handle).size - leaveBytes));
  } finally {
    closeSync(handle);
  }
}

function fits(handle: number, bytes: Buffer): boolean {
  try {
    return writeSync(handle, bytes) === bytes.length;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    return false;
  }
}

/** Limits the length of files: the kernel answers EFBIG, where a full disk answers ENOSPC. */
export function fileSizeLimit(bytes = 1024): ScarceSpace {
  execFileSync('prlimit', ['--pid', String(process.pid), '--fsize'], { stdio: 'pipe' }); // throws when prlimit is not installed
  const folder = mkdtempSync(join(tmpdir(), 'palatine-disk-'));
  return {
    folder,
    runOut: (pid) => limit(pid, bytes),
    comeBack: (pid) => limit(pid, 'unlimited'),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Sets only the soft limit, so that it can be raised again. */
function limit(pid: number, bytes: number | 'unlimited'): void {
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`], { stdio: 'pipe' });
}
