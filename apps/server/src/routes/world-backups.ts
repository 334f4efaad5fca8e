import { existsSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import {
  DEFAULT_PAGE,
  getBackups,
  makeBackup,
  Refusal,
  type RouteQuery,
  type RouteReply,
  type RunningBackup,
  type WorldBackup,
} from '@palatine/contract';
import { MANIFEST, readManifest } from '@palatine/engine/backup-files';
import { namesIfFolder, withoutUndefined } from '@palatine/platform/json';
import { serialize } from '@palatine/platform/response-bytes';
import type { Progress } from '@palatine/save-tools/make-world';
import type { MountFileWrite } from '@palatine/web/file-writes';
import type { Routes } from '@palatine/web/routes';
import type { Service } from '../service/service.ts';

/** Maximum problems of a world in a list. */
const SHOWN_PROBLEMS = 20;

export function mountBackups(routes: Routes, backups: WorldBackups, write: MountFileWrite): void {
  routes.app.addHook('onClose', async () => backups.close());
  routes.read(getBackups, ({ query }) => serialize(backups.list(query)));
  write(makeBackup, ({ body, token }) => {
    const archives = body?.Archives === true;
    const Running = backups.start(token.name, archives);
    return { reply: { Running }, summary: archives ? 'a backup with the archives' : 'a backup' };
  });
}

type Failure = NonNullable<RouteReply<typeof getBackups>['Failed']>;

export type WorldBackups = ReturnType<typeof worldBackups>;

/** The backups of a data folder, and a running one, which its own process makes. */
export function worldBackups({ data, clock, game }: Pick<Service, 'data' | 'clock' | 'game'>) {
  /** By name. A manifest never changes. */
  let manifests = new Map<string, WorldBackup>();
  let running: RunningBackup | undefined;
  let failed: Failure | undefined;
  const closed = new AbortController();

  /** Unreadable backups are left out: `palatine doctor` reports them. */
  function read(): WorldBackup[] {
    const known = new Map<string, WorldBackup>();
    for (const name of namesIfFolder(data.backups)) {
      if (name.endsWith('.making') || !existsSync(join(data.backups, name, MANIFEST))) continue;
      const backup = manifests.get(name) ?? readBackup(data.backups, name);
      if (backup !== undefined) known.set(name, backup);
    }
    manifests = known;
    return [...known.values()];
  }

  function setProgress({ doing: Doing, done: Done, of: Of }: Progress): void {
    if (running === undefined) return;
    const { StartedAt, By } = running;
    running = { StartedAt, By, Doing, ...withoutUndefined({ Done, Of }) };
  }

  async function make(archives: boolean): Promise<string> {
    const { makeBackupInProcess } = await import('@palatine/save-tools/backup'); // no start needs it
    closed.signal.throwIfAborted();
    const options = { onProgress: setProgress, signal: closed.signal };
    return makeBackupInProcess({ data: data.path, archives }, options);
  }

  /** Never rejects: the list shows why one failed. */
  async function finish(folder: Promise<string>, issuer: string): Promise<void> {
    try {
      const name = basename(await folder);
      const backup = read().find(({ Name }) => Name === name);
      if (backup === undefined) throw new Error(`${name} no longer exists`);
      const made = { name, bytes: backup.Bytes, problems: backup.Problems.length, issuer };
      game.writes.note({ event: { type: 'backup.made', data: made } }).catch(() => {}); // a busy game: the list has it all the same
    } catch (error) {
      failed = { At: new Date(clock.now()).toISOString(), Message: (error as Error).message };
    } finally {
      running = undefined;
    }
  }

  return {
    /** Starts one. Throws BACKUP_RUNNING. */
    start(by: string, archives: boolean): RunningBackup {
      if (running !== undefined) throw new Refusal('BACKUP_RUNNING');
      failed = undefined;
      const started = { StartedAt: new Date(clock.now()).toISOString(), By: by, Doing: 'starting' };
      running = started;
      void finish(make(archives), by);
      return started;
    },

    /** A page of the backups, the newest first, and how far a running one is. */
    list({
      Limit = DEFAULT_PAGE,
      Cursor = '',
    }: RouteQuery<typeof getBackups>): RouteReply<typeof getBackups> {
      const all = read().toSorted((left, right) => (keyOf(left) < keyOf(right) ? 1 : -1));
      const after = Cursor === '' ? all : all.filter((backup) => keyOf(backup) < Cursor);
      const Backups = after.slice(0, Limit);
      const last = Backups.at(-1);
      return {
        Total: all.length,
        Matching: all.length,
        Backups,
        ...(running && { Running: running }),
        ...(failed && { Failed: failed }),
        ...(last !== undefined && Backups.length < after.length && { Next: keyOf(last) }),
      };
    },

    /** Aborts a running backup; no valid one remains. */
    close: () => closed.abort(),
  };
}

/** Sorts by time, then by name. */
function keyOf({ MadeAt, Name }: WorldBackup): string {
  return `${MadeAt} ${Name}`;
}

function readBackup(folder: string, name: string): WorldBackup | undefined {
  try {
    const { madeAt, version, world, problems, files } = readManifest(join(folder, name));
    return {
      Name: name,
      MadeAt: new Date(madeAt).toISOString(),
      Version: version,
      Bytes: files.reduce((sum, { bytes }) => sum + bytes, statSync(join(folder, name, MANIFEST)).size),
      Files: files.length,
      World: { Name: world.name, Players: world.players, Guilds: world.guilds },
      Problems: problems.slice(0, SHOWN_PROBLEMS),
    };
  } catch {
    return undefined;
  }
}
