import { parentPort } from 'node:worker_threads';
import {
  checkSave,
  diffSaves,
  newViolations,
  type OpenSave,
  type SaveViolation,
  unpackSave,
} from '@palatine/save';
import type { EditFindings, ExaminerMessage, SharedFile } from './edit-save-folder-thread.ts';

// The thread that examines a save before and after an edit, beside the thread that edits it.

let before: OpenSave = new Map();
let violations: SaveViolation[] = [];
let compared: Pick<EditFindings, 'broken' | 'records'>;
let edited: OpenSave = new Map();

parentPort?.on('message', (message: ExaminerMessage) => {
  if (message !== null && 'opened' in message) {
    before = opened(message.opened);
    violations = checkSave(before);
    return;
  }
  if (message !== null && 'edited' in message) {
    edited = opened(message.edited);
    compared = compare(new Map([...before, ...edited]));
    return;
  }
  if (message !== null) {
    parentPort?.postMessage({ ...compared, badlyPacked: badlyPacked(message.packed) } satisfies EditFindings);
  }
  parentPort?.close(); // the thread ends
});

function compare(after: OpenSave): Pick<EditFindings, 'broken' | 'records'> {
  const broken = newViolations(violations, checkSave(after));
  return { broken, records: diffSaves(before, after) };
}

function badlyPacked(packed: ReadonlyMap<string, Uint8Array>): string[] {
  const files = new Map([...packed].map(([path, bytes]) => [path, Buffer.from(bytes)]));
  const unpacked = unpackSave(files);
  return [...edited.keys()].filter((path) => {
    const { gvas } = edited.get(path) ?? {};
    return gvas === undefined || unpacked.get(path)?.gvas.equals(gvas) !== true;
  });
}

function opened(files: readonly SharedFile[]): OpenSave {
  return new Map(
    files.map(({ path, gvas }) => {
      const bytes = Buffer.from(gvas.buffer, gvas.byteOffset, gvas.byteLength);
      return [path, { path, container: 'GVAS', packed: bytes, gvas: bytes }];
    }),
  );
}
