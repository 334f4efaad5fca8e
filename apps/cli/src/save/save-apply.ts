import { openDataFolder } from '@palatine/data-dir/data-folder';
import { type AppliedWorld, applyWorld } from '@palatine/save-tools/apply-world';
import { saveEditContext } from '@palatine/save-tools/edit-save-folder';
import { finishInterrupted } from '@palatine/save-tools/finish-interrupted';
import { undoSave } from '@palatine/save-tools/install-files';
import { locateSave } from '@palatine/save-tools/locate-save';
import { carriedText } from '@palatine/save-tools/migrate-audit';
import { lockSave } from '@palatine/save-tools/save-lock';
import { command, requireWorld } from '../command/command.ts';
import { firstLines } from '../command/terminal.ts';
import { requireFlag, SAVE_FLAGS, SAVE_NOTES } from './save-edit.ts';
import { reportJson, reportLines, type SaveChange } from './save-report.ts';

const NAME = 'save apply';
const SHOWN = 20;

export const saveApply = command(NAME, {
  description: "write the changes of the data folder's world since its import into its save",
  flags: {
    ...SAVE_FLAGS,
    skip: { description: 'leave out the changes that do not fit into what the game has saved since' },
  },
  notes: [
    'Stop the Palatine server of the data folder first: Ctrl+C in its terminal, or systemctl stop palatine.',
    'When the game has written the save since the import, the changes are made anew on what it has saved, and the ' +
      'result becomes the world of the data folder. Those that no longer fit are listed; nothing is written then ' +
      'without --skip, and exit code 1 says so.',
    ...SAVE_NOTES,
  ],
  async run({ flags, data: paths, terminal, path }) {
    const folder = path(requireFlag(NAME, 'save', flags.save));
    const dryRun = flags['dry-run'] === true;
    const to = flags.to === undefined ? undefined : path(flags.to);
    requireWorld(paths);
    using data = openDataFolder(paths.path);
    const skip = flags.skip === true;
    const context = saveEditContext(data);
    const applied = await terminal.progress((onProgress) =>
      applyWorld({ data, folder, to, dryRun, skip, context, onProgress }),
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
    const of = rejected.length === 1 ? 'One change does not fit' : `${rejected.length} changes do not fit`;
    const listed = rejected.map((text) => `  ${text}`);
    lines.push(`${of} into what the game has saved since:`, ...firstLines(listed, SHOWN));
  }
  if (edit !== undefined) lines.push(...reportLines({ ...edit, done: DONE }, dryRun));
  else if (rejected.length > 0) {
    lines.push(`Nothing was written${skip ? '' : '; --skip leaves these out and writes the others'}.`);
  } else if (created === undefined) lines.push('No change waits: nothing was written.');
  if (created !== undefined)
    lines.push('The world of the data folder is that of the save now.', ...keptText(created));
  return lines;
}

function keptText({ keptAside, audit }: NonNullable<AppliedWorld['created']>): string[] {
  const kept = keptAside === undefined ? [] : [`The one before is kept as ${keptAside}.`];
  return [...kept, ...carriedText(audit)];
}

const DONE: SaveChange = {
  subject: 'The save',
  did: 'has the changes of the world now',
  would: 'would get the changes of the world',
  seen: 'what was given or changed in Palatine is there',
  details: {},
};

export const saveUndo = command('save undo DIR', {
  description: 'bring back the files of a save folder from before its last change',
  notes: [
    'Stop the game server first. What is in place now is kept as a backup as well, so an undo can be undone.',
    'A save that the game has written since is refused: its progress would be lost.',
    'After a change that was interrupted it finishes or undoes that one, and no more.',
  ],
  async run({ positionals: [typed = ''], terminal, path }) {
    using save = lockSave(await locateSave(path(typed)));
    const recovered = await finishInterrupted(save);
    if (recovered !== undefined) {
      const value = { save: save.folder, undone: null, recovered };
      terminal.show(value, recovered, 'Run the command again to go back further.');
      return 1;
    }
    const { backup, undone, files } = await undoSave(save, { nowMs: Date.now() });
    terminal.show(
      { save: save.folder, undone, files, backup, recovered: null },
      `${save.folder} is again as it was before palatine ${undone.command} of ${undone.madeAt}.`,
      `${files.length === 1 ? 'One file was' : `${files.length} files were`} brought back: ${files.join(', ')}.`,
      `The files of just now are in ${backup}.`,
    );
    return 0;
  },
});
