import { constants, openSync, writeSync } from 'node:fs';
import { isatty } from 'node:tty';

/** Standard output (1) or standard error (2), written at once. It never throws, and never waits. */
export interface StandardOutput {
  /** @returns whether all of the text was written; what fails is dropped. */
  write(text: string): boolean;
}

/**
 * Opens a standard stream for writes that cannot end or hold up the process: a reader that is gone, a full disk and a
 * closed terminal drop the text, and so does a reader that does not read.
 *
 * Not `pino.destination`: it keeps a line that failed and repeats it with the next one, so nobody can count it or drop
 * it on a full disk; after an EPIPE it writes nothing any more and says nothing of it; its retry of an EAGAIN stops the
 * process for 100 ms; and its flush at a fatal line repeats an EIO or ENOSPC for ever.
 */
export function openOutput(fd: 1 | 2): StandardOutput {
  const target = nonBlocking(fd);
  let torn = false;
  return {
    write(text) {
      const bytes = Buffer.from(torn ? `\n${text}` : text);
      let at = 0;
      try {
        while (at < bytes.length) at += writeSync(target, bytes, at);
      } catch {
        // Dropped: the caller counts it.
      }
      if (at > 0) torn = at < bytes.length;
      return at === bytes.length;
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
