import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { FILE_BYTES, readFileBytes } from '../../data-folder/read-file.ts';
import { sha256Of } from '../../data-folder/sha256.ts';
import { fileBelow, MANIFEST } from '../../maintenance/backup-paths.ts';
import { type Manifest, readManifest, streamFile } from '../../maintenance/manifest.ts';
import { assertPortable, totalBytes } from '../../maintenance/portable-manifest.ts';
import { BackupError, type RetryPace, retried } from './attempts.ts';
import { batchesOf } from './batches.ts';
import type { OrderingGateway } from './gateway-calls.ts';
import { putObject } from './transfer.ts';

/** What work on the files of an order needs. */
export interface Transfers {
  readonly gateway: OrderingGateway;
  readonly pace: RetryPace;
  readonly signal: AbortSignal;
  /** Called with the bytes that are there and those that are to be. */
  readonly onProgress: (done: number, of: number) => void;
}

type ManifestFile = Manifest['files'][number];

/**
 * Uploads a backup of the data folder, its manifest last: until that is there, what lies in the storage is no backup.
 * A file whose upload breaks off is begun again, with a new URL. Rejects with a ConfigError or a BackupError for a backup
 * that is not whole, and with a TransferError when the storage stays away.
 */
export async function uploadBackup(folder: string, transfers: Transfers): Promise<void> {
  const manifest = readManifest(folder);
  assertPortable(manifest, basename(folder));
  const bytes = readFileBytes(join(folder, MANIFEST), FILE_BYTES.manifest);
  if (bytes === undefined) throw new BackupError('the backup was deleted meanwhile');

  const of = totalBytes(manifest.files) + bytes.byteLength;
  let done = 0;
  const put = async (file: ManifestFile, open: () => Readable, url?: string) => {
    await putFile(file, open, url, transfers);
    done += file.bytes;
    transfers.onProgress(done, of);
  };

  for (const batch of batchesOf(manifest.files)) {
    const urls = await transfers.gateway.urls(batch);
    for (const [index, file] of batch.entries()) {
      await put(file, () => streamFile(fileBelow(folder, file.path)), urls[index]);
    }
  }
  const last = { path: MANIFEST, bytes: bytes.byteLength, sha256: sha256Of(bytes) };
  await put(last, () => Readable.from([bytes]));
}

async function putFile(
  file: ManifestFile,
  open: () => Readable,
  firstUrl: string | undefined,
  { gateway, pace, signal }: Transfers,
): Promise<void> {
  let url = firstUrl;
  await retried({ pace, signal }, async () => {
    const [fresh] = url === undefined ? await gateway.urls([file]) : [url];
    url = undefined; // it may have expired by the next attempt
    await putObject(fresh ?? '', open(), file, { signal });
  });
}
