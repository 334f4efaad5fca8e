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
import { assertReadAlike, importPacked, recordCopy, recordPending, takeOver } from './apply-changes.ts';
import { APPLY, readFilesOf, requireBase, type Settled, settleBase } from './settle-apply.ts';

interface ApplyOptions
  extends Pick<EditSaveOptions<void>, 'folder' | 'to' | 'dryRun' | 'context' | 'onProgress' | 'step'> {
  /** Locked by this process: no server is using it. */
  readonly data: DataFolder;
  /** Leaves out the changes that do not fit into a save that the game has written since. */
  readonly skip?: boolean;
}

export interface AppliedWorld {
  /** What an earlier command had left unfinished, and became of it; and from where changes are counted. */
  readonly notes: readonly string[];
  /** Whether the game has written the save since, so that the changes were made anew on its world. */
  readonly replayed: boolean;
  /** The changes that no longer fit. Without `skip`, nothing was written when there are any. */
  readonly rejected: readonly string[];
  /** What was written; undefined when there was nothing to write, or when changes did not fit. */
  readonly edit: SaveEditReport<unknown> | undefined;
  /** The world of the changed save, which has taken the place of the one in the data folder after a replay. */
  readonly created: CreatedWorld | undefined;
}

/**
 * Writes the changes of a data folder's world since its import into its save. When the save is still the one that was
 * imported, the differing records are written; when the game has written it since, the changes are made anew on its
 * world by the commands of the service, and the result becomes the world of the data folder.
 *
 * No change comes into a save twice: before files are replaced, the world file records what they become, and the next
 * call tells by the files themselves whether they did (docs/decisions/0011).
 *
 * Throws a ConfigError, and changes nothing, for a world without a base, for a save that is in use or damaged, and for
 * one of which nobody can tell whether it holds the changes already.
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

/** What an attached world has that its save has not came from a newer save. */
function assertOwnWorld(data: DataFolder): void {
  if (!isAttached(data)) return;
  throw new ConfigError(
    `${data.path} is attached to a game server (${serverFile.name}): its world follows the save, and what waits for it is ` +
      'delivered by palatine server deliver',
  );
}

async function finishEdit(folder: string): Promise<string | undefined> {
  using save = lockSave(folder);
  return await finishInterrupted(save);
}

type Outcome = Omit<AppliedWorld, 'notes'>;
const NOTHING: Outcome = { replayed: false, rejected: [], edit: undefined, created: undefined };

/** The save is the base: the world becomes that of the data folder, record by record. */
async function applyExactly(
  options: ApplyOptions,
  folder: string,
  settled: Settled,
  world: World,
): Promise<Outcome> {
  const records = recordsOf(world);
  const edit = await editUnlessNothing(options, folder, settled, {
    change(game) {
      assertReadAlike(game.world, settled.base);
      if (takeOver(game.world, records) === 0) throw new NothingChangedError(folder);
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

/** The changes did not fit, and nothing was said about leaving them out. */
class MisfitError extends Error {}

/** The game has written the save since the base: the changes are made anew on its world. */
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
    const edit = await editUnlessNothing(options, folder, settled, {
      change(game) {
        imported = recordsDigest(game.world);
        rejected = replayChanges(game, before, after);
        if (rejected.length > 0 && skip !== true) throw new MisfitError();
      },
      imported: () => imported,
    });
    if (edit === undefined) return { ...NOTHING, replayed: true, rejected };
    const created = isWritten(options) ? await adoptReplayed(options, folder) : undefined;
    return { replayed: true, rejected, edit, created };
  } catch (error) {
    if (error instanceof MisfitError) return { ...NOTHING, replayed: true, rejected };
    throw error;
  }
}

/** The world of the base as it was imported. */
async function importedBase(
  data: DataFolder,
  { catalogue }: ApplyOptions['context'],
  base: BaseState,
): Promise<WorldRecords> {
  const { files } = readBaseSave(data.world) ?? { files: new Map() };
  const { world } = await importPacked(files, catalogue);
  assertReadAlike(world, base);
  return recordsOf(world);
}

interface Change {
  change(game: GameContext): void;
  /** The digest of the records of the save before the change, when it is not the base. */
  imported(): string | undefined;
}

/** Edits the save. Before anything of it is replaced, the world file records what becomes of it. */
async function editUnlessNothing(
  { data, to, dryRun = false, context, onProgress, step }: ApplyOptions,
  folder: string,
  { found }: Settled,
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
        if (!isSameSave(found, readFilesOf(expected))) {
          throw new ConfigError(`${folder} has just changed; stop what writes it, and run the command again`);
        }
        const write = { world, folder, found, packed, catalogue: context.catalogue, nowMs: context.now() };
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

/**
 * Makes the world of the save, into which the changes were replayed, the world of the data folder. The one that was there
 * is kept under another name. An interruption leaves the one before, whose pending state the next command finds written.
 */
async function adoptReplayed({ data, onProgress }: ApplyOptions, folder: string): Promise<CreatedWorld> {
  const former = readBaseStates(data.world)?.replaced;
  if (former === undefined) throw new RangeError(`${data.world}: no replay is pending`);
  const { seed, name } = readWorldOrigin(data.world);
  return makeWorld(data, { from: 'save', folder, seed, name }, true, onProgress, { command: APPLY, former });
}
