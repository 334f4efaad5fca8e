import { Refusal } from '@palatine/contract';
import { ConfigError } from '@palatine/platform/config-error';
import {
  type EditedFile,
  editSave,
  type OpenSave,
  type OpenSaveFile,
  openSave,
  packInBackground,
  type RecordDifference,
  readOpenSave,
  SaveEditError,
  type SaveEra,
  SaveError,
  type SaveWarning,
  type SaveWorld,
  sharedBytes,
  writtenContainer,
} from '@palatine/save';
import {
  type Catalogue,
  type GameContext,
  importSave,
  namesOf,
  recordsOf,
  saveChangesOf,
  type WorldRecords,
  worldDifferences,
} from '@palatine/world';
import { assertRead, listOf, type SaveDigests } from '../folder/digest-save.ts';
import type { EditExaminer } from './edit-thread.ts';
import { assertUnambiguous, assertUndamaged } from './edit-warnings.ts';

/** The save already matches the request. */
export class NothingChangedError extends ConfigError {
  constructor(folder: string) {
    super(`${folder} already has these changes; nothing was changed`);
  }
}

export interface EditSteps<Done> {
  /** Everything that commands need, except the world. */
  readonly context: Omit<GameContext, 'world'>;
  /** Changes the world by commands. A throw leaves the save as it is. */
  readonly change: (game: GameContext) => Done;
}

interface OpenedSave {
  readonly files: OpenSave;
  readonly save: SaveWorld;
}

export interface EditedSave<Done> {
  readonly done: Done;
  readonly era: SaveEra;
  /** The changed files by path, as packed for the disk. */
  readonly packed: ReadonlyMap<string, Buffer>;
  readonly records: readonly NamedRecord[];
  /** GVAS bytes of all files. */
  readonly gvasBytes: number;
}

/** For the worlds in memory only: does not reach the save. */
const IMPORT_SEED = 1;

/** Reads a complete save. Throws a ConfigError that says what prevents an edit. */
export async function openForEdit(folder: string, expected: SaveDigests): Promise<OpenedSave> {
  const { files, save } = await withFolder(folder, () => openSave(folder));
  assertRead(folder, expected, files.values());
  assertUndamaged(folder, save.warnings);
  return { files, save };
}

/** Runs a change on the world of a save and checks the result without writing it. Throws a ConfigError. */
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
  const done = asConfigErrors(() => world.transaction(() => change({ ...context, world })));
  const expected = recordsOf(world);
  const edited = await editedFiles(folder, { files, save }, before, expected, context);
  examiner.begin(edited);
  // Zlib packs in its own threads, and so does the examiner, while this thread reads back the edit.
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

/** Writes the differences of the worlds into the records of the save's files. Throws a ConfigError. */
async function editedFiles(
  folder: string,
  { files, save }: OpenedSave,
  before: WorldRecords,
  after: WorldRecords,
  { catalogue, newId, now }: EditSteps<unknown>['context'],
): Promise<EditedFile[]> {
  const { edits, refusals } = saveChangesOf({ before, after, save, catalogue });
  if (refusals.length > 0) throw new ConfigError(`${refusals.join('; ')}; nothing was changed`);
  assertUnambiguous(folder, save, before, after);
  if (edits.length === 0) throw new NothingChangedError(folder);
  const edited = await withFolder(folder, async () => editSave(files, edits, { newId, nowMs: now() }));
  return edited.map(({ path, gvas }) => ({ path, gvas: sharedBytes(gvas) }));
}

interface Result {
  readonly files: OpenSave;
  readonly before: Pick<SaveWorld, 'era' | 'warnings'>;
  readonly expected: WorldRecords;
  readonly imported: { readonly catalogue: Catalogue; readonly nowMs: number; readonly seed: number };
}

/** Compares an edited save with the expected world. @returns sentences, including each new warning. */
export async function differencesOf({ files, before, expected, imported }: Result): Promise<string[]> {
  try {
    const save = await readOpenSave(files);
    return [
      ...newWarnings(before.warnings, save.warnings),
      ...worldDifferences({ expected, found: recordsOf(importSave(save, imported)), save: before }),
    ];
  } catch (error) {
    if (error instanceof SaveError) return [error.message];
    throw error;
  }
}

