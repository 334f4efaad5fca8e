import type { DataFolder } from '@palatine/data-dir/data-folder';
import { isAttached, serverFile } from '@palatine/data-dir/server-file';
import {
  type BaseSave,
  type BaseState,
  dropCopy,
  promotePending,
  readBaseSave,
  readBaseStates,
  recordsDigest,
} from '@palatine/engine/base-states';
import { readWorldOrigin } from '@palatine/engine/open-world-file';
import { loadWorld } from '@palatine/engine/store';
import { ConfigError } from '@palatine/platform/config-error';
import { counted } from '@palatine/platform/format';
import type { Catalogue } from '@palatine/world/catalogue';
import type { GameContext } from '@palatine/world/game-context';
import { replayChanges } from '@palatine/world/replay-changes';
import { saveChangesOf } from '@palatine/world/save-changes';
import type { World } from '@palatine/world/world';
import { recordsOf, type WorldRecords } from '@palatine/world/world-records';
import {
  type EditFolderOptions,
  editFolder,
  type FolderEditReport,
  type PlannedWrite,
} from '../edit/edit-folder.ts';
import { NothingChangedError } from '../edit/verified-edit.ts';
import { settleInterrupted } from '../folder/edit-journal.ts';
import { digestSave, isSameSave } from '../folder/save-files.ts';
import { assertNotInterrupted, locateSave, lockSave } from '../folder/save-folder.ts';
import { type CreatedWorld, makeWorld } from '../import/make-world.ts';
import { applyRecords, assertSameImport, importPacked, recordCopy, recordPending } from './apply-changes.ts';
import { APPLY, readFilesOf, requireBase, type Settled, settleBase } from './settle-apply.ts';

interface ApplyOptions
  extends Pick<EditFolderOptions<void>, 'folder' | 'to' | 'dryRun' | 'context' | 'onProgress' | 'step'> {
  /** Locked by this process, so no server is using it. */
  readonly data: DataFolder;
  /** Skips changes that do not fit into a save that the game has written since. */
  readonly skip?: boolean;
}

export interface AppliedWorld {
  /** Results of an interrupted command, and the base of the changes. */
  readonly notes: readonly string[];
  /** Whether the game has written the save since, so that the changes were replayed on its world. */
  readonly replayed: boolean;
  /** Changes that no longer fit. Without `skip`, any of them prevents the write. */
  readonly rejected: readonly string[];
  /** The edit; undefined if there was nothing to write, or if changes did not fit. */
  readonly edit: FolderEditReport<unknown> | undefined;
  /** The world of the changed save, which replaces that of the data folder after a replay. */
  readonly created: CreatedWorld | undefined;
}

/**
 * Writes the changes of a data folder's world since its import into its save: the differing records, or, if the game
 * has written the save since, by replaying the changes on its world, which becomes that of the data folder.
 *
 * No change is written twice: the world file first records what the files become (docs/decisions/0011). Throws a
 * ConfigError, and changes nothing, without a base, and for a save in use, damaged, or perhaps changed already.
 */
export async function applyWorld(options: ApplyOptions): Promise<AppliedWorld> {
  assertOwnWorld(options.data);
  requireBase(options.data);
  const folder = await locateSave(options.folder);
  const isInPlace = isWritten(options);
  const notes: string[] = [];
  if (isInPlace) {
    using save = lockSave(folder);
    const finished = await settleInterrupted(save);
    if (finished !== undefined) notes.push(finished.message);
  } else assertNotInterrupted(folder);
  const settled = settleBase(options.data, folder, digestSave(folder), isInPlace);
  notes.push(...settled.notes);
  if (settled.plan === 'adopt') {
    const created = await adoptReplayed(options, folder);
    return { notes, replayed: true, rejected: [], edit: undefined, created };
  }
  const world = loadWorld(options.data.world).world;
  const apply = settled.plan === 'exact' ? applyExactly : replay;
  return { notes, ...(await apply(options, folder, settled, world)) };
}

/** Throws for an attached world, whose differences from its save come from a newer save. */
function assertOwnWorld(data: DataFolder): void {
  if (!isAttached(data)) return;
  throw new ConfigError(
    `${data.path} is attached to a game server (${serverFile.name}): its world follows the save, and pending changes are ` +
      'delivered by palatine server deliver',
  );
}

type Outcome = Omit<AppliedWorld, 'notes'>;
const NOTHING: Outcome = { replayed: false, rejected: [], edit: undefined, created: undefined };

