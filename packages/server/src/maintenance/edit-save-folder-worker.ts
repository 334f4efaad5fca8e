import { parentPort, workerData } from 'node:worker_threads';
import { checkSave, diffSaves, newViolations, type OpenSave } from '@palatine/save';
import type { EditFindings, SharedFile } from './edit-save-folder-thread.ts';

// The thread that examines a save before and after an edit, beside the thread that edits it.

const before = opened(workerData as SharedFile[]); // startExaminer sends them
const violations = checkSave(before);

parentPort?.once('message', (edited: SharedFile[] | null) => {
  if (edited === null) return; // the edit was given up: with its last listener gone, the thread ends
  const after = new Map([...before, ...opened(edited)]);
  parentPort?.postMessage({
    broken: newViolations(violations, checkSave(after)),
    records: diffSaves(before, after),
  } satisfies EditFindings);
});

function opened(files: readonly SharedFile[]): OpenSave {
  return new Map(
    files.map(({ path, gvas }) => {
      const bytes = Buffer.from(gvas.buffer, gvas.byteOffset, gvas.byteLength);
      return [path, { path, container: 'GVAS', packed: bytes, gvas: bytes }];
    }),
  );
}