/** Throws a ConfigError for a result that differs from the request. */
export function assertNothingWrong(folder: string, wrong: readonly string[]): void {
  if (wrong.length === 0) return;
  throw new ConfigError(
    `${folder}: the changed save would not match the request, so nothing was written: ${listOf(wrong, '; ')}; this is a bug of Palatine, please report it`,
  );
}

function newWarnings(before: readonly SaveWarning[], after: readonly SaveWarning[]): string[] {
  const text = ({ file, place, message }: SaveWarning) => `${file}: ${place}: ${message}`;
  const known = new Set(before.map(text));
  return after.map(text).filter((warning) => !known.has(warning));
}

/** Runs a step on the files of a save. An error of the save becomes one for the operator, with the folder. */
export async function withFolder<T>(folder: string, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (cause) {
    if (cause instanceof SaveError)
      throw new ConfigError(`${folder}: ${cause.message}; nothing was changed`, { cause });
    if (cause instanceof SaveEditError)
      throw new ConfigError(`${cause.message}; nothing was changed`, { cause });
    throw cause;
  }
}

/** Runs a command. Its Refusal becomes a ConfigError with the same message. */
function asConfigErrors<T>(command: () => T): T {
  try {
    return command();
  } catch (cause) {
    if (!(cause instanceof Refusal)) throw cause;
    const { Problems: problems = [] } = cause.details;
    const further = problems.filter(({ Message }) => !cause.message.includes(Message));
    const all = further.map(({ Path, Message }) => `; ${Path}: ${Message}`).join('');
    throw new ConfigError(`${cause.code}: ${cause.message}${all}`, { cause });
  }
}

/** A differing record, and its meaning in the world. */
interface NamedRecord extends RecordDifference {
  /** Such as `Items of Zoe` or `Anubis of Zoe`; '' if there is only an id. */
  readonly what: string;
}

function namedRecords(
  records: readonly RecordDifference[],
  before: WorldRecords,
  after: WorldRecords,
): NamedRecord[] {
  const names = namesOf(after, before);
  const boxes = new Map<string, string>();
  for (const { uid, team, palbox } of [...before.players.values(), ...after.players.values()]) {
    boxes.set(team.containerId, `team of ${names.player(uid)}`);
    boxes.set(palbox.containerId, `Palbox of ${names.player(uid)}`);
  }
  const nameOf = ({ section, id, file }: RecordDifference): string => {
    const pick = <T>(table: (records: WorldRecords) => ReadonlyMap<string, T>) =>
      table(after).get(id) ?? table(before).get(id);
    const character = pick(({ characters }) => characters);
    const guild = pick(({ guilds }) => guilds);
    const camp = pick(({ camps }) => camps);
    if (section === 'ItemContainerSaveData') return names.container(id);
    if (section === 'CharacterContainerSaveData') return boxes.get(id) ?? '';
    if (character !== undefined) return names.character(character);
    if (guild !== undefined) return names.guild(guild);
    if (camp !== undefined) return names.camp(camp);
    return /^Players\//.test(file) ? playerOf(file) : '';
  };
  const playerOf = (file: string) => {
    const uid = [...after.players.keys()].find((one) => file.includes(one.replaceAll('-', '')));
    return uid === undefined ? '' : `file of ${names.player(uid)}`;
  };
  return records.map((record) => ({ ...record, what: nameOf(record) }));
}

function withEdited(files: OpenSave, edited: readonly EditedFile[]): OpenSave {
  const after = new Map(files);
  for (const { path, gvas } of edited) after.set(path, { ...fileOf(files, path), gvas });
  return after;
}

/** Packs the edited files, each in its original container. @returns their bytes by path. */
async function packEdited(
  files: OpenSave,
  edited: readonly EditedFile[],
): Promise<ReadonlyMap<string, Buffer>> {
  const entries = await Promise.all(
    edited.map(async ({ path, gvas }): Promise<[string, Buffer]> => {
      return [path, await packInBackground(gvas, writtenContainer(path, fileOf(files, path).container))];
    }),
  );
  return new Map(entries);
}

function fileOf(files: OpenSave, path: string): OpenSaveFile {
  const file = files.get(path);
  if (file === undefined) throw new Error(`an edit made the file ${path}, which was not read`);
  return file;
}
