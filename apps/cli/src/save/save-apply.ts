import { openDataFolder } from '@palatine/data-dir/data-folder';
import { type AppliedWorld, applyWorld } from '@palatine/save-tools/apply-world';
import { saveEditContext } from '@palatine/save-tools/edit-folder';
import { settleInterrupted } from '@palatine/save-tools/edit-journal';
import { undoSave } from '@palatine/save-tools/install-files';
import { carriedLines } from '@palatine/save-tools/make-world';
import { locateSave, lockSave } from '@palatine/save-tools/save-folder';
import { command, requireWorld } from '../command/command.ts';
import { firstLines } from '../command/terminal.ts';
import * as words from '../texts/commands.ts';
import { reportJson, reportLines, requireFlag, type SaveChange } from './edit-command.ts';

const NAME = 'save apply';
const MAX_LINES = 20;

export const saveApply = command(NAME, {
  ...words.saveApply,
  async run({ flags, data: paths, terminal, path }) {
    const folder = path(requireFlag(NAME, 'save', flags.save));
    const dryRun = flags['dry-run'] === true;
    const to = path(flags.to);
    requireWorld(paths);
    using data = openDataFolder(paths.path);
    const skip = flags.skip === true;
    const applied = await terminal.progress((onProgress) =>
      applyWorld({ data, folder, to, dryRun, skip, context: saveEditContext(data), onProgress }),
    );
    terminal.show(jsonOf(applied, dryRun), ...linesOf(applied, dryRun, skip));
    return applied.rejected.length > 0 && applied.edit === undefined ? 1 : 0;
  },
});

function jsonOf({ notes, replayed, rejected, edit, created }: AppliedWorld, dryRun: boolean): object {
  const report = edit === undefined ? { written: false } : reportJson({ ...edit, done: DONE }, dryRun);
  return { ...report, replayed, rejected, notes, keptAside: created?.keptAside ?? null };
}

function linesOf({ notes, rejected, edit, created }: AppliedWorld, dryRun: boolean, skip: boolean): string[] {
  const lines = [...notes];
  if (rejected.length > 0) {
    const conflicts = rejected.length === 1 ? 'One change conflicts' : `${rejected.length} changes conflict`;
    const listed = rejected.map((text) => `  ${text}`);
    lines.push(`${conflicts} with what the game has saved since:`, ...firstLines(listed, MAX_LINES));
  }
  if (edit !== undefined) lines.push(...reportLines({ ...edit, done: DONE }, dryRun));
  else if (rejected.length > 0) {
    lines.push(`Nothing was written${skip ? '' : '; --skip writes the others without these'}.`);
  } else if (created === undefined) lines.push('There are no changes: nothing was written.');
  if (created === undefined) return lines;
  const { keptAside, audit } = created;
  const former = keptAside === undefined ? [] : [`The former one is kept as ${keptAside}.`];
  const now = 'The world of the data folder is now that of the save.';
  return [...lines, now, ...former, ...carriedLines({ audit })];
}

const DONE: SaveChange = {
  subject: 'The save',
  did: 'has the changes of the world now',
  would: 'would get the changes of the world',
  seen: 'what was given or changed in Palatine is there',
  details: {},
};

export const saveUndo = command('save undo DIR', {
  ...words.saveUndo,
  async run({ positionals: [typed = ''], terminal, path }) {
    using save = lockSave(await locateSave(path(typed)));
    const recovered = (await settleInterrupted(save))?.message;
    if (recovered !== undefined) {
      const value = { save: save.folder, undone: null, recovered };
      terminal.show(value, recovered, 'Run the command again to go back further.');
      return 1;
    }
    const { backup, undone, files } = await undoSave(save, { nowMs: Date.now() });
    terminal.show(
      { save: save.folder, undone, files, backup, recovered: null },
      `${save.folder} is again as it was before palatine ${undone.command} of ${undone.madeAt}.`,
      `${files.length === 1 ? 'One file was' : `${files.length} files were`} restored: ${files.join(', ')}.`,
      `The replaced files are in ${backup}.`,
    );
    return 0;
  },
});
