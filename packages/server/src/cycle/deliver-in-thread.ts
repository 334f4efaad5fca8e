import { Worker } from 'node:worker_threads';
import type { DeliveryBatch } from '@palatine/world';
import { ConfigError, errorOfThread } from '../data-folder/config-error.ts';
import type { Clock } from '../game/clock.ts';
import type { BeginReply, FromSaveThread, SaveJob, SaveJobName, SaveJobs } from './save-jobs.ts';

/** Long for the largest save; the server is down meanwhile. */
const TIME_LIMIT_MS = 15 * 60_000;

/** Does one job on a save folder, in a thread of its own. */
export type RunSaveJob = <Name extends SaveJobName>(
  name: Name,
  input: SaveJobs[Name][0],
  begin?: (batch: DeliveryBatch) => Promise<void>,
) => Promise<SaveJobs[Name][1]>;

/**
 * Runs jobs in threads. `begin` commits a batch before the first file is replaced; the thread waits for it. Rejects with
 * the error of the job, and after a quarter of an hour.
 */
export function saveJobsInThread(clock: Clock): RunSaveJob {
  return (name, input, begin = () => Promise.reject(new Error('this job delivers nothing'))) =>
    runInThread({ name, input } as SaveJob, begin, clock) as Promise<SaveJobs[typeof name][1]>; // the thread answers each job with its own output
}

function runInThread(
  job: SaveJob,
  begin: (batch: DeliveryBatch) => Promise<void>,
  clock: Clock,
): Promise<SaveJobs[SaveJobName][1]> {
  const worker = new Worker(new URL('./deliver-worker.ts', import.meta.url), {
    name: 'save-folder',
    workerData: job,
  });
  return new Promise((resolve, reject) => {
    const cancelLimit = clock.after(TIME_LIMIT_MS, () => void worker.terminate());
    let result: (() => void) | undefined;
    worker.on('message', (message: FromSaveThread) => {
      if ('output' in message) result = () => resolve(message.output);
      else void replyTo(begin(message.begin)).then((reply) => worker.postMessage(reply));
    });
    worker.on('error', (error) => {
      result = () => reject(errorOfThread(error));
    });
    // Not before the thread has ended: by then it has let go of the lock of the save.
    worker.on('exit', (code) => {
      cancelLimit();
      if (result !== undefined) return result();
      reject(new ConfigError(`the work on the save folder ended with code ${code}, or took too long`));
    });
  });
}

async function replyTo(commit: Promise<void>): Promise<BeginReply> {
  try {
    await commit;
    return { committed: true };
  } catch (error) {
    return { committed: false, why: error instanceof Error ? error.message : String(error) };
  }
}
