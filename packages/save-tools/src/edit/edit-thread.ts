import { runJob } from '@palatine/platform/run-job';
import type { OpenSave, RecordDifference, SaveViolation } from '@palatine/save';

export interface SharedFile {
  readonly path: string;
  /** In a SharedArrayBuffer, so that no thread copies it. */
  readonly gvas: Uint8Array;
}

export interface EditFindings {
  readonly broken: SaveViolation[];
  readonly records: RecordDifference[];
  /** Paths of files whose packed bytes do not match the edit. */
  readonly badlyPacked: string[];
}

/** Awaited by the thread, in order. */
export interface ExaminerCalls {
  opened(): Promise<readonly SharedFile[]>;
  edited(): Promise<readonly SharedFile[]>;
  packed(): Promise<ReadonlyMap<string, Uint8Array>>;
}

/** Starts the thread, which takes about as long as reading the save. */
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
  // A caller of `end` gets the error, but the edit may be aborted before.
  for (const { promise } of [...parts, { promise: findings }]) promise.catch(() => {});
  return {
    /** Starts to examine an opened save. */
    open: (files: OpenSave) => opened.resolve([...files.values()].map(({ path, gvas }) => ({ path, gvas }))),
    /** Starts to examine an edited save; its bytes are shared (`sharedBytes`). */
    begin: (files: readonly SharedFile[]) => edited.resolve(files.map(({ path, gvas }) => ({ path, gvas }))),
    /** Examines the packed files as well. @returns all findings. */
    end(files: ReadonlyMap<string, Uint8Array>): Promise<EditFindings> {
      packed.resolve(files);
      return findings;
    },
    async [Symbol.asyncDispose](): Promise<void> {
      // Not terminated: Node 24 aborts the whole process when it terminates a thread that is still starting.
      for (const { reject } of parts) reject(new Error('the edit was aborted'));
      await findings.catch(() => {});
    },
  };
}

export type EditExaminer = ReturnType<typeof startExaminer>;
