import { DatabaseSync } from 'node:sqlite';
import { isCorrupt } from '@palatine/platform/sqlite';

const MOST_ERRORS = 20;
const MOST_CHARS = 200;

/** Damage in a database file, indexes included: at most 20 sentences. Nobody else may have it open. */
export function integrityErrors(file: string): string[] {
  try {
    using database = new DatabaseSync(file, { readOnly: true });
    const rows = database.prepare(`pragma integrity_check(${MOST_ERRORS})`).all() as {
      integrity_check: string;
    }[];
    return rows
      .flatMap(({ integrity_check: text }) => text.split('\n'))
      .filter((line) => line !== 'ok' && !line.startsWith('***'))
      .slice(0, MOST_ERRORS)
      .map((line) => line.slice(0, MOST_CHARS));
  } catch (error) {
    if (isCorrupt(error)) return [(error as Error).message];
    throw error;
  }
}
