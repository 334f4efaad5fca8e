import assert from 'node:assert/strict';
import { globSync, statSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { aFolder } from '@palatine/platform/testing';
import { CorruptDataError, SaveError } from '../format/save-error.ts';
import type { SaveEra, SaveWorld } from '../format/save-types.ts';
import { ByteReader } from '../read/byte-reader.ts';
import { readSaveFolder } from '../read/read-save-folder.ts';
import { twoPlayersOneCamp } from './sample-world.ts';
import { writeSaveFolder } from './write-save-folder.ts';

/** The file of a player of the sample world. */
export const ZOE = 'Players/0000000B00000000000000000000ABCD.sav';

/** A save folder with unpacked files, so that damage reaches the parser. */
export async function anUnpackedSave(era: SaveEra = 'D') {
  const folder = await aFolder();
  await writeSaveFolder(folder.path, twoPlayersOneCamp(), { era, container: 'GVAS' });
  return folder;
}

/** Does not wait for a file that is being written. */
export const readOnce = (path: string) => readSaveFolder(path, { tries: 1 });

export async function damage(folder: string, file: string, change: (bytes: Buffer) => Buffer): Promise<void> {
  const path = join(folder, file);
  await writeFile(path, change(await readFile(path)));
}

export function put(bytes: Buffer, at: number, change: Uint8Array): Buffer {
  bytes.set(change.subarray(0, bytes.length - at), at);
  return bytes;
}

/**
 * Reads a damaged folder. Asserts that it ends in a world or in a SaveError caused by CorruptDataError, and that readers
 * read each byte once, apart from a property's name for the message, and announce fewer values than there are bytes.
 */
export async function readDamaged(path: string): Promise<SaveWorld | SaveError> {
  const fileBytes = bytesOf(path);
  const maxReads = 2 * fileBytes;
  using reads = countReads();
  const result = await readOnce(path).catch((error: unknown) => {
    assert.ok(error instanceof SaveError, `not a SaveError: ${error}`);
    assert.ok(error.cause instanceof CorruptDataError, `an accident of the parser: ${error.cause}`);
    return error;
  });
  assert.ok(reads.steps <= maxReads, `${reads.steps} steps for ${fileBytes} bytes`);
  assert.ok(reads.bytes <= maxReads, `${reads.bytes} bytes read of ${fileBytes}`);
  assert.ok(reads.values <= fileBytes, `${reads.values} values in ${fileBytes} bytes`);
  return result;
}

function bytesOf(folder: string): number {
  const files = globSync('**/*.sav', { cwd: folder });
  return files.reduce((bytes, file) => bytes + statSync(join(folder, file)).size, 0);
}

/** Counts until disposed the calls of `take`, the bytes they step over, and the values that are read and kept. */
export function countReads(): { steps: number; bytes: number; values: number } & Disposable {
  const { take, spendValues } = ByteReader.prototype;
  const reads = {
    steps: 0,
    bytes: 0,
    values: 0,
    [Symbol.dispose]: () => {
      ByteReader.prototype.take = take;
      ByteReader.prototype.spendValues = spendValues;
    },
  };
  ByteReader.prototype.spendValues = function (count) {
    reads.values += count;
    spendValues.call(this, count);
  };
  ByteReader.prototype.take = function (length) {
    reads.steps += 1;
    const start = take.call(this, length);
    reads.bytes += length;
    return start;
  };
  return reads;
}
