import { existsSync } from 'node:fs';
import { sentence } from '@palatine/contract';
import { type DataPaths, holdsWorld } from '@palatine/data-dir/data-folder';
import { backupsIn, damagedBackups } from '@palatine/engine/backup-files';
import { readBaseStates } from '@palatine/engine/base-states';
import { isMovedAside, readRecordedUntil } from '@palatine/engine/history-book';
import { readWorldOrigin, TO_RECOVER, WorldFileError } from '@palatine/engine/open-world-file';
import { bytesOf, figuresOf, readWorldSnapshot } from '@palatine/engine/world-readers';
import { bytesText, shellWord, timeText } from '@palatine/platform/format';
import { namesInFolder } from '@palatine/platform/json';
import { loadCatalogue } from '@palatine/world/catalogue';
import { checkWorld } from '@palatine/world/check-world';
import { attachedTo } from './check-server.ts';
import { fail, ok, type Result, warn } from './finding.ts';

const DAY_MS = 24 * 3_600_000;
const OLD_BACKUP_DAYS = 7;

export async function checkWorldFile(data: DataPaths): Promise<Result> {
  try {
    if (!holdsWorld(data)) {
      return warn(sentence('doctor.noWorld'), sentence('todo.world'));
    }
    const { world, damage } = await readWorldSnapshot(data);
    if (damage.length > 0) {
      const found = { count: damage.length, first: String(damage[0]) };
      return fail(sentence('doctor.damagedWorld', found), TO_RECOVER);
    }
    const problems = checkWorld(world, loadCatalogue({ overlay: data.catalogue }));
    const { name, players, online, guilds, camps, characters } = figuresOf(world);
    const figures = { name, players, online, guilds, camps, characters };
    if (problems.length === 0) return ok(sentence('doctor.world', figures));
    return fail(sentence('doctor.inconsistent', { count: problems.length }), sentence('todo.checkWorld'));
  } catch (error) {
    const todo = (error instanceof WorldFileError && error.todo) || TO_RECOVER;
    return fail((error as Error).message.replace(`: ${todo}`, ''), todo); // printed once
  }
}

/** Whether changes of an imported world can be written into its save. Undefined for other worlds. */
export function checkBase(data: DataPaths): Result | undefined {
  if (attachedTo(data) !== undefined) return undefined; // its world follows the save of the game server
  if (!holdsWorld(data) || readWorldOrigin(data.world).origin !== 'save') return undefined;
  const states = readBaseStates(data.world);
  if (states === undefined) {
    return warn(sentence('doctor.saveNotKept'), sentence('todo.importAgain'));
  }
  const { base, pending } = states;
  if (pending !== undefined) {
    const found = sentence('doctor.applyInterrupted', { folder: pending.folder });
    return warn(found, sentence('todo.apply', { folder: shellWord(pending.folder) }));
  }
  return ok(sentence('doctor.changesSince', { time: timeText(base.atMs) }));
}

/** The history, where there is one; and files of it that could not be read and were moved aside. */
export function checkHistory(data: DataPaths): Result | undefined {
  const aside = namesInFolder(data.path).filter(isMovedAside);
  if (aside.length > 0) {
    return warn(sentence('doctor.unreadable', { files: aside.join(', ') }), sentence('todo.oldHistory'));
  }
  if (!existsSync(data.history)) return undefined;
  try {
    const untilMs = readRecordedUntil(data.history);
    const size = bytesText(bytesOf(data.history));
    if (untilMs === undefined) return ok(sentence('doctor.noHistory', { size }));
    return ok(sentence('doctor.history', { size, until: timeText(untilMs) }));
  } catch (error) {
    return warn((error as Error).message, sentence('todo.historyRestarts'));
  }
}

/** The age of the newest backup, and whether each matches its manifest: a restore refuses any other. */
export async function checkBackups(data: DataPaths): Promise<Result> {
  const damaged = await damagedBackups(data.backups);
  if (damaged.length > 0) {
    return fail(damaged.join('; '), sentence('todo.damagedBackups'));
  }
  const todo = sentence('todo.backUp');
  const backups = backupsIn(data.backups);
  const newest = backups.at(-1);
  if (newest === undefined) return warn(sentence('doctor.noBackups'), todo);
  const days = Math.floor((Date.now() - newest.madeAtMs) / DAY_MS);
  const count = backups.length;
  const found =
    days === 0 ? sentence('doctor.backupsToday', { count }) : sentence('doctor.backups', { count, days });
  return days > OLD_BACKUP_DAYS ? warn(found, todo) : ok(found);
}
