import { dataPaths } from '@palatine/data-dir/data-folder';
import { job } from '@palatine/platform/job';
import { type BackupInput, makeBackup } from './backup.ts';
import type { ProgressCalls } from './make-world.ts';

/** @returns the folder of the backup. */
job<BackupInput, string, ProgressCalls>(async ({ data, archives }, { progress }) => {
  const onProgress = (step: Parameters<ProgressCalls['progress']>[0]) => void progress(step);
  return (await makeBackup(dataPaths(data), { archives, onProgress })).folder;
});
