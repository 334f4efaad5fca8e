import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { flushFolder, writeFileAtomically } from '@palatine/platform/atomic-write';
import { ConfigError } from '@palatine/platform/config-error';
import { formatJson, parseJson } from '@palatine/platform/json';
import { FILE_BYTES, readTextFile } from '@palatine/platform/read-file';
import Type, { type Static, type TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { isGameFile, isTemporary, JOURNAL } from './save-paths.ts';

// What an edit writes down about itself: in the manifest of its backup, and in its journal while it replaces files.

const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' });
const FileState = Type.Object({
  path: Type.String(),
  bytes: Type.Integer(),
  sha256: Sha256,
  mode: Type.Integer(),
  uid: Type.Integer(),
  gid: Type.Integer(),
});
/** Null: there is no file. Only a restore, and its undo, bring files and take them away. */
const Sha256OrNone = Type.Union([Sha256, Type.Null()]);
const Change = Type.Object({ path: Type.String(), before: Sha256OrNone, after: Sha256OrNone });

const Manifest = Type.Object({
  format: Type.Literal(1),
  /** An undo is an edit as well: it can be undone. So is the restore of a whole save. */
  doing: Type.Union([Type.Literal('edit'), Type.Literal('undo'), Type.Literal('restore')]),
  /** The name of the world folder. */
  world: Type.String(),
  /** ISO 8601, UTC. */
  madeAt: Type.String(),
  version: Type.String(),
  /** The command, such as "save give". */
  command: Type.String(),
  /** Every file of the moment before. The backup holds them all. */
  before: Type.Array(FileState),
  /** The files that were replaced, brought or taken away, in that order. */
  changes: Type.Array(Change),
});
/** Describes a backup of a save, beside its files. */
export type SaveBackupManifest = Static<typeof Manifest>;

const Journal = Type.Object({
  format: Type.Literal(1),
  /** A taking back puts the files of the backup back after an edit that could not be finished. */
  doing: Type.Union([
    Type.Literal('edit'),
    Type.Literal('undo'),
    Type.Literal('restore'),
    Type.Literal('taking back'),
  ]),
  madeAt: Type.String(),
  command: Type.String(),
  /** The name of the folder with the backup. */
  backup: Type.String({ pattern: '^\\d{8}T\\d{6}Z(-\\d+)?$' }),
  /** The digests of all files of the moment before. */
  before: Type.Array(Type.Object({ path: Type.String(), sha256: Sha256 })),
  /** What is replaced, in this order, each by a file that lies beside it; without one, the file is taken away. */
  replacements: Type.Array(
    Type.Object({
      path: Type.String(),
      temporary: Type.Union([Type.String(), Type.Null()]),
      before: Sha256OrNone,
      after: Sha256OrNone,
    }),
  ),
});
/** What an edit is about to do with the world folder, from which the next command can finish it. */
export type SaveJournal = Static<typeof Journal>;

/**
 * Reads files of one schema. Undefined where there is no such file. Throws a ConfigError for one that no version of its
 * format has written, and for one that `isSound` does not accept.
 */
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

/** The manifest of a backup; undefined where there is none. */
export const readManifestFile = recordReader(Manifest, ({ changes }) =>
  changes.every(({ path }) => isGameFile(path)),
);

/** One that leads out of the world folder is not sound. */
const readJournalFile = recordReader(Journal, ({ replacements }) =>
  replacements.every(
    ({ path, temporary, after }) =>
      isGameFile(path) &&
      (temporary === null ? after === null : isTemporary(temporary) && temporary.startsWith(`${path}.`)),
  ),
);

// The journal lies in the world folder: a half-edited folder that is moved or copied takes the journal along.

/** The journal of an interrupted edit, if there is one. Throws a ConfigError that says what to do with a damaged one. */
export function readJournal(folder: string): SaveJournal | undefined {
  const file = join(folder, JOURNAL);
  try {
    return readJournalFile(file);
  } catch (error) {
    throw new ConfigError(
      `${(error as Error).message}: an edit was interrupted, and nobody can tell how far it came; ` +
        'copy the files of the last backup back, then remove this file',
      { cause: error },
    );
  }
}

/** From here on the next command finishes what the journal says. */
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
