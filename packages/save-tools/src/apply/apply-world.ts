import type { DataFolder } from '@palatine/data-dir/data-folder';
import { isAttached, serverFile } from '@palatine/data-dir/server-file';
import { readBaseSave, recordsDigest } from '@palatine/engine/base-save';
import { type BaseState, dropCopy, promotePending, readBaseStates } from '@palatine/engine/base-states';
import { readWorldOrigin } from '@palatine/engine/open-world-file';
import { loadWorld } from '@palatine/engine/store';
import { ConfigError } from '@palatine/platform/config-error';
import { counted } from '@palatine/platform/format';
import { type GameContext, recordsOf, replayChanges, type World, type WorldRecords } from '@palatine/world';
import {
  type EditSaveOptions,
  editSaveFolder,
  type PlannedWrite,
  type SaveEditReport,
} from '../edit/edit-save-folder.ts';
import { NothingChangedError } from '../edit/edit-steps.ts';
import { digestSave, isSameSave } from '../folder/digest-save.ts';
import { assertNotInterrupted, finishInterrupted } from '../folder/finish-interrupted.ts';
import { locateSave } from '../folder/locate-save.ts';
import { lockSave } from '../folder/save-lock.ts';
import { type CreatedWorld, makeWorld } from '../import/make-world.ts';
import { applyRecords, assertSameImport, importPacked, recordCopy, recordPending } from './apply-changes.ts';
import { APPLY, readFilesOf, requireBase, type Settled, settleBase } from './settle-apply.ts';

interface ApplyOptions
  extends Pick<EditSaveOptions<void>, 'folder' | 'to' | 'dryRun' | 'context' | 'onProgress' | 'step'> {
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
  readonly edit: SaveEditReport<unknown> | undefined;
  /** The world of the changed save, which replaces that of the data folder after a replay. */
  readonly created: CreatedWorld | undefined;
}

/**
 * Writes the changes of a data folder's world since its import into its save. If the save is unchanged since then, the
 * differing records are written; if the game has written it since, the changes are replayed on its world by the
 * commands of the service, and the result becomes the world of the data folder.
 *
 * No change is written twice: before files are replaced, the world file records what they become, and the next
 * call checks the files themselves (docs/decisions/0011).
 *
 * Throws a ConfigError, and changes nothing, for a world without a base, for a save that is in use or damaged, and for
 * one that may or may not have the changes already.
 */
export async function applyWorld(options: ApplyOptions): Promise<AppliedWorld> {
  assertOwnWorld(options.data);
  requireBase(options.data);
  const folder = await locateSave(options.folder);
  const isInPlace = isWritten(options);
  const finished = isInPlace ? await finishEdit(folder) : assertNotInterrupted(folder);
  const settled = settleBase(options.data, folder, digestSave(folder), isInPlace);
  const notes = [...(finished === undefined ? [] : [finished]), ...settled.notes];
  if (settled.plan === 'adopt') {
    const created = await adoptReplayed(options, folder);
    return { notes, replayed: true, rejected: [], edit: undefined, created };
  }
  const world = loadWorld(options.data.world).world;
  return {
    notes,
    ...(await (settled.plan === 'exact' ? applyExactly : replay)(options, folder, settled, world)),
  };
}

/** Throws for an attached world, whose differences from its save come from a newer save. */
function assertOwnWorld(data: DataFolder): void {
  if (!isAttached(data)) return;
  throw new ConfigError(
    `${data.path} is attached to a game server (${serverFile.name}): its world follows the save, and pending changes are ` +
      'delivered by palatine server deliver',
  );
}

async function finishEdit(folder: string): Promise<string | undefined> {
  using save = lockSave(folder);
  return await finishInterrupted(save);
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

/** The world of the base, as imported. */
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
  { data, to, dryRun = false, context, onProgress, step }: ApplyOptions,
  folder: string,
  { digests }: Settled,
  { change, imported }: Change,
): Promise<SaveEditReport<void> | undefined> {
  const { world } = data;
  let copyId: string | undefined;
  try {
    return await editSaveFolder({
      folder,
      to,
      dryRun,
      command: APPLY,
      context,
      change,
      onProgress,
      step,
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
