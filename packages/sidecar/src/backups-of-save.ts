import { type getServerBackups, Refusal, type RouteReply } from '@palatine/contract';
import type { DataPaths } from '@palatine/data-dir/data-folder';
import { type Clock, jumpMessage, steadyClock } from '@palatine/platform/clock';
import { ConfigError } from '@palatine/platform/config-error';
import type { Logger } from 'pino';
import type { Attachment } from './attach/attachment.ts';
import { backUpSaveFolder, saveBackupsFolder, settledReader } from './backups/back-up-save.ts';
import { restoreSaveBackup } from './backups/restore-save.ts';
import {
  listSaveFolderBackups,
  removeExpiredSaveBackups,
  type SaveFolderBackup,
} from './backups/save-backup.ts';
import { STOPPED_SETTLED_MS } from './maintenance/cycle-run.ts';

interface BackupsOptions {
  readonly attachment: Attachment;
  readonly data: Pick<DataPaths, 'path'>;
  readonly restPort: number | undefined;
  readonly clock: Clock;
  readonly log: Logger;
}

export function backupsOfSave({ attachment, data, restPort, clock, log }: BackupsOptions) {
  const { folder: world, settings } = attachment;
  const { Folder, KeepDays, KeepAtLeast } = settings.Backups;
  const into = saveBackupsFolder(data, world, Folder);
  const list = () => listSaveFolderBackups(into).toReversed();
  const mayDeleteByAge = steadyClock(clock, (jumpMs) => log.warn(jumpMessage(jumpMs)));

  async function make(reason: string, running: boolean): Promise<SaveFolderBackup> {
    const read = running ? settledReader(clock) : undefined;
    const backup = await backUpSaveFolder({ world, into, nowMs: clock.now(), reason, read });
    if (!mayDeleteByAge()) return backup;
    const retention = { keepDays: KeepDays, keepAtLeast: KeepAtLeast };
    const removed = removeExpiredSaveBackups(into, retention, clock.now());
    if (removed.length > 0) log.info({ removed }, 'removed old backups of the save');
    return backup;
  }

  return {
    /** Newest first. */
    list: () => list().map(shown),
    /** When the newest was made, in ms since 1970; 0 without one. */
    newestMs: () => Date.parse(list()[0]?.manifest.madeAt ?? '') || 0,
    /** Copies one moment of the save while the server may be writing it. Rejects with a ConfigError. */
    make: async (reason: string) => shown(await make(reason, true)),
    /** Copies the save of the stopped server. @returns the name of the backup. */
    makeStopped: async () => (await make('maintenance', false)).name,
    /** Replaces the save of the stopped server by a backup. Rejects with a ConfigError. */
    async restore(name: string): Promise<void> {
      const backup = list().find((listed) => listed.name === name); // only such a name becomes part of a path
      if (backup === undefined) throw new ConfigError(`there is no backup ${JSON.stringify(name)}`);
      const atRest = { nowMs: clock.now(), settledMs: STOPPED_SETTLED_MS, restPort };
      const { keptAside, keptIn } = await restoreSaveBackup({ world, backup, ...atRest });
      if (keptAside.length === 0) return;
      const message = 'files of players that are not in the backup were removed from the world, and are kept';
      log.warn({ files: keptAside, keptIn }, message);
    },
    /** Throws BACKUP_NOT_FOUND for an unknown name. */
    assertThere(name: string): void {
      if (list().some((backup) => backup.name === name)) return;
      throw new Refusal('BACKUP_NOT_FOUND', `no backup of the save is called ${JSON.stringify(name)}`);
    },
  };
}

export type BackupsOfSave = ReturnType<typeof backupsOfSave>;

function shown({ name, manifest }: SaveFolderBackup): RouteReply<typeof getServerBackups>['Backups'][number] {
  return {
    Name: name,
    MadeAt: manifest.madeAt,
    Bytes: manifest.files.reduce((sum, { bytes }) => sum + bytes, 0),
    Files: manifest.files.length,
  };
}
