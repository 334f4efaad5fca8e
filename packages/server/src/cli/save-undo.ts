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
    flags: {},
    notes: [
      'Stop the game server first. What is in place now is kept as a backup as well, so an undo can be undone.',
      'A save that the game has written since is refused: its progress would be lost.',
    ],
  },
  async ({ positionals: [typed = ''], terminal, path }) => {
    using save = lockSave(await locateSave(path(typed)));
    const nowMs = Date.now();
    const recovered = await finishInterrupted(save);
    const { backup, undone, files } = await undoSave(save, { nowMs });
    terminal.printJson({ save: save.folder, undone, files, backup, recovered: recovered ?? null });
    if (recovered !== undefined) terminal.print(recovered);
    terminal.print(
      `${save.folder} is again as it was before palatine ${undone.command} of ${undone.madeAt}.`,
      `${files.length === 1 ? 'One file was' : `${files.length} files were`} brought back: ${files.join(', ')}.`,
      `The files of just now are in ${backup}.`,
    );
    return 0;
  },
);
