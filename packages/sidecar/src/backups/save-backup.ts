import { renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Type } from '@palatine/contract/schema-builders';
import { expiredAmong } from '@palatine/engine/backup-files';
import type { Retention } from '@palatine/engine/config';
import { ConfigError } from '@palatine/platform/config-error';
import { LEVEL, LEVEL_META, PLAYERS } from '@palatine/save/folder-files';
import { backupNames, recordReader } from '@palatine/save-tools/undo-log';
import type { Static } from 'typebox';

export const SAVE_BACKUP_MANIFEST = 'save-folder.json';
/** Files of a world folder that the game writes apart from a save: options of the world, and of one player. */
export const EXTRAS = ['WorldOption.sav', 'LocalData.sav'] as const;

/** Also a copy made by hand, such as `… - Copy.sav`. */
const PLAYER_PATH = /^[^/\\:\p{Cc}]{1,200}\.sav$/u;

const Manifest = Type.Object({
  format: Type.Literal(1),
  world: Type.String(),
  /** ISO 8601, UTC: when the backup was made. */
  madeAt: Type.String(),
  /** ISO 8601, UTC: when the game wrote Level.sav. */
  savedAt: Type.String(),
  version: Type.String(),
  /** Its reason, such as "schedule". */
  reason: Type.String(),
  /** The world folder of a stopped or a running server, or a generation of the game's own backups. */
  from: Type.Union([Type.Literal('Stopped'), Type.Literal('World'), Type.Literal('Generation')]),
  files: Type.Array(
    Type.Object({
      path: Type.String(),
      bytes: Type.Integer({ minimum: 0 }),
      sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
      mode: Type.Integer(),
      uid: Type.Integer(),
      gid: Type.Integer(),
    }),
  ),
});
export type SaveFolderBackupManifest = Static<typeof Manifest>;

const readManifest = recordReader(Manifest, ({ files, madeAt }) => {
  const paths = new Set(files.map(({ path }) => path));
  const isWhole = paths.size === files.length && paths.has(LEVEL) && [...paths].every(isBackedUpPath);
  return isWhole && Number.isFinite(Date.parse(madeAt));
});

/** A backup of the whole save of a world; not of a single edit, which is beside the world folder. */
export interface SaveFolderBackup {
  readonly folder: string;
  /** UTC; numbered within a second: 20260712T083005Z-2. */
  readonly name: string;
  readonly manifest: SaveFolderBackupManifest;
}

/** Reads a backup. Throws a ConfigError for another folder, or an invalid manifest. */
export function readSaveFolderBackup(folder: string): SaveFolderBackup {
  const manifest = readManifest(join(folder, SAVE_BACKUP_MANIFEST));
  if (manifest !== undefined) return { folder, name: basename(folder), manifest };
  throw new ConfigError(`${folder} is not a backup of a save folder: it has no ${SAVE_BACKUP_MANIFEST}`);
}

/** Complete backups in a folder, oldest first, without those with an unreadable manifest. */
export function listSaveFolderBackups(into: string): SaveFolderBackup[] {
  return backupNames(into).flatMap((name) => {
    try {
      return [readSaveFolderBackup(join(into, name))];
    } catch (error) {
      if (error instanceof ConfigError) return []; // neither restored nor removed
      throw error;
    }
  });
}

/** Whether a backup may contain this path: it never leads out of a folder. */
export function isBackedUpPath(path: string): boolean {
  if ([LEVEL, LEVEL_META, ...EXTRAS].includes(path)) return true;
  const [folder, name = '', ...rest] = path.split('/');
  return folder === PLAYERS && rest.length === 0 && PLAYER_PATH.test(name);
}

/** Deletes complete backups older than `keepDays` (0: none), but not the newest `keepAtLeast`. @returns their names. */
export function removeExpiredSaveBackups(into: string, retention: Retention, nowMs: number): string[] {
  const madeAtMs = ({ manifest }: SaveFolderBackup) => Date.parse(manifest.madeAt);
  const backups = listSaveFolderBackups(into).toReversed();
  const expired = expiredAmong(backups, madeAtMs, retention, nowMs).toReversed();
  for (const { folder } of expired) {
    // Half deleted, it would look like a damaged backup; the next backup removes unfinished ones.
    renameSync(folder, `${folder}.making`);
    rmSync(`${folder}.making`, { recursive: true, force: true });
  }
  return expired.map(({ name }) => name);
}
