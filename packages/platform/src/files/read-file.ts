import { hash } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readSync,
  type Stats,
  statSync,
} from 'node:fs';
import { ConfigError, orElse } from '../text/config-error.ts';
import { isMissing } from '../text/json.ts';

const MIB = 1024 * 1024;

/** Maximum sizes of files that are read. A larger file is refused unread. */
export const FILE_BYTES = {
  settings: MIB,
  /** A token file has a few hundred bytes. */
  token: 64 * 1024,
  /** A Pal template or a file of import rules has about a page. */
  pal: MIB,
  pem: MIB,
  catalogue: 64 * MIB,
  /** An archive of a deleted base, compressed; a base with 100,000 objects has a few MiB. */
  archive: 32 * MIB,
  archiveText: 128 * MIB,
  manifest: 64 * MIB,
  picture: 32 * MIB,
  icon: 64 * 1024,
  /** Any other text, such as the ban list. */
  text: 256 * MIB,
} as const;

/** An existing file that cannot be read: a folder, a pipe, too large, or without permission. */
export class UnreadableFileError extends ConfigError {
  readonly code: string;
  /** Without the file name. */
  readonly reason: string;

  constructor(file: string, reason: string, code: string, options?: ErrorOptions) {
    super(`${file} ${reason}`, options);
    this.code = code;
    this.reason = reason;
  }
}

// A pipe without a writer opens at once instead of blocking. Windows has no such pipes among its files.
export const READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

type OpenedFile = Exclude<ReturnType<typeof openFile>, undefined>;

/** Opens a regular file for reading. Undefined for a missing one. Throws an UnreadableFileError; never blocks. */
export function openFile(file: string): { handle: number; stats: Stats } | undefined {
  let handle: number;
  try {
    handle = openSync(file, READ);
  } catch (error) {
    if (isMissing(error) && lstatSync(file, { throwIfNoEntry: false }) === undefined) return undefined;
    throw openError(file, error);
  }
  try {
    const stats = fstatSync(handle);
    assertRegular(file, stats);
    return { handle, stats };
  } catch (error) {
    closeSync(handle);
    throw error;
  }
}

/** Works on an open file. Undefined for a missing one. */
export function withFile<T>(file: string, work: (opened: OpenedFile) => T): T | undefined {
  const opened = openFile(file);
  if (opened === undefined) return undefined;
  try {
    return work(opened);
  } finally {
    closeSync(opened.handle);
  }
}

/** Reads a file. Undefined for a missing one, not a dangling link. Throws an UnreadableFileError; never blocks. */
export function readFileBytes(file: string, maxBytes: number = FILE_BYTES.text): Buffer | undefined {
  return withFile(file, (opened) =>
    Buffer.concat(Array.from(chunksOf(file, opened, maxBytes), (chunk) => Buffer.from(chunk))),
  );
}

const CHUNK_BYTES = MIB;
/** For a file that grows while it is read. */
const MIN_CHUNK_BYTES = 4096;

/** Passes a file in chunks that share a buffer. Throws as `readFileBytes`, also for a missing file. */
export function visitFileChunks(file: string, maxBytes: number, visit: (chunk: Buffer) => void): Stats {
  const stats = withFile(file, (opened) => {
    for (const chunk of chunksOf(file, opened, maxBytes)) visit(chunk);
    return opened.stats;
  });
  if (stats === undefined) throw new UnreadableFileError(file, 'is missing', 'ENOENT');
  return stats;
}

/** Reads an open file in chunks that share a buffer. Throws an UnreadableFileError, also when it is larger. */
export function* chunksOf(file: string, { handle, stats }: OpenedFile, maxBytes = Number.POSITIVE_INFINITY) {
  assertSize(file, stats.size, maxBytes);
  const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, Math.max(stats.size + 1, MIN_CHUNK_BYTES)));
  for (let read = 0; ; ) {
    const bytes = readChunk(file, handle, chunk);
    if (bytes === 0) return;
    read += bytes;
    assertSize(file, read, maxBytes); // it may grow meanwhile
    yield chunk.subarray(0, bytes);
  }
}

