import { existsSync } from 'node:fs';
import { type DataPaths, holdsWorld } from '@palatine/data-dir/data-folder';
import { backupsIn, damagedBackups } from '@palatine/engine/backup-files';
import { readBaseStates } from '@palatine/engine/base-states';
import { isMovedAside, readRecordedUntil } from '@palatine/engine/history-book';
import { readWorldOrigin, TO_RECOVER, WorldFileError } from '@palatine/engine/open-world-file';
import { bytesOf, figuresOf, figuresText, readWorldSnapshot } from '@palatine/engine/world-readers';
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
      const todo = 'the next start makes a demo world; palatine world import brings yours';
      return warn('it does not exist yet', todo);
    }
    const { world, damage } = await readWorldSnapshot(data);
    if (damage.length > 0) {
      const message = `the file is damaged, and SQLite finds ${damage.length} errors, such as "${damage[0]}"`;
      return fail(message, TO_RECOVER);
    }
    const problems = checkWorld(world, loadCatalogue({ overlay: data.catalogue }));
    if (problems.length === 0) return ok(figuresText(figuresOf(world)));
    const todo = 'palatine world check lists them; palatine world restore NAME goes back to a backup';
    const many = problems.length === 1 ? '1 inconsistency' : `${problems.length} inconsistencies`;
    return fail(`it has ${many}`, todo);
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
    const message = 'the imported save is not kept, so changes cannot be written into it';
    const todo =
      'palatine world import DIR --replace imports the save again; this world is kept under another name';
    return warn(message, todo);
  }
  const { base, pending } = states;
  if (pending !== undefined) {
    const message = `writing the changes into ${pending.folder} was interrupted`;
    return warn(message, `palatine save apply --save ${shellWord(pending.folder)} settles it`);
  }
  return ok(`changes since ${timeText(base.atMs)} can be written into the save`);
}

/** The history, where there is one; and files of it that could not be read and were moved aside. */
export function checkHistory(data: DataPaths): Result | undefined {
  const aside = namesInFolder(data.path).filter(isMovedAside);
  if (aside.length > 0) {
    const todo = 'the history has started over; delete them when nobody needs them';
    return warn(`${aside.join(', ')} could not be read`, todo);
  }
  if (!existsSync(data.history)) return undefined;
  try {
    const untilMs = readRecordedUntil(data.history);
    const until = untilMs === undefined ? 'nothing recorded yet' : `until ${new Date(untilMs).toISOString()}`;
    return ok(`${bytesText(bytesOf(data.history))}, ${until}`);
  } catch (error) {
    const todo =
      'the next start moves it aside and starts over: trails, series and sessions so far are lost, but no belongings';
    return warn((error as Error).message, todo);
  }
}

/** The age of the newest backup, and whether each matches its manifest: a restore refuses any other. */
export async function checkBackups(data: DataPaths): Promise<Result> {
  const damaged = await damagedBackups(data.backups);
  if (damaged.length > 0) {
    const todo = 'restore refuses them: move them away, and make a new one with palatine world backup';
    return fail(damaged.join('; '), todo);
  }
  const todo = 'palatine world backup makes one while the server runs; let it run every night';
  const backups = backupsIn(data.backups);
  const newest = backups.at(-1);
  if (newest === undefined) return warn('there are none in Backups', todo);
  const days = Math.floor((Date.now() - newest.madeAtMs) / DAY_MS);
  const message = `${backups.length}, the newest ${days === 0 ? 'of today' : `${days} days old`}`;
  return days > OLD_BACKUP_DAYS ? warn(message, todo) : ok(message);
}
