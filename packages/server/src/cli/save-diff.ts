import { diffSaves, openSave } from '@palatine/save';
import { counted } from '../data-folder/counted.ts';
import { sayingWhere } from '../maintenance/edit-save-folder-steps.ts';
import { locateSave } from '../maintenance/locate-save.ts';
import { assertNotInterrupted } from '../maintenance/save-folder/finish-interrupted.ts';
import { command } from './command.ts';
import { differenceLines } from './save-report.ts';

export const saveDiff = command(
  {
    name: 'save diff',
    positionals: ['A', 'B'],
    description: 'list what differs between two save folders, record by record',
    flags: {},
    notes: ['Both are only read. Exit code 1 when they differ.'],
  },
  async ({ positionals: [a = '', b = ''], terminal, path }) => {
    const [before, after] = await Promise.all([openFiles(path(a)), openFiles(path(b))]);
    const records = diffSaves(before, after);
    terminal.printJson({ same: records.length === 0, records });
    if (records.length === 0) terminal.print('The two saves hold the same records, byte for byte.');
    else
      terminal.print(
        ...differenceLines(records),
        `${counted(records.length, 'record')} ${records.length === 1 ? 'differs' : 'differ'}.`,
      );
    return records.length === 0 ? 0 : 1;
  },
);

async function openFiles(folder: string) {
  const located = await locateSave(folder);
  assertNotInterrupted(located);
  const { files } = await sayingWhere(located, () => openSave(located));
  return files;
}
