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
import * as words from '../texts/commands.ts';
import { differenceLines } from './edit-command.ts';

const BY_GRADE: ReadonlySet<InvariantCode> = new Set(['I1', 'P4', 'P6']);
const MAX_LINES = 5;

export const saveCheck = command('save check DIR', {
  ...words.saveCheck,
  async run({ positionals: [typed = ''], terminal, path }) {
    const folder = await locateSave(path(typed));
    assertNotInterrupted(folder);
    const { files, save, leftOut } = await withFolder(folder, () =>
      openSave(folder, { allWarnings: terminal.json }),
    );
    const violations = checkSave(files, leftOut);
    const gradeOf = ({ code, grade }: SaveViolation) =>
      grade ?? (code in words.LEFTOVERS && !BY_GRADE.has(code) ? 'left by the game' : 'broken');
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
      terminal.print(`left by the game: ${words.LEFTOVERS[code]} (${group.length})`, ...messagesOf(group));
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
  ...words.saveDiff,
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
