import { existsSync, lstatSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Type } from '@palatine/contract/schema-builders';
import { copyNewFile, flushFolder, writeFileAtomically } from '@palatine/platform/atomic-write';
import { ConfigError, orElse } from '@palatine/platform/config-error';
import { compactTime } from '@palatine/platform/format';
import { formatJson, namesInFolder, parseJson } from '@palatine/platform/json';
import { makePrivateFolder } from '@palatine/platform/private-files';
import { FILE_BYTES, readFileBytes, readTextFile, sha256Of } from '@palatine/platform/read-file';
import { fits } from '@palatine/platform/schema-problems';
import { SAVE_LIMITS } from '@palatine/save/save-limits';
import type { Static, TSchema } from 'typebox';
import { assertUnchanged, isGameFile, type SaveDigests } from './save-files.ts';
import type { LockedSave } from './save-folder.ts';

export const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' });
const FileState = Type.Object({
  path: Type.String(),
  bytes: Type.Integer(),
  sha256: Sha256,
  mode: Type.Integer(),
  uid: Type.Integer(),
  gid: Type.Integer(),
});
/** Null: no file. Only a restore, and its undo, add and remove files. */
export const Sha256OrNone = Type.Union([Sha256, Type.Null()]);
const Change = Type.Object({ path: Type.String(), before: Sha256OrNone, after: Sha256OrNone });

const Manifest = Type.Object({
  format: Type.Literal(1),
  /** An undo and a restore of a whole save are edits as well, so they can be undone. */
  doing: Type.Enum(['edit', 'undo', 'restore']),
  world: Type.String(),
  /** ISO 8601, UTC. */
  madeAt: Type.String(),
  version: Type.String(),
  command: Type.String(),
  /** All files of the moment before. The backup has all of them. */
  before: Type.Array(FileState),
  /** Replaced, added and removed files, in that order. */
  changes: Type.Array(Change),
});
export type SaveBackupManifest = Static<typeof Manifest>;

/** Reads files of one schema; undefined for a missing one. Throws a ConfigError for any other, and unless `isSound`. */
export function recordReader<S extends TSchema>(
  schema: S,
  isSound: (record: Static<S>) => boolean = () => true,
): (file: string) => Static<S> | undefined {
  return (file) => {
    const text = readTextFile(file, FILE_BYTES.manifest);
    if (text === undefined) return undefined;
    const value = orElse(undefined, () => parseJson(text)); // invalid JSON is damage as well
    if (fits(schema, value) && isSound(value)) return value;
    throw new ConfigError(`${file} is damaged, or was written by a newer version`);
  };
}

/** Manifest of a backup; undefined for a missing one. */
const readManifestFile = recordReader(Manifest, ({ changes }) =>
  changes.every(({ path }) => isGameFile(path)),
);

const MANIFEST = 'palatine-backup.json';
const BACKUP = /^(\d{8}T\d{6})Z(?:-(\d+))?$/;
/** Incomplete, or of an edit that never began to replace files. */
const MAKING = '.making';

export type SaveBackup = Readonly<{ folder: string; name: string; manifest: SaveBackupManifest }>;

/** A name for the next backup that sorts after all others, even if the clock was set back. */
export function nextBackupName(backups: string, nowMs: number): string {
  const time = compactTime(nowMs);
  const [, lastTime = '', number = '1'] = BACKUP.exec(backupNames(backups).at(-1) ?? '') ?? [];
  return lastTime < time ? `${time}Z` : `${lastTime}Z-${Number(number) + 1}`;
}

/** By time, then by number: -10 follows -2. */
const { compare } = new Intl.Collator('en', { numeric: true });

/** Names of the complete backups, oldest first. */
export function backupNames(backups: string): string[] {
  return namesInFolder(backups)
    .filter((name) => BACKUP.test(name))
    .sort(compare);
}

/** Last backup of this world; undefined without one. Throws a ConfigError for a damaged one. */
export function lastBackup(save: Pick<LockedSave, 'folder' | 'backups'>): SaveBackup | undefined {
  const name = backupNames(save.backups).at(-1);
  return name === undefined ? undefined : readBackup(save, name);
}

