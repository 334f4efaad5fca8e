import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { Banlist } from '@palatine/contract';
import { BANLIST, readBanlist, writeBanlist } from '@palatine/data-dir/banlist-file';
import { type DataFolder, type DataPaths, holdsWorld } from '@palatine/data-dir/data-folder';
import { MANIFEST, type Manifest, WORLD_FILE } from '@palatine/engine/backup-files';
import { carryBases, type KnownState } from '@palatine/engine/base-states';
import { readWorldOrigin, type WorldOrigin } from '@palatine/engine/open-world-file';
import { writeFileAtomically } from '@palatine/platform/atomic-write';
import { systemClock } from '@palatine/platform/clock';
import { ConfigError } from '@palatine/platform/config-error';
import { compactTime, counted, timeText } from '@palatine/platform/format';
import { formatJson, namesInFolder } from '@palatine/platform/json';
import { makePrivateFolder } from '@palatine/platform/private-files';
import { readFileBytes, sha256Of } from '@palatine/platform/read-file';
import { runJob } from '@palatine/platform/run-job';
import { PALATINE_VERSION } from '@palatine/platform/version';
import { coopWarnings, saveFolderBytes } from '@palatine/save/folder-files';
import type { SaveNote } from '@palatine/save/save-types';
import type { DemoSizes } from '@palatine/world/demo-sizes';
import { assertNotInterrupted, locateSave } from '../folder/save-folder.ts';
import {
  type CarriedAttached,
  carriedAttachedText,
  carryAttached,
  carryPlayerBans,
} from './carry-attached.ts';
import { type CarriedAudit, carriedText, carryAudit } from './carry-audit.ts';
import { type RemovedBans, removeDemoBans, restoreDemoBans } from './demo-bans.ts';
import { freeStamp, removeWorldFile, swapWorldFile } from './swap-world-file.ts';

export type Origin = { from: 'demo'; seed: number; sizes: DemoSizes } | SaveOrigin;

interface SaveOrigin {
  from: 'save';
  folder: string;
  seed: number;
  /** Name of the world; by default the save's. */
  name?: string | undefined;
  /** Lists each warning instead of the first of each kind with a count. */
  allWarnings?: boolean;
}

export interface DraftedWorld {
  banlist: Banlist | undefined;
  /** Set for a demo world with a past, which has backups as well. */
  demo?: Manifest['world'] | undefined;
  warnings: SaveNote[];
}

export interface CreatedWorld extends DraftedWorld {
  /** New name of the replaced world, relative to the data folder. */
  keptAside: string | undefined;
  removedBans: RemovedBans | undefined;
  audit: CarriedAudit | undefined;
  attached: CarriedAttached;
}

/** `history`: undefined where a world is replaced, whose audit and history go on without a made-up past. */
export type MakeWorldInput = {
  origin: Origin;
  file: string;
  history: string | undefined;
  catalogueFolder: string;
};

export interface ProgressCalls {
  progress(progress: Progress): void;
}

export type Progress = { doing: string; done?: number; of?: number };

/** The largest worlds take seconds; a longer import hangs. */
const TIME_LIMIT_MS = 120_000;

// Real saves need 16 bytes of heap per byte of their files, synthetic ones of equal records 150. The reader refuses
// what would need more, so this limit is the last safeguard (docs/decisions/0003).
const HEAP_BYTES_PER_SAVE_BYTE = 256;
const HEAP_FLOOR_BYTES = 256 * 1024 ** 2;

/**
 * Creates a world file in a thread, which frees its memory, and moves it into place with one rename. Throws a
 * ConfigError if a world exists and may not be replaced, if the save cannot be read within the memory and time for its
 * size, or if an edit of it was interrupted. `applied`: the command whose changes the save holds now, and the `former`
 * state of the world.
 */
export async function makeWorld(
  data: DataFolder,
  origin: Origin,
  replace: boolean,
  onProgress: (progress: Progress) => void = () => {},
  applied?: { command: string; former: KnownState },
): Promise<CreatedWorld> {
  const source = origin.from === 'save' ? { ...origin, folder: await locateSave(origin.folder) } : origin;
  if (source.from === 'save') assertNotInterrupted(source.folder);
  if (!replace && source.from === 'save') assertNoChangedWorld(data);
  else if (!replace) assertNoWorld(data);
  const draft = `${data.world}.making`;
  const history = `${data.history}.making`;
  for (const file of [draft, history]) removeWorldFile(file);
  try {
    const { banlist, demo, warnings } = await runJob<MakeWorldInput, DraftedWorld, ProgressCalls>(
      new URL('./make-world-job.ts', import.meta.url),
      {
        origin: source,
        file: draft,
        history: holdsWorld(data) ? undefined : history,
        catalogueFolder: data.catalogue,
      },
      {
        name: source.from === 'save' ? `${source.folder}: importing the save` : 'making the demo world',
        calls: { progress: onProgress },
        limit: { ms: TIME_LIMIT_MS, clock: systemClock },
        ...(source.from === 'save' && { maxHeapBytes: await heapBytesOf(source.folder) }),
      },
    );
    const banWarnings = carryPlayerBans(data, draft);
    const attached = carryAttached(data, draft, Date.now());
    carryBases(data.world, draft, applied?.former);
    const command = applied?.command ?? (source.from === 'save' ? 'world import' : 'world demo');
    const audit = carryAudit(data.world, draft, { command });
    const installed = installFiles(data, draft);
    // A history of this folder goes on: its series are those of the service.
    if (existsSync(history) && !existsSync(data.history)) renameSync(history, data.history);
    const coop = source.from === 'save' ? coopWarnings(source.folder) : [];
    return { ...installed, banlist, demo, warnings: [...coop, ...warnings, ...banWarnings], audit, attached };
  } finally {
    for (const file of [draft, history]) removeWorldFile(file);
  }
}

