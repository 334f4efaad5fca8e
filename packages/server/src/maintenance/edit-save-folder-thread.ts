import { Worker } from 'node:worker_threads';
import type { OpenSave, RecordDifference, SaveViolation } from '@palatine/save';
import { errorOfThread } from '../data-folder/config-error.ts';

/** A file of a save as threads share it. */
export interface SharedFile {
  readonly path: string;
  /** On a SharedArrayBuffer, so that no thread copies it. */
  readonly gvas: Uint8Array;
}

/** What an examination of a save before and after an edit found. */
export interface EditFindings {
  /** Invariants that the edit broke. */
  readonly broken: SaveViolation[];
  /** Every record that differs. */
  readonly records: RecordDifference[];
  /** Paths of the files whose packed bytes are not those of the edit. */
  readonly badlyPacked: string[];
}

/** What the thread is sent, one after the other; null gives the edit up. */
export type ExaminerMessage =
  | { readonly opened: readonly SharedFile[] }
  | { readonly edited: readonly SharedFile[] }
  | { readonly packed: ReadonlyMap<string, Uint8Array> }
  | null;

/** Examines a save in a thread of its own, while this thread edits it. */
export interface EditExaminer {
  /** Begins to examine a save that `openSave` has opened. */
  open(files: OpenSave): void;
  /** Begins to examine what an edit made of the save; its bytes are shared (`sharedBytes`). */
  begin(edited: readonly SharedFile[]): void;
  /** Unpacks the packed files as well. @returns all that was found. */
  end(packed: ReadonlyMap<string, Uint8Array>): Promise<EditFindings>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Starts the thread. That takes a while, which the save may be read in. */
export function startExaminer(): EditExaminer {
  const worker = new Worker(new URL('./edit-save-folder-worker.ts', import.meta.url), {
    name: 'examine-save',
  });
  const findings = new Promise<EditFindings>((resolve, reject) => {
    worker.on('message', resolve);
    worker.on('error', (error) => reject(errorOfThread(error)));
    worker.on('exit', (code) =>
      reject(new Error(`the thread that examines the save ended with code ${code}`)),
    );
  });
  const ended = new Promise((resolve) => worker.once('exit', resolve));
  let isEnding = false;
  findings.catch(() => {}); // a caller of `end` gets the error; the edit may be given up before
  const send = (message: ExaminerMessage) => worker.postMessage(message);
  return {
    open: (files) => send({ opened: [...files.values()].map(({ path, gvas }) => ({ path, gvas })) }),
    begin: (edited) => send({ edited: edited.map(({ path, gvas }) => ({ path, gvas })) }),
    end(packed) {
      isEnding = true;
      send({ packed });
      return findings;
    },
    async [Symbol.asyncDispose]() {
      // Not terminated: Node 24 aborts the whole process when that hits a thread that is still starting.
      if (!isEnding) send(null);
      await ended;
    },
  };
}
