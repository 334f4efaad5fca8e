import { parentPort, workerData } from 'node:worker_threads';
import type { DeliveryBatch } from '@palatine/world';
import { deliverIntoSave } from './deliver-into-save.ts';
import { forgetHalfDone, inspectBatches } from './inspect-batches.ts';
import { pruneEditBackups } from './prune-edit-backups.ts';
import type { BeginReply, FromSaveThread, SaveJob, SaveJobName, SaveJobs } from './save-jobs.ts';
import { takeBackBatch } from './take-back-batch.ts';

// The thread that does one job on the save folder of a game server, so that requests are answered meanwhile.

const now = Date.now;
const output = await run(workerData as SaveJob); // made by deliver-in-thread.ts
send({ output });
parentPort?.close(); // the thread ends

function run(job: SaveJob): Promise<SaveJobs[SaveJobName][1]> | SaveJobs[SaveJobName][1] {
  switch (job.name) {
    case 'deliver':
      return deliverIntoSave(job.input, { begin, now });
    case 'inspect':
      return inspectBatches(job.input, { now });
    case 'forgetHalfDone':
      return void forgetHalfDone(job.input.folder);
    case 'prune':
      return pruneEditBackups(job.input);
    case 'takeBack':
      return takeBackBatch(job.input);
  }
}

function begin(batch: DeliveryBatch): Promise<void> {
  return new Promise((resolve, reject) => {
    parentPort?.once('message', (reply: BeginReply) => {
      if (reply.committed) resolve();
      else reject(new Error(reply.why));
    });
    send({ begin: batch });
  });
}

function send(message: FromSaveThread): void {
  parentPort?.postMessage(message);
}
