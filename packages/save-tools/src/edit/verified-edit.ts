import { Refusal } from '@palatine/contract';
import { ConfigError, recover } from '@palatine/platform/config-error';
import { runJob } from '@palatine/platform/run-job';
import type { RecordDifference } from '@palatine/save/diff-saves';
import type { OpenSave, OpenSaveFile } from '@palatine/save/open-save';
import { packInBackground, writtenContainer } from '@palatine/save/pack';
import { type PatchedFile, patchSave } from '@palatine/save/patch-save';
import { openSave, readOpenSave, unpackSave } from '@palatine/save/read-save-folder';
import { SaveError } from '@palatine/save/save-error';
import type { SaveEra, SaveWarning, SaveWorld } from '@palatine/save/save-types';
import { sharedBytes } from '@palatine/save/shared-bytes';
import type { SaveViolation } from '@palatine/save/violation';
import type { GameContext } from '@palatine/world/game-context';
import { importSave } from '@palatine/world/import-save';
import { saveChangesOf } from '@palatine/world/save-changes';
import { worldDifferences } from '@palatine/world/world-differences';
import { namesOf, recordsOf, type WorldRecords } from '@palatine/world/world-records';
import { assertRead, listOf, type SaveDigests } from '../folder/save-files.ts';
import { withFolder } from '../folder/save-folder.ts';
import { assertUnambiguous, assertUndamaged } from './edit-warnings.ts';

/** The save already matches the request. */
export class NothingChangedError extends ConfigError {
  constructor(folder: string) {
    super(`${folder} already has these changes; nothing was changed`);
  }
}

export interface RequestedEdit<Done> {
  /** Everything that commands need, except the world. */
  readonly context: Omit<GameContext, 'world'>;
  /** Changes the world by commands. A throw leaves the save as it is. */
  readonly change: (game: GameContext) => Done;
}

type OpenedSave = Readonly<{ files: OpenSave; save: SaveWorld }>;

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
export async function verifiedEdit<Done>(
  folder: string,
  { files, save }: OpenedSave,
  { context, change }: RequestedEdit<Done>,
): Promise<EditedSave<Done>> {
  const imported = { catalogue: context.catalogue, nowMs: context.now(), seed: IMPORT_SEED };
  const world = importSave(save, imported);
  const before = recordsOf(world);
  const done = asConfigErrors(() => world.transaction(() => change({ ...context, world })));
  const expected = recordsOf(world);
  const edited = await editedFiles(folder, { files, save }, before, expected, context);
  const after = new Map(files);
  for (const { path, gvas } of edited) after.set(path, { ...fileOf(files, path), gvas });
  // Zlib packs in its own threads, and another examines the edit, while this one reads it back.
  const [packed, { broken, records }, wrong] = await Promise.all([
    packEdited(files, edited),
    examineEdit(files, edited),
    differencesOf({ files: after, before: save, expected, imported }),
  ]);
  assertNothingWrong(folder, [
    ...wrong,
    ...broken.map(({ message }) => message),
    ...badlyPacked(edited, packed).map((path) => `${path} would be packed wrongly`),
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
  { catalogue, newId, now }: RequestedEdit<unknown>['context'],
): Promise<PatchedFile[]> {
  const { edits, refusals } = saveChangesOf({ before, after, save, catalogue });
  if (refusals.length > 0) throw new ConfigError(`${refusals.join('; ')}; nothing was changed`);
  assertUnambiguous(folder, save, before, after);
  if (edits.length === 0) throw new NothingChangedError(folder);
  const edited = await withFolder(folder, async () => patchSave(files, edits, { newId, nowMs: now() }));
  return edited.map(({ path, gvas }) => ({ path, gvas: sharedBytes(gvas) }));
}

interface Result {
  readonly files: OpenSave;
  readonly before: Pick<SaveWorld, 'era' | 'warnings'>;
  readonly expected: WorldRecords;
  readonly imported: Parameters<typeof importSave>[1];
}

/** Compares an edited save with the expected world. @returns sentences, including each new warning. */
export async function differencesOf({ files, before, expected, imported }: Result): Promise<string[]> {
  try {
    const save = await readOpenSave(files);
    const text = ({ file, place, message }: SaveWarning) => `${file}: ${place}: ${message}`;
    const known = before.warnings.map(text);
    return [
      ...save.warnings.map(text).filter((warning) => !known.includes(warning)),
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

/** Runs a command. Its Refusal becomes a ConfigError with the same message. */
function asConfigErrors<T>(command: () => T): T {
  return recover(command, Refusal, (cause) => {
    const { Problems: problems = [] } = cause.details;
    const further = problems.filter(({ Message }) => !cause.message.includes(Message));
    const all = further.map(({ Path, Message }) => `; ${Path}: ${Message}`).join('');
    throw new ConfigError(`${cause.code}: ${cause.message}${all}`, { cause });
  });
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
    const character = after.characters.get(id) ?? before.characters.get(id);
    const guild = after.guilds.get(id) ?? before.guilds.get(id);
    const camp = after.camps.get(id) ?? before.camps.get(id);
    if (section === 'ItemContainerSaveData') return names.container(id);
    if (section === 'CharacterContainerSaveData') return boxes.get(id) ?? '';
    if (character !== undefined) return names.character(character);
    if (guild !== undefined) return names.guild(guild);
    if (camp !== undefined) return names.camp(camp);
    const digits = /^Players\/.*/.exec(file)?.[0] ?? '';
    const uid = [...after.players.keys()].find((playerUid) => digits.includes(playerUid.replaceAll('-', '')));
    return uid === undefined ? '' : `file of ${names.player(uid)}`;
  };
  return records.map((record) => ({ ...record, what: nameOf(record) }));
}

/** Packs the edited files, each in its original container. @returns their bytes by path. */
async function packEdited(
  files: OpenSave,
  edited: readonly PatchedFile[],
): Promise<ReadonlyMap<string, Buffer>> {
  const pack = async ({ path, gvas }: PatchedFile) =>
    [path, await packInBackground(gvas, writtenContainer(path, fileOf(files, path).container))] as const;
  return new Map(await Promise.all(edited.map(pack)));
}

function fileOf(files: OpenSave, path: string): OpenSaveFile {
  const file = files.get(path);
  if (file === undefined) throw new Error(`an edit made the file ${path}, which was not read`);
  return file;
}

/** A file in a SharedArrayBuffer, so that no thread copies it. */
export type SharedFile = Pick<OpenSaveFile, 'path' | 'gvas'>;

export type ExaminedSave = Readonly<{ opened: readonly SharedFile[]; edited: readonly SharedFile[] }>;

export type EditFindings = Readonly<{ broken: SaveViolation[]; records: RecordDifference[] }>;

/** Finds the invariants that an edit breaks and the records that it changes, in a thread. */
export function examineEdit(files: OpenSave, edited: readonly SharedFile[]): Promise<EditFindings> {
  const opened = [...files.values()].map(({ path, gvas }) => ({ path, gvas }));
  const program = new URL('./examiner-job.ts', import.meta.url);
  return runJob<ExaminedSave, EditFindings>(program, { opened, edited }, { name: 'examining the save' });
}

export function badlyPacked(edited: readonly PatchedFile[], packed: ReadonlyMap<string, Buffer>): string[] {
  const unpacked = unpackSave(packed);
  return edited.flatMap(({ path, gvas }) => (unpacked.get(path)?.gvas.equals(gvas) ? [] : [path]));
}
