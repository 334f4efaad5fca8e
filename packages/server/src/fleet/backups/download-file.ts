import { createHash, type Hash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { StreamedFile } from '../../data-folder/streamed-file.ts';
import { BackupError, retried } from './attempts.ts';
import { type Content, getObject, TransferError } from './transfer.ts';
import type { Transfers } from './upload-backup.ts';

/** A file of a backup, as its manifest or the order names it. */
export interface NamedContent extends Content {
  readonly path: string;
}

/** What a download is written into. */
interface Sink {
  readonly written: number;
  write(bytes: Uint8Array): Promise<void>;
  restart(): Promise<void>;
}

/**
 * Downloads a file of a backup to a name that must be free. A download that breaks off goes on where it stopped. Rejects
 * with a BackupError for anything but the announced content, of which nothing is left then.
 */
export async function downloadFile(
  content: NamedContent,
  file: string,
  firstUrl: string | undefined,
  transfers: Transfers,
): Promise<void> {
  try {
    await using sink = new StreamedFile(file);
    await download(content, sink, firstUrl, transfers);
    await sink.flush();
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  }
}

/** Downloads a small file of a backup into memory. Rejects as `downloadFile`. */
export async function downloadBytes(content: NamedContent, transfers: Transfers): Promise<Buffer> {
  let chunks: Uint8Array[] = [];
  const sink = {
    written: 0,
    async write(bytes: Uint8Array) {
      chunks.push(bytes);
      sink.written += bytes.byteLength;
    },
    async restart() {
      chunks = [];
      sink.written = 0;
    },
  };
  await download(content, sink, undefined, transfers);
  return Buffer.concat(chunks);
}

async function download(
  { path, bytes, sha256 }: NamedContent,
  sink: Sink,
  firstUrl: string | undefined,
  { gateway, pace, signal }: Transfers,
): Promise<void> {
  let hash = createHash('sha256');
  let url = firstUrl;
  await retried({ pace, signal, achieved: () => sink.written }, async () => {
    const [fresh] = url === undefined ? await gateway.urls([{ path }]) : [url];
    url = undefined; // it may have expired by the next attempt
    const { stream, from } = await getObject(fresh ?? '', sink.written, { signal });
    if (from !== sink.written) {
      await sink.restart();
      hash = createHash('sha256');
    }
    await receive(stream, sink, hash, { path, bytes });
  });
  if (hash.digest('hex') !== sha256) throw damaged(path);
}

async function receive(
  stream: AsyncIterable<Buffer>,
  sink: Sink,
  hash: Hash,
  { path, bytes }: Pick<NamedContent, 'path' | 'bytes'>,
): Promise<void> {
  try {
    for await (const chunk of stream) {
      if (sink.written + chunk.byteLength > bytes) throw damaged(path);
      hash.update(chunk);
      await sink.write(chunk);
    }
  } catch (error) {
    if (error instanceof BackupError) throw error;
    const { code, name } = error as NodeJS.ErrnoException;
    throw new TransferError(`${path} broke off: ${code ?? name}`);
  }
  if (sink.written < bytes) throw new TransferError(`${path} broke off`);
}

function damaged(path: string): BackupError {
  return new BackupError(`the backup in the storage is damaged: ${path} is not what was backed up`);
}
