import type { DeliveryBatch } from '@palatine/world';
import type { DeliveryJob, DeliveryOutcome } from './deliver-into-save.ts';
import type { Inspection, InspectionJob } from './inspect-batches.ts';
import type { PruneJob } from './prune-edit-backups.ts';
import type { TakeBackJob } from './take-back-batch.ts';

/** The work on the save folder of a game server, each with what it takes and what it returns. */
export interface SaveJobs {
  deliver: [input: DeliveryJob, output: DeliveryOutcome];
  inspect: [input: InspectionJob, output: Inspection];
  forgetHalfDone: [input: { readonly folder: string }, output: undefined];
  prune: [input: PruneJob, output: readonly string[]];
  takeBack: [input: TakeBackJob, output: readonly string[]];
}
export type SaveJobName = keyof SaveJobs;

/** What the thread is started with. */
export type SaveJob = {
  [Name in SaveJobName]: { readonly name: Name; readonly input: SaveJobs[Name][0] };
}[SaveJobName];

/** What the thread sends. */
export type FromSaveThread =
  /** To be committed; the thread waits for a `BeginReply`. */
  { readonly begin: DeliveryBatch } | { readonly output: SaveJobs[SaveJobName][1] };

/** Whether the batch is committed; else why not. */
export type BeginReply = { readonly committed: true } | { readonly committed: false; readonly why: string };