/** A complete backup of this world. Throws a ConfigError for a damaged one. */
export function readBackup(
  { folder, backups }: Pick<LockedSave, 'folder' | 'backups'>,
  name: string,
): SaveBackup {
  const path = join(backups, name);
  const manifest = readManifestFile(join(path, MANIFEST));
  if (manifest === undefined) throw new ConfigError(`${path} is damaged: it holds no ${MANIFEST}`);
  if (manifest.world !== basename(folder)) {
    throw new ConfigError(`${path} is of the world ${manifest.world}, not of ${basename(folder)}`);
  }
  return { folder: path, name, manifest };
}

interface Changes {
  readonly before: readonly { readonly path: string; readonly sha256: string }[];
  readonly changes: SaveBackupManifest['changes'];
}

/** Files of the moment after these changes, by path. */
export function stateAfter({ before, changes }: Changes): Map<string, { sha256: string }> {
  const state = new Map(before.map(({ path, sha256 }) => [path, { sha256 }]));
  for (const { path, after } of changes) {
    if (after === null) state.delete(path);
    else state.set(path, { sha256: after });
  }
  return state;
}

/** Copies a moment's files into a draft. No hard links: the game may write in place. Throws a ConfigError on a change. */
export function draftBackup(
  { folder, backups }: LockedSave,
  name: string,
  expected: SaveDigests,
  manifest: SaveBackupManifest,
  step: (did: string) => void,
): void {
  const draft = join(backups, `${name}${MAKING}`);
  makePrivateFolder(draft);
  const actual = new Map<string, { sha256: string }>();
  for (const path of expected.keys()) {
    makePrivateFolder(dirname(join(draft, path)));
    actual.set(path, { sha256: copyNewFile(join(folder, path), join(draft, path), SAVE_LIMITS.fileBytes) });
    step(`copied ${path} into the backup`);
  }
  assertUnchanged(folder, expected, actual);
  for (const below of new Set([...expected.keys()].map((path) => dirname(join(draft, path)))))
    flushFolder(below);
  writeFileAtomically(join(draft, MANIFEST), formatJson(manifest));
  for (const above of [backups, dirname(backups), dirname(folder)]) flushFolder(above);
  step('wrote the manifest of the backup');
}

/** Turns the draft into a backup: its edit is about to be done. */
export function keepDraft(backups: string, name: string): void {
  const draft = join(backups, `${name}${MAKING}`);
  if (!existsSync(draft)) return; // done before the interruption
  renameSync(draft, join(backups, name));
  flushFolder(backups);
}

/** Turns the backup into a draft again, which is swept: its edit was rolled back. */
export function discardBackup(backups: string, name: string): void {
  if (existsSync(join(backups, name))) renameSync(join(backups, name), join(backups, `${name}${MAKING}`));
  flushFolder(backups);
}

/** Removes drafts of backups whose edits replaced nothing. @returns whether there was one. */
export function sweepDrafts(backups: string): boolean {
  const drafts = namesInFolder(backups).filter(
    (name) => name.endsWith(MAKING) && BACKUP.test(name.slice(0, -MAKING.length)),
  );
  for (const name of drafts) rmSync(join(backups, name), { recursive: true, force: true });
  return drafts.length > 0;
}

/** A file of a backup. Throws a ConfigError if it is not what was backed up, or a link. */
export function backedUpFile(backup: string, path: string, sha256: string): Buffer {
  // Another user may have put a link to any file of this one there, with its digest in the manifest.
  for (const name of new Set([dirname(path), path])) {
    if (lstatSync(join(backup, name), { throwIfNoEntry: false })?.isSymbolicLink())
      throw new ConfigError(`${backup} is damaged: ${name} is a link`);
  }
  const bytes = readFileBytes(join(backup, path), SAVE_LIMITS.fileBytes);
  if (bytes === undefined) throw new ConfigError(`${backup} is damaged: ${path} is missing`);
  if (sha256Of(bytes) !== sha256) {
    throw new ConfigError(`${backup} is damaged: ${path} is not what was backed up`);
  }
  return bytes;
}
