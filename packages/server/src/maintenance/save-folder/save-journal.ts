import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { flushFolder, writeFileAtomically } from '../../data-folder/atomic-write.ts';
import { ConfigError } from '../../data-folder/config-error.ts';
import { formatJson } from '../../data-folder/read-json.ts';
import { readJournalFile, type SaveJournal } from './edit-records.ts';
import { JOURNAL } from './save-paths.ts';

// The journal lies in the world folder: a half-edited folder that is moved or copied takes the journal along.

/** The journal of an interrupted edit, if there is one. Throws a ConfigError that says what to do with a damaged one. */
export function readJournal(folder: string): SaveJournal | undefined {
  const file = join(folder, JOURNAL);
  try {
    return readJournalFile(file);
  } catch (error) {
    throw new ConfigError(
      `${(error as Error).message}: an edit was interrupted, and nobody can tell how far it came; ` +
        'copy the files of the last backup back, then remove this file',
      { cause: error },
    );
  }
}

/** From here on the next command finishes what the journal says. */
export function writeJournal(folder: string, journal: SaveJournal): void {
  writeFileAtomically(join(folder, JOURNAL), formatJson(journal));
}

/** The edit is over. */
export function removeJournal(folder: string): void {
  rmSync(join(folder, JOURNAL), { force: true });
  flushFolder(folder);
}

/** The time of a record, for people. */
export function timeText(iso: string): string {
  return `${iso.slice(0, 19).replace('T', ' ')} UTC`;
}
