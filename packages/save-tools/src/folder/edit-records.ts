import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { flushFolder, writeFileAtomically } from '@palatine/platform/atomic-write';
import { ConfigError } from '@palatine/platform/config-error';
import { formatJson, parseJson } from '@palatine/platform/json';
import { FILE_BYTES, readTextFile } from '@palatine/platform/read-file';
import Type, { type Static, type TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { isGameFile, isTemporary, JOURNAL } from './save-paths.ts';

// Records of an edit about itself: in the manifest of its backup, and in its journal while it replaces files.

const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' });
const FileState = Type.Object({
  path: Type.String(),
  bytes: Type.Integer(),
  sha256: Sha256,
  mode: Type.Integer(),
  uid: Type.Integer(),
  gid: Type.Integer(),
});
/** Null: no file. Only a restore, and its undo, add and remove files. */
const Sha256OrNone = Type.Union([Sha256, Type.Null()]);
const Change = Type.Object({ path: Type.String(), before: Sha256OrNone, after: Sha256OrNone });

const Manifest = Type.Object({
  format: Type.Literal(1),
  /** An undo and a restore of a whole save are edits as well, so they can be undone. */
  doing: Type.Union([Type.Literal('edit'), Type.Literal('undo'), Type.Literal('restore')]),
  /** Name of the world folder. */
  world: Type.String(),
  /** ISO 8601, UTC. */
  madeAt: Type.String(),
  version: Type.String(),
  /** The command, such as "save give". */
  command: Type.String(),
  /** All files of the moment before. The backup has all of them. */
  before: Type.Array(FileState),
  /** Replaced, added and removed files, in that order. */
  changes: Type.Array(Change),
});
/** Manifest of a backup of a save. */
export type SaveBackupManifest = Static<typeof Manifest>;

const Journal = Type.Object({
  format: Type.Literal(1),
  /** `taking back` rolls back an edit that could not be finished, from its backup. */
  doing: Type.Union([
    Type.Literal('edit'),
    Type.Literal('undo'),
    Type.Literal('restore'),
    Type.Literal('taking back'),
  ]),
  madeAt: Type.String(),
  command: Type.String(),
  backup: Type.String({ pattern: '^\\d{8}T\\d{6}Z(-\\d+)?$' }),
  /** Digests of all files of the moment before. */
  before: Type.Array(Type.Object({ path: Type.String(), sha256: Sha256 })),
  /** Replacements, in this order, each by a file beside it; without one, the file is removed. */
  replacements: Type.Array(
    Type.Object({
      path: Type.String(),
      temporary: Type.Union([Type.String(), Type.Null()]),
      before: Sha256OrNone,
      after: Sha256OrNone,
    }),
  ),
});
/** Plan of an edit in the world folder, from which the next command can finish it. */
export type SaveJournal = Static<typeof Journal>;

/** Reads files of one schema; undefined for a missing one. Throws a ConfigError for any other, and unless `isSound`. */
export function recordReader<S extends TSchema>(
  schema: S,
  isSound: (record: Static<S>) => boolean = () => true,
): (file: string) => Static<S> | undefined {
  const records = Compile(schema);
  return (file) => {
    const text = readTextFile(file, FILE_BYTES.manifest);
    if (text === undefined) return undefined;
    try {
      const value = parseJson(text);
      if (records.Check(value) && isSound(value)) return value;
    } catch {
      // Not JSON: refused below, as any other damage.
    }
    throw new ConfigError(`${file} is damaged, or was written by a newer version`);
  };
}

/** Manifest of a backup; undefined for a missing one. */
export const readManifestFile = recordReader(Manifest, ({ changes }) =>
  changes.every(({ path }) => isGameFile(path)),
);

/** A journal that leads out of the world folder is not sound. */
const readJournalFile = recordReader(Journal, ({ replacements }) =>
  replacements.every(
    ({ path, temporary, after }) =>
      isGameFile(path) &&
      (temporary === null ? after === null : isTemporary(temporary) && temporary.startsWith(`${path}.`)),
  ),
);

// The journal is in the world folder, so that moving or copying a half-edited folder includes it.

/** Journal of an interrupted edit, if there is one. Throws a ConfigError with the next step for a damaged one. */
export function readJournal(folder: string): SaveJournal | undefined {
  const file = join(folder, JOURNAL);
  try {
    return readJournalFile(file);
  } catch (error) {
    throw new ConfigError(
      `${(error as Error).message}: an edit was interrupted, and its progress is unknown; ` +
        'restore the files of the last backup, then remove this file',
      { cause: error },
    );
  }
}

/** From now on the next command finishes the journal. */
export function writeJournal(folder: string, journal: SaveJournal): void {
  writeFileAtomically(join(folder, JOURNAL), formatJson(journal));
}

export function removeJournal(folder: string): void {
  rmSync(join(folder, JOURNAL), { force: true });
  flushFolder(folder);
}

/** A time in ms since 1970, or of a record, for people. */
export function timeText(time: string | number): string {
  const iso = typeof time === 'number' ? new Date(time).toISOString() : time;
  return `${iso.slice(0, 19).replace('T', ' ')} UTC`;
}
