import { locateSave } from '../maintenance/locate-save.ts';
import { finishInterrupted } from '../maintenance/save-folder/finish-interrupted.ts';
import { lockSave } from '../maintenance/save-folder/save-lock.ts';
import { undoSave } from '../maintenance/save-folder/undo-save.ts';
import { command } from './command.ts';

export const saveUndo = command(
  {
    name: 'save undo',
    positionals: ['DIR'],
    description: 'bring back the files of a save folder from before its last change',
    notes: [
      'Stop the game server first. What is in place now is kept as a backup as well, so an undo can be undone.',
      'A save that the game has written since is refused: its progress would be lost.',
      'After a change that was interrupted it finishes or undoes that one, and no more.',
    ],
  },
  async ({ positionals: [typed = ''], terminal, path }) => {
    using save = lockSave(await locateSave(path(typed)));
    const recovered = await finishInterrupted(save);
    if (recovered !== undefined) {
      terminal.printJson({ save: save.folder, undone: null, recovered });
      terminal.print(recovered, 'Run the command again to go back further.');
      return 1;
    }
    const { backup, undone, files } = await undoSave(save, { nowMs: Date.now() });
    terminal.printJson({ save: save.folder, undone, files, backup, recovered: null });
    terminal.print(
      `${save.folder} is again as it was before palatine ${undone.command} of ${undone.madeAt}.`,
      `${files.length === 1 ? 'One file was' : `${files.length} files were`} brought back: ${files.join(', ')}.`,
      `The files of just now are in ${backup}.`,
    );
    return 0;
  },
);
