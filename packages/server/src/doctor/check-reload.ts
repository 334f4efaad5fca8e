import { statSync } from 'node:fs';
import type { WorldEvent } from '@palatine/world';
import { type DataPaths, holdsWorld } from '../data-folder/data-folder.ts';
import { LATE_RELOAD } from '../data-folder/late-reload.ts';
import { runningServerFile } from '../data-folder/running-server-file.ts';
import { readLastReload } from '../store/world-readers.ts';
import type { Finding } from './finding.ts';

/** Whether a running server has missed what a ReloadConfig asked for; a start reads the files by itself. */
export function checkReload(data: DataPaths, inUse: boolean): Finding | undefined {
  if (!inUse || !holdsWorld(data)) return undefined;
  const record = readLastReload(data);
  if (record === undefined) return undefined;
  const { type, data: told, atMs } = JSON.parse(record) as WorldEvent; // written by the store
  if (type !== 'config.rejected' || told.reason !== LATE_RELOAD) return undefined;
  const startedMs = statSync(runningServerFile(data.path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (startedMs > atMs) return undefined;
  const found = 'the last ReloadConfig took nothing: the game thread did not get to it in time';
  return { check: 'reload', state: 'warn', found, todo: 'palatine reload' };
}
