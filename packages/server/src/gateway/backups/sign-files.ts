import type { BackupFile } from '@palatine/fleet';
import { MANIFEST, WORLD_FILE } from '../../maintenance/backup-paths.ts';
import { PORTABLE } from '../../maintenance/portable-manifest.ts';
import type { BackupOrder } from './backup-orders.ts';
import type { Bucket } from './bucket.ts';
import { keysOfBackup, objectKey } from './object-keys.ts';
import type { SignedContent } from './signing.ts';

/** A world asks for what its order does not give. */
export class SignRefusal extends Error {
  override readonly name = 'SignRefusal';
}

/**
 * The URLs of some files of an order. Throws a SignRefusal for a file that the order does not reach, and a StorageError.
 */
export async function signFiles(
  bucket: Bucket,
  order: BackupOrder,
  files: readonly BackupFile[],
): Promise<string[]> {
  if (order.kind === 'Fetch') return Promise.all(files.map(({ path }) => signGet(bucket, order, path)));
  const urls: string[] = [];
  for (const file of files) urls.push(await signPut(bucket, order, file));
  return urls;
}

function signGet(bucket: Bucket, order: BackupOrder, path: string): Promise<string> {
  const known = path === MANIFEST || order.files.has(path);
  const key = known ? objectKey(bucket.prefix, order.id, path) : undefined;
  if (key === undefined) throw new SignRefusal('the backup holds no such file');
  return bucket.presign('GET', key);
}

async function signPut(
  bucket: Bucket,
  order: BackupOrder,
  { path, bytes, sha256 }: BackupFile,
): Promise<string> {
  const key = objectKey(bucket.prefix, order.id, path);
  if (key === undefined)
    throw new SignRefusal('no backup may hold a file of this name, or the name is too long');
  if (bytes === undefined || sha256 === undefined) throw new SignRefusal('what is to lie there is not said');
  const content = { bytes, sha256 };
  if (path === MANIFEST) await assertAllThere(bucket, order, content);
  else assertFits(order, path, content);
  order.bytes += bytes - (order.files.get(path)?.bytes ?? 0);
  order.files.set(path, content);
  return bucket.presign('PUT', key, content);
}

function assertFits({ files, bytes: before }: BackupOrder, path: string, { bytes }: SignedContent): void {
  const known = files.get(path);
  if (bytes > PORTABLE.fileBytes) throw new SignRefusal('a file is larger than S3 takes in one PUT');
  if (known === undefined && files.size >= PORTABLE.files)
    throw new SignRefusal('the backup has too many files');
  if (before - (known?.bytes ?? 0) + bytes > PORTABLE.totalBytes)
    throw new SignRefusal('the backup is too large');
}

/** The manifest makes a backup of what lies there, so everything has to lie there before. */
async function assertAllThere(bucket: Bucket, order: BackupOrder, { bytes }: SignedContent): Promise<void> {
  if (bytes > PORTABLE.manifestBytes) throw new SignRefusal('the manifest is too large');
  if (!order.files.has(WORLD_FILE)) throw new SignRefusal(`${WORLD_FILE} was not uploaded`);
  const missing = new Map(order.files);
  missing.delete(MANIFEST);
  const beginning = keysOfBackup(bucket.prefix, order.id);
  let next: string | undefined;
  do {
    const page = await bucket.list(beginning, { next });
    for (const object of page.objects) {
      const path = object.key.slice(beginning.length);
      if (missing.get(path)?.bytes === object.bytes) missing.delete(path);
    }
    next = page.next;
  } while (next !== undefined);
  if (missing.size > 0) throw new SignRefusal(`${missing.size} files are not there`);
}
