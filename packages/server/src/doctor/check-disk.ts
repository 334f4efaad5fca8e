import { statfs } from 'node:fs/promises';
import { bytesText } from '../data-folder/bytes-text.ts';
import type { DataPaths } from '../data-folder/data-folder.ts';
import { bytesOf } from '../store/world-readers.ts';
import type { Finding } from './finding.ts';

/** Below this a server is about to refuse writes. */
const MIN_FREE_BYTES = 100 * 1024 * 1024;

export async function checkDisk(data: DataPaths): Promise<Finding> {
  const check = 'disk';
  const { bavail, bsize } = await statfs(data.path);
  const free = bavail * bsize;
  const found = `${bytesText(free)} free`;
  const world = bytesOf(data.world);
  if (free < MIN_FREE_BYTES) {
    const todo = 'make room: a server that cannot write refuses every change';
    return { check, state: 'fail', found, todo };
  }
  if (free < 3 * world) {
    const todo = 'make room, or let old backups and archives be removed (backups.keepDays in Config.json)';
    return { check, state: 'warn', found: `${found}, and the world has ${bytesText(world)}`, todo };
  }
  return { check, state: 'ok', found };
}
