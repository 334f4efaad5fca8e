import { constants, openSync, writeSync } from 'node:fs';
import { isatty } from 'node:tty';

/** How long the process may wait for slow readers of its output, in each second. */
const WAIT_MS = 20;
const SECOND_MS = 1000;
const STEP_MS = 1;

/** Standard output (1) or standard error (2), written at once. It never throws, and never waits long. */
export interface StandardOutput {
  /** @returns whether all of the text was written; what fails is dropped. */
  write(text: string): boolean;
}

/**
 * Opens a standard stream for writes that cannot end or hold up the process: a reader that is gone, a full disk and a
 * closed terminal drop the text, and so does a reader that does not read.
 */
export function openOutput(fd: 1 | 2): StandardOutput {
  const target = nonBlocking(fd);
  const wait = boundedWait();
  let torn = false;

  /** @returns how many bytes were written before the first error. */
  function writeBytes(bytes: Buffer): number {
    let at = 0;
    while (at < bytes.length) {
      try {
        at += writeSync(target, bytes, at);
      } catch (error) {
        const full = (error as NodeJS.ErrnoException).code === 'EAGAIN';
        if (!full || !wait()) return at;
      }
    }
    return at;
  }

  return {
    write(text) {
      const bytes = Buffer.from(torn ? `\n${text}` : text);
      const written = writeBytes(bytes);
      if (written > 0) torn = written < bytes.length;
      return written === bytes.length;
    },
  };
}

/** A descriptor of the stream whose writes fail with EAGAIN instead of waiting for a reader. */
function nonBlocking(fd: 1 | 2): number {
  try {
    // Node makes pipes and sockets non-blocking as it opens the stream. The listener is for what others write to it.
    const stream = fd === 1 ? process.stdout : process.stderr;
    stream.on('error', () => {});
    // A terminal stays blocking: Ctrl-S would stop the service. Linux opens it anew with flags of its own.
    if (!isatty(fd)) return fd;
    return openSync(`/proc/self/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch {
    return fd; // not Linux, a terminal of another user, or one that is closed already
  }
}

/** @returns a function that waits a little, or returns false when this second's waiting is used up. */
function boundedWait(): () => boolean {
  const never = new Int32Array(new SharedArrayBuffer(4));
  let secondBegan = Number.NEGATIVE_INFINITY;
  let waitedMs = 0;
  return () => {
    const now = performance.now();
    if (now - secondBegan >= SECOND_MS) {
      secondBegan = now;
      waitedMs = 0;
    }
    if (waitedMs >= WAIT_MS) return false;
    Atomics.wait(never, 0, 0, STEP_MS);
    waitedMs += performance.now() - now;
    return true;
  };
}
