import type { Clock } from '@palatine/platform/clock';
import { runJob } from '@palatine/platform/run-job';
import type { DeliveryBatch } from '@palatine/world/model';
import type { Inspection, InspectionJob } from './batch-evidence.ts';
import type { DeliveryJob, DeliveryOutcome } from './deliver-into-save.ts';
import type { PruneJob, RevertJob } from './revert-batch.ts';

/** Jobs on the save folder of a game server, with their inputs and results. */
export interface SaveJobs {
  deliver: [input: DeliveryJob, output: DeliveryOutcome];
  inspect: [input: InspectionJob, output: Inspection];
  forgetHalfDone: [input: { readonly folder: string }, output: undefined];
  prune: [input: PruneJob, output: readonly string[]];
  revert: [input: RevertJob, output: readonly string[]];
}
export type SaveJobName = keyof SaveJobs;

export type SaveJob = {
  [Name in SaveJobName]: { readonly name: Name; readonly input: SaveJobs[Name][0] };
}[SaveJobName];

export interface SaveJobCalls {
  /** Commits a batch before the first file is replaced. */
  begin(batch: DeliveryBatch): Promise<void>;
}

/** Enough for the largest save; the server is down meanwhile. */
const TIME_LIMIT_MS = 15 * 60_000;

export type RunSaveJob = <Name extends SaveJobName>(
  name: Name,
  input: SaveJobs[Name][0],
  begin?: SaveJobCalls['begin'],
) => Promise<SaveJobs[Name][1]>;

/** Runs jobs in threads. Rejects with the error of the job, or after a quarter of an hour. */
export function saveJobsInThread(clock: Clock): RunSaveJob {
  return (name, input, begin = () => Promise.reject(new Error('this job delivers nothing'))) =>
    runJob(
      new URL('./save-jobs-job.ts', import.meta.url),
      { name, input },
      { name: 'the work on the save folder', calls: { begin }, limit: { ms: TIME_LIMIT_MS, clock } },
    );
}