function readChunk(file: string, handle: number, chunk: Buffer): number {
  try {
    return readSync(handle, chunk, 0, chunk.length, null);
  } catch (error) {
    throw openError(file, error);
  }
}

/** Text of a UTF-8 file, as `readFileBytes` reads it. Throws an UnreadableFileError for another encoding. */
export function readTextFile(file: string, maxBytes?: number): string | undefined {
  const bytes = readFileBytes(file, maxBytes);
  return bytes && decodeUtf8(file, bytes);
}

/** Decodes UTF-8 with its byte order mark, or throws an UnreadableFileError: replacement characters would be stored. */
export function decodeUtf8(file: string, bytes: Uint8Array): string {
  const utf16 = utf16Of(bytes);
  if (utf16 !== undefined) {
    throw new UnreadableFileError(file, `is ${utf16} text; save it as UTF-8`, 'EILSEQ');
  }
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let text: string | undefined;
  try {
    text = decoder.decode(bytes, { stream: true });
    return text + decoder.decode();
  } catch (cause) {
    const [reason, code] =
      text === undefined
        ? ['is not UTF-8 text (it may be Latin-1 or Windows-1252); save it as UTF-8', 'EILSEQ']
        : ['ends in the middle of a character: it is half written, or not UTF-8', 'EIO'];
    throw new UnreadableFileError(file, reason, code, { cause });
  }
}

/** PowerShell 5.1 and Notepad's "Unicode" write UTF-16, with a mark or with a zero byte beside the first letter. */
function utf16Of([first, second]: Uint8Array): string | undefined {
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'UTF-16 (little endian)';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return 'UTF-16 (big endian)';
  return undefined;
}

/** The first bytes of a file of at most `maxBytes`. Undefined for a missing one. Throws as `readFileBytes`. */
export function readFileBeginning(file: string, bytes: number, maxBytes: number): Buffer | undefined {
  return withFile(file, ({ handle, stats }) => {
    assertSize(file, stats.size, maxBytes);
    const beginning = Buffer.alloc(bytes);
    return beginning.subarray(0, readSync(handle, beginning, 0, bytes, 0));
  });
}

/** Changes whenever the file does; '' if stat fails, such as for a dangling link. */
export function stampOf(file: string): string {
  return orElse('', () => {
    const { mtimeMs, ctimeMs, size, ino } = statSync(file);
    return `${mtimeMs} ${ctimeMs} ${size} ${ino}`;
  });
}

function assertRegular(file: string, stats: Stats): void {
  if (stats.isFile()) return;
  if (stats.isDirectory()) throw new UnreadableFileError(file, 'is a folder, not a file', 'EISDIR');
  throw new UnreadableFileError(file, `is ${kindOf(stats)}, not a file`, 'EIO');
}

function kindOf(stats: Stats): string {
  if (stats.isFIFO()) return 'a named pipe';
  if (stats.isSocket()) return 'a socket';
  return 'a device';
}

function assertSize(file: string, bytes: number, maxBytes: number): void {
  if (bytes > maxBytes) {
    throw new UnreadableFileError(file, `has ${bytes} bytes; at most ${maxBytes} are read`, 'EFBIG');
  }
}

function openError(file: string, error: unknown): UnreadableFileError {
  const { code = 'EIO' } = error as NodeJS.ErrnoException;
  const reason = REASONS[code] ?? `cannot be read (${code})`; // the system's message repeats the path
  return new UnreadableFileError(file, reason, code, { cause: error });
}

const CLOSED = 'cannot be read by this user (EACCES)';
const REASONS: Partial<Record<string, string>> = {
  ENOENT: 'is a link that leads nowhere',
  ELOOP: 'is a link that leads in a circle',
  EACCES: CLOSED,
  EPERM: CLOSED,
  ENXIO: 'is a socket, not a file',
  EISDIR: 'is a folder, not a file',
};

/** SHA-256 of bytes, or of a text in UTF-8, in hex. */
export function sha256Of(content: string | Uint8Array): string {
  return hash('sha256', content);
}
