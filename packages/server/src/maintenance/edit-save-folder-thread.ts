import { Worker } from 'node:worker_threads';
import type { OpenSave, RecordDifference, SaveViolation } from '@palatine/save';
import { errorOfThread } from '../data-folder/config-error.ts';

/** A file of a save as threads share it. */
export interface SharedFile {
  readonly path: string;
  /** On a SharedArrayBuffer, so that no thread copies it. */
  readonly gvas: Uint8Array;
}

/** What a comparison of a save before and after an edit found. */
export interface EditFindings {
  /** Invariants that the edit broke. */
  readonly broken: SaveViolation[];
  /** Every record that differs. */
  readonly records: RecordDifference[];
}

/** Examines a save in a thread of its own, while this thread edits it. */
export interface EditExaminer {
  /** Compares the save with what an edit made of it; once. */
  examine(edited: readonly SharedFile[]): Promise<EditFindings>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Starts to examine a save whose files are shared (`sharedFiles`). */
export function startExaminer(files: OpenSave): EditExaminer {
  const workerData: SharedFile[] = [...files.values()].map(({ path, gvas }) => ({ path, gvas }));
  const worker = new Worker(new URL('./edit-save-folder-worker.ts', import.meta.url), {
    name: 'examine-save',
    workerData,
  });
  const findings = new Promise<EditFindings>((resolve, reject) => {
    worker.on('message', resolve);
    worker.on('error', (error) => reject(errorOfThread(error)));
    worker.on('exit', (code) =>
      reject(new Error(`the thread that examines the save ended with code ${code}`)),
    );
  });
  const ended = new Promise((resolve) => worker.once('exit', resolve));
  let isAsked = false;
  findings.catch(() => {}); // whoever asks for the findings is told; the save may be given up before
  return {
    examine(edited) {
      isAsked = true;
      worker.postMessage(edited.map(({ path, gvas }): SharedFile => ({ path, gvas })));
      return findings;
    },
    async [Symbol.asyncDispose]() {
      // Not terminated: Node 24 aborts the whole process when that hits a thread that is still starting.
      if (!isAsked) worker.postMessage(null);
      await ended;
    },
  };
}

/** The same files with bytes that threads can share. */
export function sharedFiles(files: OpenSave): OpenSave {
  return new Map([...files].map(([path, file]) => [path, { ...file, gvas: sharedBytes(file.gvas) }]));
}

/** A copy of bytes that threads can share. */
export function sharedBytes(bytes: Buffer): Buffer {
  const shared = Buffer.from(new SharedArrayBuffer(bytes.length));
  bytes.copy(shared);
  return shared;
}