/** The save is the base: writes the differing records. */
async function applyExactly(
  options: ApplyOptions,
  folder: string,
  settled: Settled,
  world: World,
): Promise<Outcome> {
  const records = recordsOf(world);
  const edit = await editIfChanged(options, folder, settled, {
    change(game) {
      assertSameImport(game.world, settled.base);
      if (applyRecords(game.world, records) === 0) throw new NothingChangedError(folder);
    },
    imported: () => undefined,
  });
  if (edit === undefined) return NOTHING;
  if (isWritten(options)) {
    promotePending(options.data.world, `${counted(edit.records.length, 'record')} of the save changed`);
    options.step?.('made the new save the base');
  }
  return { ...NOTHING, edit };
}

/** Changes did not fit, and may not be skipped. */
class RejectedChangesError extends Error {}

/** The game has written the save since the base: replays the changes on its world. */
async function replay(
  options: ApplyOptions,
  folder: string,
  settled: Settled,
  world: World,
): Promise<Outcome> {
  const { data, context, skip } = options;
  const before = await importedBase(data, context, settled.base);
  const after = recordsOf(world);
  let imported: string | undefined;
  let rejected: string[] = [];
  try {
    const edit = await editIfChanged(options, folder, settled, {
      change(game) {
        imported = recordsDigest(game.world);
        rejected = replayChanges(game, before, after);
        if (rejected.length > 0 && skip !== true) throw new RejectedChangesError();
      },
      imported: () => imported,
    });
    if (edit === undefined) return { ...NOTHING, replayed: true, rejected };
    const created = isWritten(options) ? await adoptReplayed(options, folder) : undefined;
    return { replayed: true, rejected, edit, created };
  } catch (error) {
    if (error instanceof RejectedChangesError) return { ...NOTHING, replayed: true, rejected };
    throw error;
  }
}

async function importedBase(
  data: DataFolder,
  { catalogue }: ApplyOptions['context'],
  base: BaseState,
): Promise<WorldRecords> {
  const { files } = readBaseSave(data.world) ?? { files: new Map() };
  const { world } = await importPacked(files, catalogue);
  assertSameImport(world, base);
  return recordsOf(world);
}

interface Change {
  change(game: GameContext): void;
  /** Digest of the records of the save before the change, unless it is the base. */
  imported(): string | undefined;
}

/** Edits the save. Before any of it is replaced, the world file records what it becomes. */
async function editIfChanged(
  options: ApplyOptions,
  folder: string,
  { digests }: Settled,
  { change, imported }: Change,
): Promise<FolderEditReport<void> | undefined> {
  const { to, context, step } = options;
  const { world } = options.data;
  let copyId: string | undefined;
  try {
    return await editFolder({
      ...options,
      folder,
      command: APPLY,
      change,
      async beforeWrite({ packed, expected }: PlannedWrite) {
        if (!isSameSave(digests, readFilesOf(expected))) {
          throw new ConfigError(`${folder} has just changed; stop what writes it, and run the command again`);
        }
        const write = { world, folder, digests, packed, catalogue: context.catalogue, nowMs: context.now() };
        if (to === undefined) await recordPending(write, imported());
        else copyId = await recordCopy(write, to);
        step?.('recorded what is about to be written');
      },
    });
  } catch (error) {
    if (copyId !== undefined) dropCopy(world, copyId);
    if (error instanceof NothingChangedError) return undefined;
    throw error;
  }
}

function isWritten({ to, dryRun }: ApplyOptions): boolean {
  return to === undefined && dryRun !== true;
}

/** Makes the replayed world that of the data folder, and keeps the former one. The next command can finish this. */
async function adoptReplayed({ data, onProgress }: ApplyOptions, folder: string): Promise<CreatedWorld> {
  const former = readBaseStates(data.world)?.replaced;
  if (former === undefined) throw new RangeError(`${data.world}: no replay is pending`);
  const { seed, name } = readWorldOrigin(data.world);
  return makeWorld(data, { from: 'save', folder, seed, name }, true, onProgress, { command: APPLY, former });
}

/** Number of records that `save apply` would change; undefined if this version reads the save differently. */
export async function pendingChangeCount(
  world: World,
  { files, records }: BaseSave,
  catalogue: Catalogue,
): Promise<number | undefined> {
  const { save, world: imported } = await importPacked(files, catalogue);
  if (recordsDigest(imported) !== records) return undefined;
  const changes = { before: recordsOf(imported), after: recordsOf(world), save, catalogue };
  const { edits, refusals } = saveChangesOf(changes);
  return edits.length + refusals.length;
}