/** Throws a ConfigError that names the world when the folder has one that may not be replaced. */
export function assertNoWorld(data: DataPaths): void {
  if (!holdsWorld(data)) return;
  throw new ConfigError(
    `${data.world} holds ${worldText(readWorldOrigin(data.world))}; --replace moves it aside and uses the new one`,
  );
}

/** Likewise; but an unchanged demo world may be replaced. */
export function assertNoChangedWorld(data: DataPaths): void {
  if (!holdsWorld(data)) return;
  const { origin, firstWriteMs } = readWorldOrigin(data.world);
  if (origin !== 'demo' || firstWriteMs !== undefined) assertNoWorld(data);
}

function worldText({ name, origin, createdAtMs, firstWriteMs }: WorldOrigin): string {
  if (origin === 'save') return `the world "${name}" already, imported ${timeText(createdAtMs)}`;
  if (firstWriteMs === undefined) return `a demo world already, created ${timeText(createdAtMs)}`;
  return `a demo world that has been changed since ${timeText(firstWriteMs)}`;
}

/** Replaces the present world, and first removes the bans of a demo world. */
function installFiles(data: DataFolder, draft: string): Pick<CreatedWorld, 'keptAside' | 'removedBans'> {
  const stamp = freeStamp(data.path);
  const removedBans = removeDemoBans(data, stamp);
  try {
    return { keptAside: swapWorldFile(data, draft, stamp), removedBans };
  } catch (error) {
    if (removedBans !== undefined) restoreDemoBans(data, removedBans);
    throw error;
  }
}

async function heapBytesOf(folder: string): Promise<number> {
  const saveBytes = await saveFolderBytes(folder).catch(() => 0); // reading it reports the error
  return HEAP_FLOOR_BYTES + saveBytes * HEAP_BYTES_PER_SAVE_BYTE;
}

/** Writes the bans of a new demo world, unless the ban list has other entries than those of the last demo, and its backups. */
export function writeDemoFiles(
  data: DataPaths,
  { banlist, demo, removedBans }: CreatedWorld,
  bannedMessage: string,
): void {
  if (banlist === undefined) return;
  if (removedBans !== undefined || !existsSync(data.banlist)) {
    const { UserEntries, IPEntries } = banlist;
    const present = readBanlist(data.banlist, bannedMessage);
    const isEmpty = present.UserEntries.length + present.IPEntries.length === 0;
    if (isEmpty) writeBanlist(data.banlist, { ...present, UserEntries, IPEntries });
  }
  if (demo === undefined || namesInFolder(data.backups).length > 0) return;
  for (const days of DEMO_BACKUPS_DAYS) writeDemoBackup(data, demo, Date.now() - days * DAY_MS);
}

/** Days before the present at which the backups of a demo world were made. */
const DEMO_BACKUPS_DAYS = [8, 1];
const DAY_MS = 24 * 3_600_000;

function writeDemoBackup(data: DataPaths, world: Manifest['world'], madeAtMs: number): void {
  const folder = join(data.backups, `${compactTime(madeAtMs)}Z`);
  makePrivateFolder(folder);
  const files = [WORLD_FILE, BANLIST].map((path) => {
    const bytes = readFileBytes(join(data.path, path), Number.POSITIVE_INFINITY) ?? Buffer.of();
    writeFileAtomically(join(folder, path), bytes);
    return { path, bytes: bytes.length, sha256: sha256Of(bytes) };
  });
  const madeAt = new Date(madeAtMs).toISOString();
  const manifest: Manifest = { format: 1, madeAt, version: PALATINE_VERSION, world, problems: [], files };
  writeFileAtomically(join(folder, MANIFEST), formatJson(manifest));
}

/** Lines for an operator about a new world: the name of the former one, and who is banned. */
export function createdText(
  { banlist, keptAside, removedBans, audit, attached }: CreatedWorld,
  bansInForce: number,
): string[] {
  const lines: string[] = [];
  if (keptAside !== undefined) lines.push(`The former world is kept as ${keptAside}.`);
  lines.push(...carriedLines({ audit, attached }));
  if (removedBans !== undefined) {
    const count = counted(removedBans.count, 'ban');
    lines.push(`${count} of the demo world were removed with it, and are kept in ${removedBans.keptAside}.`);
  }
  if (banlist === undefined && bansInForce > 0) {
    lines.push(`Banlist.json bans ${bansInForce} users and addresses from it; palatine ban list shows them.`);
  }
  return lines;
}

/** Lines for an operator about what a new world has of the former one; none if there is nothing to report. */
export function carriedLines({
  audit,
  attached,
}: Partial<Pick<CreatedWorld, 'audit' | 'attached'>>): string[] {
  return [...carriedText(audit), ...(attached === undefined ? [] : carriedAttachedText(attached))];
}
