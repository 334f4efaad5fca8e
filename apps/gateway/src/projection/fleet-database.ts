import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import {
  isCorrupt,
  moveDatabase,
  OtherSchemaError,
  openDatabase,
  readSchema,
} from '@palatine/platform/sqlite';

/** A file of another version is filled again by the worlds. */
const SCHEMA = readSchema(join(import.meta.dirname, 'fleet.sql'));

/** An event id is the number of its file and a 32-bit counter, so ids of another file are recognized. */
const ID_BITS = 2 ** 32;
const FILE_NUMBERS = 2 ** 20;

/** Opens the projection of a fleet. `setAside`: why a damaged or old one was set aside. Throws when the disk takes none. */
export function openFleetDatabase(file: string): { database: DatabaseSync; setAside: string | undefined } {
  try {
    return { database: open(file), setAside: undefined };
  } catch (error) {
    if (!(error instanceof OtherSchemaError) && !isCorrupt(error)) throw error;
    setAside(file);
    return { database: open(file), setAside: (error as Error).message };
  }
}

/** The number of the file that an event with this id is in. */
export function fileNumberOf(eventId: number): number {
  return Math.floor(eventId / ID_BITS);
}

function open(file: string): DatabaseSync {
  // Full: a world may delete what this file has.
  const firstId = randomInt(1, FILE_NUMBERS) * ID_BITS;
  const rows = `insert into sqlite_sequence (name, seq) values ('events', ${firstId})`;
  return openDatabase(file, { synchronous: 'full', schema: SCHEMA, rows });
}

/** Moves a file away, replacing the one set aside before. */
export function setAside(file: string): void {
  moveDatabase(file, file.replace(/(\.db)?$/, '-set-aside.db'));
}
