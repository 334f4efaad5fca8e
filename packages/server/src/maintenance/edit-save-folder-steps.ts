import {
  type EditedFile,
  editSave,
  type OpenSave,
  openSave,
  type SaveEra,
  type SaveWorld,
  sharedBytes,
} from '@palatine/save';
import { type GameContext, importSave, recordsOf, saveChangesOf, type WorldRecords } from '@palatine/world';
import { ConfigError } from '../data-folder/config-error.ts';
import { assertNothingWrong, differencesOf } from './edit-save-folder-check.ts';
import { sayingRefusals, sayingWhere } from './edit-save-folder-errors.ts';
import { type NamedRecord, namedRecords } from './edit-save-folder-names.ts';
import { packEdited, withEdited } from './edit-save-folder-pack.ts';
import type { EditExaminer } from './edit-save-folder-thread.ts';
import { assertUndamaged, assertUndoubted } from './edit-save-folder-warnings.ts';
import { assertRead, type SaveDigests } from './save-folder/digest-save.ts';

/** The save is already as it is asked to be. */
export class NothingChangedError extends ConfigError {
  constructor(folder: string) {
    super(`${folder} is already as asked for; nothing was changed`);
  }
}

/** How the world of a save is changed. */
export interface EditSteps<Done> {
  /** Everything that commands need besides the world. */
  readonly context: Omit<GameContext, 'world'>;
  /** Changes the world by commands. A throw leaves the save as it is. */
  readonly change: (game: GameContext) => Done;
}

/** A save as it was read for an edit. */
export interface OpenedSave {
  readonly files: OpenSave;
  readonly save: SaveWorld;
}

/** A changed save that passed every check, and is not written yet. */
export interface EditedSave<Done> {
  /** What the change returned. */
  readonly done: Done;
  readonly era: SaveEra;
  /** The changed files by path, as they are to be on disk. */
  readonly packed: ReadonlyMap<string, Buffer>;
  /** Every record that differs. */
  readonly records: readonly NamedRecord[];
  /** GVAS bytes of all files that were read. */
  readonly gvasBytes: number;
}

/** Of the worlds in memory only: nothing of it reaches the save. */
const IMPORT_SEED = 1;

/** Reads a save of which nothing may be missing. Throws a ConfigError that says what stands in the way of an edit. */
export async function openForEdit(folder: string, expected: SaveDigests): Promise<OpenedSave> {
  const { files, save } = await sayingWhere(folder, () => openSave(folder));
  assertRead(folder, expected, files.values());
  assertUndamaged(folder, save.warnings);
  return { files, save };
}

/** Runs a change on the world of a save and checks the result; writes nothing. Throws a ConfigError. */
export async function editOpenSave<Done>(
  folder: string,
  { files, save }: OpenedSave,
  { context, change }: EditSteps<Done>,
  examiner: EditExaminer,
): Promise<EditedSave<Done>> {
  examiner.open(files);
  const imported = { catalogue: context.catalogue, nowMs: context.now(), seed: IMPORT_SEED };
  const world = importSave(save, imported);
  const before = recordsOf(world);
  const done = sayingRefusals(() => world.transaction(() => change({ ...context, world })));
  const expected = recordsOf(world);
  const edited = await editedFiles(folder, { files, save }, before, expected, context);
  examiner.begin(edited);
  // Zlib packs in threads of its own, and the examiner has one, while this thread reads back what was written.
  const packing = packEdited(files, edited);
  const [packed, wrong, { broken, records, badlyPacked }] = await Promise.all([
    packing,
    differencesOf({ files: withEdited(files, edited), before: save, expected, imported }),
    packing.then((packed) => examiner.end(packed)),
  ]);
  assertNothingWrong(folder, [
    ...wrong,
    ...broken.map(({ message }) => message),
    ...badlyPacked.map((path) => `${path} would be packed wrongly`),
  ]);
  const gvasBytes = [...files.values()].reduce((sum, { gvas }) => sum + gvas.length, 0);
  return { done, era: save.era, packed, records: namedRecords(records, before, expected), gvasBytes };
}

/** The files of the save with what differs between the worlds written into their records. Throws a ConfigError. */
async function editedFiles(
  folder: string,
  { files, save }: OpenedSave,
  before: WorldRecords,
  after: WorldRecords,
  { catalogue, newId, now }: EditSteps<unknown>['context'],
): Promise<EditedFile[]> {
  const { edits, refusals } = saveChangesOf({ before, after, save, catalogue });
  if (refusals.length > 0) throw new ConfigError(`${refusals.join('; ')}; nothing was changed`);
  assertUndoubted(folder, save, before, after);
  if (edits.length === 0) throw new NothingChangedError(folder);
  const edited = await sayingWhere(folder, async () => editSave(files, edits, { newId, nowMs: now() }));
  return edited.map(({ path, gvas }) => ({ path, gvas: sharedBytes(gvas) }));
}
