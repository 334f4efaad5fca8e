import { counted } from '@palatine/platform/format';
import { checkSave } from '@palatine/save/check-save';
import { diffSaves } from '@palatine/save/diff-saves';
import { coopWarnings, PLAYERS } from '@palatine/save/folder-files';
import { openSave } from '@palatine/save/read-save-folder';
import { noteOf } from '@palatine/save/save-types';
import { INVARIANTS, type InvariantCode, type SaveViolation } from '@palatine/save/violation';
import { assertNotInterrupted, locateSave, withFolder } from '@palatine/save-tools/save-folder';
import { command } from '../command/command.ts';
import { firstLines, paint, warningText } from '../command/terminal.ts';
import { differenceLines } from './edit-command.ts';

/**
 * Harmless leftovers of the game itself (docs/save-format.md#invariants). Of I1, P4 and P6 only those with that grade.
 */
const LEFTOVERS: Partial<Record<InvariantCode, string>> = {
  C3: 'slots that name Pals that are gone',
  C7: 'entries in the lists of guilds that name characters that are gone, or one twice',
  I1: 'accessories whose records have their tier from before 1.0',
  I3: 'records of weapons, armor and eggs that are in no slot',
  M2: 'objects that name containers that are gone',
  M3: 'objects that name works that are gone',
  M6: 'objects that belong to objects that are gone',
  P4: 'players with relics that were collected before 1.0 counted them',
  P6: 'players with fewer status points than their level gave',
  W2: 'works that are given to Pals that are gone',
  W3: 'entries in the work lists of bases that name works that are gone',
};
const BY_GRADE: ReadonlySet<InvariantCode> = new Set(['I1', 'P4', 'P6']);
const MAX_LINES = 5;

export const saveCheck = command('save check DIR', {
  description: 'check a save folder for damage and inconsistencies',
  notes: [
    'The save is only read. Exit code 1 when it is broken.',
    'Leftovers of the game itself are listed; they are harmless, and the exit code is 0.',
  ],
  async run({ positionals: [typed = ''], terminal, path }) {
    const folder = await locateSave(path(typed));
    assertNotInterrupted(folder);
    const { files, save, leftOut } = await withFolder(folder, () =>
      openSave(folder, { allWarnings: terminal.json }),
    );
    const violations = checkSave(files, leftOut);
    const gradeOf = ({ code, grade }: SaveViolation) =>
      grade ?? (code in LEFTOVERS && !BY_GRADE.has(code) ? 'left by the game' : 'broken');
    const of = (wanted: string) => violations.filter((violation) => gradeOf(violation) === wanted);
    const [broken, habits, unknown] = [of('broken'), of('left by the game'), of('unknown, kept')];
    // A file that was left out is among what is broken.
    const read = save.warnings.filter(
      ({ file }) => file !== PLAYERS && leftOut.every((error) => error.file !== file),
    );
    const warnings = [...coopWarnings(folder), ...read.map(noteOf)];
    const ok = broken.length === 0;
    const grade = !ok ? 'broken' : habits.length > 0 ? 'left by the game' : 'sound';
    terminal.show({ ok, grade, era: save.era, broken, habits, unknown, warnings });
    for (const [code, group] of Map.groupBy(broken, ({ code }) => code)) {
      terminal.print([paint('red', 'broken'), `: ${INVARIANTS[code]}`], ...messagesOf(group));
    }
    for (const [code, group] of Map.groupBy(habits, ({ code }) => code)) {
      terminal.print(`left by the game: ${LEFTOVERS[code]} (${group.length})`, ...messagesOf(group));
    }
    if (unknown.length > 0) terminal.print('unknown, kept as it is:', ...messagesOf(unknown));
    for (const warning of terminal.json ? [] : warnings) terminal.warn(warningText(warning));
    const end =
      grade === 'sound' ? ': this save is consistent' : ' except for harmless leftovers of the game';
    if (ok) terminal.print([paint('green', 'sound'), end]);
    return ok ? 0 : 1;
  },
});

function messagesOf(group: readonly SaveViolation[]): readonly string[] {
  return firstLines(
    group.map(({ code, file, message }) => `  ${code} ${file}: ${message}`),
    MAX_LINES,
  );
}

export const saveDiff = command('save diff A B', {
  description: 'list the differences between two save folders, record by record',
  notes: ['Both are only read. Exit code 1 when they differ.'],
  async run({ positionals: [a = '', b = ''], terminal, path }) {
    const [before, after] = await Promise.all([openFiles(path(a)), openFiles(path(b))]);
    const records = diffSaves(before, after);
    const count = `${counted(records.length, 'record')} ${records.length === 1 ? 'differs' : 'differ'}.`;
    const same = ['The two saves hold the same records, byte for byte.'];
    const lines = records.length === 0 ? same : [...differenceLines(records), count];
    terminal.show({ same: records.length === 0, records }, ...lines);
    return records.length === 0 ? 0 : 1;
  },
});

async function openFiles(folder: string) {
  const located = await locateSave(folder);
  assertNotInterrupted(located);
  const { files } = await withFolder(located, () => openSave(located));
  return files;
}
