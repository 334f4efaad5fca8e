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
import { MANIFEST } from '@palatine/engine/backup-paths';
import { type Manifest, readManifest } from '@palatine/engine/manifest';
import { serialize } from '@palatine/engine/responses';
import { namesIfFolder } from '@palatine/platform/json';
import { makeBackupInProcess } from '@palatine/save-tools/backup';
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

type BackupsOptions = Pick<Service, 'data' | 'clock' | 'game'>;

/** The backups of a data folder, and a running one, which its own process makes. */
export class WorldBackups {
  readonly #options: BackupsOptions;
  /** By name. A manifest never changes. */
  #manifests = new Map<string, WorldBackup>();
  #running: RunningBackup | undefined;
  readonly #closed = new AbortController();
  #failed: Failure | undefined;

  constructor(options: BackupsOptions) {
    this.#options = options;
  }

  /** Starts one. Throws BACKUP_RUNNING. */
  start(by: string, archives: boolean): RunningBackup {
    if (this.#running !== undefined) throw new Refusal('BACKUP_RUNNING');
    const { data, clock } = this.#options;
    this.#failed = undefined;
    const running = { StartedAt: new Date(clock.now()).toISOString(), By: by, Doing: 'starting' };
    this.#running = running;
    const folder = makeBackupInProcess(
      { data: data.path, archives },
      { onProgress: (progress) => this.#setProgress(progress), signal: this.#closed.signal },
    );
    void this.#finish(folder, by);
    return running;
  }

  /** A page of the backups, the newest first, and how far a running one is. */
  list({ Limit = DEFAULT_PAGE, Cursor = '' }: RouteQuery<typeof getBackups>): RouteReply<typeof getBackups> {
    const all = this.#read().toSorted((one, other) => (keyOf(one) < keyOf(other) ? 1 : -1));
    const after = Cursor === '' ? all : all.filter((backup) => keyOf(backup) < Cursor);
    const Backups = after.slice(0, Limit);
    const last = Backups.at(-1);
    return {
      Total: all.length,
      Matching: all.length,
      Backups,
      ...(this.#running && { Running: this.#running }),
      ...(this.#failed && { Failed: this.#failed }),
      ...(last !== undefined && Backups.length < after.length && { Next: keyOf(last) }),
    };
  }

  /** Aborts a running backup; no valid one remains. */
  close(): void {
    this.#closed.abort();
  }

  #setProgress({ doing: Doing, done: Done, of: Of }: Progress): void {
    if (this.#running === undefined) return;
    const { StartedAt, By } = this.#running;
    this.#running = {
      StartedAt,
      By,
      Doing,
      ...(Done !== undefined && { Done }),
      ...(Of !== undefined && { Of }),
    };
  }

  /** Never rejects: the list shows why one failed. */
  async #finish(folder: Promise<string>, issuer: string): Promise<void> {
    const { clock, game } = this.#options;
    try {
      const name = basename(await folder);
      const backup = this.#read().find(({ Name }) => Name === name);
      if (backup === undefined) throw new Error(`${name} no longer exists`);
      const made = { name, bytes: backup.Bytes, problems: backup.Problems.length, issuer };
      game.note({ event: { type: 'backup.made', data: made } }).catch(() => {}); // a busy game: the list has it all the same
    } catch (error) {
      this.#failed = { At: new Date(clock.now()).toISOString(), Message: (error as Error).message };
    } finally {
      this.#running = undefined;
    }
  }

  /** Unreadable backups are left out: `palatine doctor` reports them. */
  #read(): WorldBackup[] {
    const { backups: folder } = this.#options.data;
    const manifests = new Map<string, WorldBackup>();
    for (const name of namesIfFolder(folder)) {
      if (name.endsWith('.making') || !existsSync(join(folder, name, MANIFEST))) continue;
      const backup = this.#manifests.get(name) ?? readBackup(folder, name);
      if (backup !== undefined) manifests.set(name, backup);
    }
    this.#manifests = manifests;
    return [...manifests.values()];
  }
}

/** Sorts by time, then by name. */
function keyOf({ MadeAt, Name }: WorldBackup): string {
  return `${MadeAt} ${Name}`;
}

function readBackup(folder: string, name: string): WorldBackup | undefined {
  let manifest: Manifest;
  try {
    manifest = readManifest(join(folder, name));
  } catch {
    return undefined;
  }
  const { madeAt, version, world, problems, files } = manifest;
  return {
    Name: name,
    MadeAt: new Date(madeAt).toISOString(),
    Version: version,
    Bytes: files.reduce((sum, { bytes }) => sum + bytes, statSync(join(folder, name, MANIFEST)).size),
    Files: files.length,
    World: { Name: world.name, Players: world.players, Guilds: world.guilds },
    Problems: problems.slice(0, SHOWN_PROBLEMS),
  };
}
