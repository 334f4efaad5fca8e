import { dataPaths } from '../data-folder/data-folder.ts';
import { makeBackup } from './backup.ts';
import type { Progress } from './make-world.ts';
import { answerParent } from './own-process.ts';

/** What a backup in a process of its own is made of. */
export interface BackupInput {
  data: string;
  archives: boolean;
}

/** Where it lies. */
export interface BackupReply {
  folder: string;
}

answerParent<BackupInput, BackupReply, Progress>(async ({ data, archives }, onProgress) => {
  const { folder } = await makeBackup(dataPaths(data), { archives, onProgress });
  return { folder };
});
