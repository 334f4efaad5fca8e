import { MOST_BACKUP_URLS } from '@palatine/fleet';

/** Also over a slow line so much is through before the URLs of a batch expire. */
const BATCH_BYTES = 64 * 1024 * 1024;

/** Groups files for which URLs are asked at once. A file that is larger than a batch has one for itself. */
export function* batchesOf<F extends { readonly bytes: number }>(files: Iterable<F>): Generator<F[]> {
  let batch: F[] = [];
  let bytes = 0;
  for (const file of files) {
    if (batch.length > 0 && (batch.length === MOST_BACKUP_URLS || bytes + file.bytes > BATCH_BYTES)) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(file);
    bytes += file.bytes;
  }
  if (batch.length > 0) yield batch;
}
