import { dataPaths } from '../data-folder/data-folder.ts';
import { job } from '../jobs/job.ts';
import { makeBackup } from './backup.ts';
import type { ProgressCalls } from './make-world.ts';

export interface BackupInput {
  data: string;
  archives: boolean;
}

/** @returns the folder of the backup. */
job<BackupInput, string, ProgressCalls>(async ({ data, archives }, { progress }) => {
  const onProgress = (step: Parameters<ProgressCalls['progress']>[0]) => void progress(step);
  return (await makeBackup(dataPaths(data), { archives, onProgress })).folder;
});
