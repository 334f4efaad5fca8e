import { closeSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backup, type DatabaseSync } from 'node:sqlite';
import type { AuditPage, EventType } from '@palatine/contract';
import type { AuditQuery } from '@palatine/contract/audit-records';
import { auditPages } from '@palatine/data-dir/audit-table';
import type { DataPaths } from '@palatine/data-dir/data-folder';
import { flushFile } from '@palatine/platform/atomic-write';
import { lockAsReader } from '@palatine/platform/file-lock';
import { counted } from '@palatine/platform/format';
import { createPrivateFile } from '@palatine/platform/private-files';
import { isCorrupt, openGuarded } from '@palatine/platform/sqlite';
import type { PlayerBan } from '@palatine/world/model';
import type { World, WorldEvent } from '@palatine/world/world';
import {
  isDiskError,
  onWorldFile,
  openForReading,
  readWorldFile,
  worldFileError,
} from './open-world-file.ts';
import { loadWorld } from './store.ts';

const PAGES_AT_ONCE = 1000;

/** How long status and doctor name a save that replaced another. */
export const REPLACED_SHOWN_MS = 24 * 3_600_000;

type WorldPaths = Pick<DataPaths, 'path' | 'world'>;

/** In pages of the file. */
export type CopyProgress = (done: number, of: number) => void;

/** Copies a snapshot into a new file, with everything answered before. Durable when it resolves. */
export async function copyWorld(
  { path, world }: WorldPaths,
  to: string,
  progress: CopyProgress = () => {},
): Promise<void> {
  using _lock = lockAsReader(path);
  using database = openForReading(world);
  closeSync(createPrivateFile(to));
  // The open transaction pins the snapshot: otherwise the copy would restart at every write of the server.
  onWorldFile(world, () => database.exec('begin; select count(*) from sqlite_schema'));
  try {
    await backup(database, to, {
      rate: PAGES_AT_ONCE,
      progress: ({ totalPages, remainingPages }) => progress(totalPages - remainingPages, totalPages),
    });
    database.exec('commit');
    flushFile(to);
  } catch (error) {
    throw worldFileError(isDiskError(error) ? to : world, error);
  }
}

/** Reads from a world, even while a server writes it, and keeps it from being replaced meanwhile. */
function readShared<T>({ path, world }: WorldPaths, read: (database: DatabaseSync) => T): T {
  using _lock = lockAsReader(path);
  return readWorldFile(world, read);
}

/** Bans by PlayerUID in a world, even while a server writes. */
export function readPlayerBans(paths: WorldPaths): PlayerBan[] {
  return readShared(paths, (database) => {
    const rows = database.prepare('select record from playerBans order by rowid').all();
    return rows.map(({ record }) => JSON.parse(String(record)) as PlayerBan); // written by the store
  });
}

/** Reads an audit page without a server: a slow reader blocks nobody. */
export function readAuditPage(paths: WorldPaths, query: AuditQuery): AuditPage {
  return readShared(paths, (database) => auditPages(database)(query));
}

/** The newest reload event of a world file, as its record; undefined if there is none. */
export function readLastReload(paths: WorldPaths): string | undefined {
  return readShared(paths, (database) => newestEvent(database, 'config.reloaded', 'config.rejected'));
}

/** The newest event of these types, as its record. */
function newestEvent(database: DatabaseSync, ...types: EventType[]): string | undefined {
  const sql = `select record from events where record ->> '$.type' in (${types.map(() => '?').join()})
               order by key desc limit 1`;
  return database.prepare(sql).get(...types)?.record as string | undefined; // a text
}

type RecordRow = Readonly<Record<'key' | 'record', string>>;

type OutcomeRow = Readonly<
  Record<'token' | 'key' | 'fingerprint' | 'body' | 'code' | 'delivery', string> &
    Record<'at' | 'status', number>
>;

/** Reads the stored data about a game server, even while a server writes. Throws a WorldFileError. */
export function readAttachedTables(paths: WorldPaths) {
  return readShared(paths, (database) => {
    const rows = (table: string) =>
      database.prepare(`select key, record from ${table} order by rowid`).all() as unknown as RecordRow[];
    const outcomes = database.prepare("select * from outcomes where delivery <> '' order by rowid").all();
    const running = database.prepare("select value from facts where name = 'runningMs'").get();
    const replaced = newestEvent(database, 'save.replaced');
    return {
      /** Save time of the last stall that the service found; ISO 8601. */
      stalledAt: /"savedAt":"([^"]+)"/.exec(newestEvent(database, 'save.stalled') ?? '')?.[1],
      /** The last save that was no later state of the mirrored world. */
      replaced: replaced === undefined ? undefined : (JSON.parse(replaced) as WorldEvent<'save.replaced'>),
      deliveries: rows('deliveries'),
      identities: rows('identities'),
      gameBans: rows('gameBans'),
      batches: rows('deliveryBatches').length,
      outcomes: outcomes as unknown as OutcomeRow[],
      runningMs: Number(running?.value ?? 0),
    };
  });
}

/** Size of a file; 0 for a missing one. */
export function bytesOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

export function figuresOf(world: World) {
  const { name, origin, createdAtMs } = world.info;
  const { savedAtMs = null, gameBuild = 0, warnings = [] } = world.survey ?? {};
  return {
    name,
    origin,
    madeAt: new Date(createdAtMs).toISOString(),
    /** When the game wrote the save of the world; undefined if unknown. */
    savedAt: savedAtMs === null ? undefined : new Date(savedAtMs).toISOString(),
    /** Build of the game that wrote the save; undefined if unknown. */
    gameBuild: gameBuild === 0 ? undefined : gameBuild,
    importWarnings: warnings.length,
    players: world.accounts.size,
    online: world.sessions.size,
    guilds: world.guilds.size,
    camps: world.camps.size,
    characters: world.characters.size,
    containers: world.containers.size,
  };
}

export type WorldFigures = ReturnType<typeof figuresOf>;

const MAX_ERRORS = 20;
const MAX_CHARS = 200;

/** Errors in a database file, indexes included: at most 20 sentences. Nobody else may have it open. */
export function integrityErrors(file: string): string[] {
  try {
    using database = openGuarded(file, { readOnly: true });
    const rows = database.prepare(`pragma integrity_check(${MAX_ERRORS})`).all() as {
      integrity_check: string;
    }[];
    return rows
      .flatMap(({ integrity_check: text }) => text.split('\n'))
      .filter((line) => line !== 'ok' && !line.startsWith('***'))
      .slice(0, MAX_ERRORS)
      .map((line) => line.slice(0, MAX_CHARS));
  } catch (error) {
    if (isCorrupt(error)) return [(error as Error).message];
    throw error;
  }
}

export function figuresText({ name, players, online, guilds, camps, characters }: WorldFigures): string {
  const parts = [
    `${counted(players, 'player')} (${online} online)`,
    counted(guilds, 'guild'),
    counted(camps, 'camp'),
    counted(characters, 'character'),
  ];
  return `"${name}": ${parts.join(', ')}`;
}

/** The present world, from a copy, so a server may run. `damage`: errors in the file; `writes`: number in its audit. */
export async function readWorldSnapshot(data: DataPaths, progress?: CopyProgress) {
  const folder = mkdtempSync(join(tmpdir(), 'palatine-world-'));
  try {
    const file = join(folder, 'world.db');
    await copyWorld(data, file, progress);
    return onWorldFile(data.world, () => ({ damage: integrityErrors(file), ...loadWorld(file) }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
