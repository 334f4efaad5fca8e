import { join } from 'node:path';
import { writeFileAtomically } from '../data-folder/atomic-write.ts';
import { isObject } from '../data-folder/is-object.ts';
import { FILE_BYTES, readTextFile } from '../data-folder/read-file.ts';
import { parseJson } from '../data-folder/read-json.ts';
import { readJournal } from '../maintenance/save-folder/save-journal.ts';
import type { LockedSave } from '../maintenance/save-folder/save-lock.ts';

const MARK = 'placed.json';
/** The step of an edit after its last rename and before its journal goes. */
export const ALL_PLACED = 'settled the backup';

/**
 * Notes, in the backup of the edit that is being made, when all its files were in place. A server whose process began
 * later has read them. Called before the journal goes: an edit without a journal has its mark.
 */
export function markPlaced({ folder, backups }: Pick<LockedSave, 'folder' | 'backups'>, nowMs: number): void {
  const journal = readJournal(folder);
  if (journal?.doing !== 'edit') return;
  writeFileAtomically(
    join(backups, journal.backup, MARK),
    `${JSON.stringify({ placedAt: new Date(nowMs).toISOString() })}\n`,
  );
}

/** When the files of an edit were in place, in ms since 1970; undefined where nobody noted it. */
export function placedAtMs(backup: string): number | undefined {
  const text = readTextFile(join(backup, MARK), FILE_BYTES.manifest);
  if (text === undefined) return undefined;
  try {
    const value = parseJson(text);
    const at = isObject(value) ? value.placedAt : undefined;
    return typeof at === 'string' ? Date.parse(at) || undefined : undefined;
  } catch {
    return undefined; // damaged: as unknown as one that is missing
  }
}
