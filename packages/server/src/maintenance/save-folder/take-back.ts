import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { digestSave } from './digest-save.ts';
import type { SaveJournal } from './edit-records.ts';
import { type NewContent, replaceFiles, type Step, writeTemporaries } from './replace-files.ts';
import { backedUpFile, keepDraft } from './save-backups.ts';
import { writeJournal } from './save-journal.ts';
import type { LockedSave } from './save-lock.ts';

/**
 * Puts the files of the backup back in the place of those that an interrupted edit has replaced already, with a
 * journal of its own. Throws a ConfigError when the backup is damaged, before anything is replaced.
 */
export function takeBack(save: LockedSave, journal: SaveJournal, step: Step): void {
  const { folder, backups } = save;
  if (journal.doing !== 'taking back') keepDraft(backups, journal.backup);
  const found = digestSave(folder);
  const contents = new Map<string, NewContent>();
  for (const { path, ...change } of journal.replacements) {
    const old = journal.doing === 'taking back' ? change.after : change.before;
    const before = found.get(path)?.sha256 ?? null;
    if (before === old) continue;
    const backup = join(backups, journal.backup);
    const bytes = old === null ? null : backedUpFile(backup, path, old);
    const rights = found.get(path) ?? lstatSync(join(backup, path));
    contents.set(path, { bytes, rights, before });
  }
  const replacements = writeTemporaries(folder, contents, step);
  const before = [...found.values()].map(({ path, sha256 }) => ({ path, sha256 }));
  const back: SaveJournal = { ...journal, doing: 'taking back', before, replacements };
  writeJournal(folder, back);
  step('wrote the journal of taking back');
  replaceFiles(save, back, step);
}
