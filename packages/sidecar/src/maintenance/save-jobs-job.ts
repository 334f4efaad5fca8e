import { job } from '@palatine/platform/job';
import { forgetHalfDone, inspectBatches } from './batch-evidence.ts';
import { deliverIntoSave } from './deliver-into-save.ts';
import { pruneEditBackups, revertBatch } from './revert-batch.ts';
import type { SaveJob, SaveJobCalls, SaveJobName, SaveJobs } from './save-jobs.ts';

const now = Date.now;

job<SaveJob, SaveJobs[SaveJobName][1], SaveJobCalls>(({ name, input }, { begin }) => {
  switch (name) {
    case 'deliver':
      return deliverIntoSave(input, { begin, now });
    case 'inspect':
      return inspectBatches(input, { now });
    case 'forgetHalfDone':
      return void forgetHalfDone(input.folder);
    case 'prune':
      return pruneEditBackups(input);
    case 'revert':
      return revertBatch(input);
  }
});
