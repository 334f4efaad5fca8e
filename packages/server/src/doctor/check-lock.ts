import { type DataPaths, isInUse } from '../data-folder/data-folder.ts';
import type { Finding } from './finding.ts';

export function checkLock(data: DataPaths): { finding: Finding; inUse: boolean } {
  const check = 'lock';
  try {
    const inUse = isInUse(data.path);
    const found = inUse ? 'a server is using the folder' : 'free';
    return { finding: { check, state: 'ok', found }, inUse };
  } catch (error) {
    const todo = 'look at the permissions of palatine.lock, and whether the disk is full or read-only';
    return { finding: { check, state: 'fail', found: (error as Error).message, todo }, inUse: false };
  }
}
