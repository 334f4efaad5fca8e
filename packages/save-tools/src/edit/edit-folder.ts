import { randomUUID } from 'node:crypto';
import { parseGuid } from '@palatine/contract';
import type { DataPaths } from '@palatine/data-dir/data-folder';
import { configFile } from '@palatine/engine/config';
import { operatorFiles } from '@palatine/engine/operator-files';
import { ConfigError } from '@palatine/platform/config-error';
import { loadCatalogue } from '@palatine/world/catalogue';
import { FaultInjector, type GameContext } from '@palatine/world/game-context';
import { type AtRestOptions, assertSaveAtRest, RECENT_MS } from '../folder/at-rest.ts';
import { copySaveFolder } from '../folder/copy-save-folder.ts';
import { type Step, settleInterrupted } from '../folder/edit-journal.ts';
import { installSave } from '../folder/install-files.ts';
import { digestSave, type SaveDigests } from '../folder/save-files.ts';
import { assertNotInterrupted, type LockedSave, locateSave, lockSave } from '../folder/save-folder.ts';
import type { Progress } from '../import/make-world.ts';
import { type EditedSave, openForEdit, type RequestedEdit, verifiedEdit } from './verified-edit.ts';

export interface EditFolderOptions<Done> extends RequestedEdit<Done> {
  /** The save folder, or its Level.sav. */
  readonly folder: string;
  /** Writes the changed save as a copy to this new folder, and leaves the original as it is. */
  readonly to?: string | undefined;
  readonly dryRun?: boolean;
  /** The typed command, such as `save give`, for the backup. */
  readonly command: string;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Runs after all checks, before the first file is written. A throw leaves the save as it is. */
  readonly beforeWrite?: (write: PlannedWrite) => Promise<void>;
  readonly step?: Step | undefined;
  /** How to check that nobody else is using the folder; by default the system's ports and a minute. */
  readonly atRest?: Pick<AtRestOptions, 'restPort' | 'answerMs' | 'settledMs'>;
}

export interface PlannedWrite {
  readonly expected: SaveDigests;
  readonly packed: ReadonlyMap<string, Buffer>;
}

export interface FolderEditReport<Done> extends Omit<EditedSave<Done>, 'packed'> {
  /** The folder with the changed save; for a dry run the original. */
  readonly folder: string;
  readonly files: readonly string[];
  /** GVAS bytes of the differing records. */
  readonly changedBytes: number;
  /** The folder with the former files; undefined if none were replaced. */
  readonly backup: string | undefined;
  /** Result of an earlier interrupted edit that was undone; undefined without one. */
  readonly recovered: string | undefined;
}

/**
 * Changes a save folder by commands of the world, and checks the whole result before any file is replaced. An earlier
 * interrupted edit that can be finished ends the command: it may be that very edit, and nothing is given twice.
 *
 * Throws a ConfigError, and changes nothing, for a save in use or damaged, for a change that is refused, changes
 * nothing or fits in no save, and for a result that is not exactly the requested change.
 */
export async function editFolder<Done>(options: EditFolderOptions<Done>): Promise<FolderEditReport<Done>> {
  const folder = await locateSave(options.folder);
  return options.dryRun === true || options.to !== undefined
    ? editCopy(folder, options)
    : editInPlace(folder, options);
}

async function editInPlace<Done>(
  folder: string,
  options: EditFolderOptions<Done>,
): Promise<FolderEditReport<Done>> {
  using save = lockSave(folder);
  const settled = await settleInterrupted(save);
  if (settled?.outcome === 'finished') {
    throw new ConfigError(
      `${settled.message} This command was not run, since it may be that very edit; run it again if it is still wanted`,
    );
  }
  try {
    return { ...(await editLocked(save, options)), recovered: settled?.message };
  } catch (error) {
    if (settled === undefined || !(error instanceof ConfigError)) throw error;
    throw new ConfigError(`${settled.message} Then: ${error.message}`, { cause: error });
  }
}

async function editLocked<Done>(
  save: LockedSave,
  options: EditFolderOptions<Done>,
): Promise<FolderEditReport<Done>> {
  const { command, context, onProgress, beforeWrite, step, atRest } = options;
  const nowMs = context.now();
  const expected = await assertSaveAtRest(save.folder, { ...atRest, nowMs });
  const edited = await editDigested(save.folder, expected, options);
  await beforeWrite?.({ expected, packed: edited.packed });
  onProgress?.({ doing: 'installing the files' });
  await assertSaveAtRest(save.folder, { ...atRest, expected, nowMs: context.now() });
  const { backup } = installSave(save, edited.packed, { nowMs, command, expected, step });
  return reportOf(edited, save.folder, backup);
}

/** Writes a whole copy, or nothing. */
async function editCopy<Done>(
  folder: string,
  options: EditFolderOptions<Done>,
): Promise<FolderEditReport<Done>> {
  const { to, dryRun, context, onProgress, beforeWrite } = options;
  assertNotInterrupted(folder);
  const isWritten = to !== undefined && dryRun !== true;
  // A copy of a save that is being written would mix two moments.
  const expected = isWritten ? await assertSaveAtRest(folder, { nowMs: context.now() }) : digestSave(folder);
  const edited = await editDigested(folder, expected, options);
  if (!isWritten) return reportOf(edited, folder);
  await beforeWrite?.({ expected, packed: edited.packed });
  onProgress?.({ doing: 'writing the copy' });
  // The save is at rest, and so is the copy: a command may follow at once.
  copySaveFolder(folder, to, edited.packed, { expected, latestMs: context.now() - RECENT_MS });
  return reportOf(edited, to);
}

async function editDigested<Done>(
  folder: string,
  expected: SaveDigests,
  options: EditFolderOptions<Done>,
): Promise<EditedSave<Done>> {
  options.onProgress?.({ doing: 'reading the save' });
  const opened = await openForEdit(folder, expected);
  options.onProgress?.({ doing: 'changing and checking it' });
  return await verifiedEdit(folder, opened, options);
}

function reportOf<Done>(
  { packed, ...edited }: EditedSave<Done>,
  folder: string,
  backup?: string,
): FolderEditReport<Done> {
  const changedBytes = edited.records.reduce((sum, { bytes }) => sum + bytes, 0);
  return { ...edited, files: [...packed.keys()].sort(), changedBytes, folder, backup, recovered: undefined };
}

/** Context of commands on a save, by the data folder or defaults. No archives: the backup keeps deleted bases. */
export function saveEditContext(data: DataPaths): Omit<GameContext, 'world'> {
  return {
    catalogue: loadCatalogue({ overlay: data.catalogue }),
    rules: { ...configFile.read(data.config), playerResolution: 'Known' },
    now: Date.now,
    random: Math.random,
    newId: () => parseGuid(randomUUID()) as string, // a UUID is a GUID in its standard spelling
    files: { ...operatorFiles(data), writeArchive: (name) => name },
    faults: new FaultInjector(),
  };
}
