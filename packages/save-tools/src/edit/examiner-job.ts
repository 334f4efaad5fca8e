import { job } from '@palatine/platform/job';
import { checkSave } from '@palatine/save/check-save';
import { diffSaves } from '@palatine/save/diff-saves';
import type { OpenSaveFile } from '@palatine/save/open-save';
import { newViolations } from '@palatine/save/violation';
import type { EditFindings, ExaminedSave, SharedFile } from './verified-edit.ts';

job<ExaminedSave, EditFindings>(({ opened, edited }) => {
  const before = new Map(opened.map(openFile));
  const after = new Map([...before, ...edited.map(openFile)]);
  return { broken: newViolations(checkSave(before), checkSave(after)), records: diffSaves(before, after) };
});

function openFile({ path, gvas }: SharedFile): [string, OpenSaveFile] {
  const bytes = Buffer.from(gvas.buffer, gvas.byteOffset, gvas.byteLength);
  return [path, { path, container: 'GVAS', packed: bytes, gvas: bytes }];
}
