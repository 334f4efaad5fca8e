import { runJob } from '@palatine/platform/run-job';
import type { OpenSave, RecordDifference, SaveViolation } from '@palatine/save';

export interface SharedFile {
  readonly path: string;
  /** On a SharedArrayBuffer, so that no thread copies it. */
  readonly gvas: Uint8Array;
}

export interface EditFindings {
  readonly broken: SaveViolation[];
  readonly records: RecordDifference[];
  /** Paths of the files whose packed bytes are not those of the edit. */
  readonly badlyPacked: string[];
}

/** What the thread waits for, one after the other. */
export interface ExaminerCalls {
  opened(): Promise<readonly SharedFile[]>;
  edited(): Promise<readonly SharedFile[]>;
  packed(): Promise<ReadonlyMap<string, Uint8Array>>;
}

/** Starts the thread. That takes a while, which the save may be read in. */
export function startExaminer() {
  const opened = Promise.withResolvers<readonly SharedFile[]>();
  const edited = Promise.withResolvers<readonly SharedFile[]>();
  const packed = Promise.withResolvers<ReadonlyMap<string, Uint8Array>>();
  const parts = [opened, edited, packed];
  const program = new URL('./edit-job.ts', import.meta.url);
  const findings = runJob<undefined, EditFindings, ExaminerCalls>(program, undefined, {
    name: 'examining the save',
    calls: { opened: () => opened.promise, edited: () => edited.promise, packed: () => packed.promise },
  });
  // A caller of `end` gets the error; the edit may be given up before.
  for (const { promise } of [...parts, { promise: findings }]) promise.catch(() => {});
  return {
    /** Begins to examine a save that `openSave` has opened. */
    open: (files: OpenSave) => opened.resolve([...files.values()].map(({ path, gvas }) => ({ path, gvas }))),
    /** Begins to examine what an edit made of the save; its bytes are shared (`sharedBytes`). */
    begin: (files: readonly SharedFile[]) => edited.resolve(files.map(({ path, gvas }) => ({ path, gvas }))),
    /** Unpacks the packed files as well. @returns all that was found. */
    end(files: ReadonlyMap<string, Uint8Array>): Promise<EditFindings> {
      packed.resolve(files);
      return findings;
    },
    async [Symbol.asyncDispose](): Promise<void> {
      // Not terminated: Node 24 aborts the whole process when that hits a thread that is still starting.
      for (const { reject } of parts) reject(new Error('the edit was given up'));
      await findings.catch(() => {});
    },
  };
}

export type EditExaminer = ReturnType<typeof startExaminer>;
