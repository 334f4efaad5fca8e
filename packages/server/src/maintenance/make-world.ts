import { type ResourceLimits, Worker } from 'node:worker_threads';
import type { Banlist } from '@palatine/contract';
import type { SaveWarning } from '@palatine/save';
import { saveFolderBytes } from '@palatine/save/folder-files';
import type { DemoSizes } from '@palatine/world';
import { ConfigError, errorOfThread } from '../data-folder/config-error.ts';
import type { DataFolder } from '../data-folder/data-folder.ts';
import { carryBases, type KnownState } from '../store/base-states.ts';
import { type CarriedAttached, carryAttached } from './carry-attached.ts';
import { type CarriedAudit, carryAudit } from './carry-audit.ts';
import { carryPlayerBans } from './carry-player-bans.ts';
import { type RemovedBans, removeDemoBans, restoreDemoBans } from './demo-bans.ts';
import { locateSave } from './locate-save.ts';
import { assertNoChangedWorld, assertNoWorld } from './replaceable-world.ts';
import { assertNotInterrupted } from './save-folder/finish-interrupted.ts';
import { freeStamp, removeWorldFile, swapWorldFile } from './swap-world-file.ts';

/** The source of a new world. */
export type Origin = { from: 'demo'; seed: number; sizes: DemoSizes } | SaveOrigin;

export interface SaveOrigin {
  from: 'save';
  folder: string;
  seed: number;
  /** The name of the world; by default the save's own. */
  name?: string | undefined;
  /** Lists each warning instead of the first of each kind with a count. */
  allWarnings?: boolean;
}

export interface CreatedWorld {
  /** The bans of a demo world. */
  banlist: Banlist | undefined;
  warnings: SaveWarning[];
  /** The replaced world's new name, relative to the data folder. */
  keptAside: string | undefined;
  /** The bans that a replaced demo world took with it. */
  removedBans: RemovedBans | undefined;
  /** What became of the audit of a replaced world. */
  audit: CarriedAudit | undefined;
  /** What became of the deliveries of a replaced world. */
  attached: CarriedAttached;
}

export interface MakeWorldData {
  origin: Origin;
  file: string;
  catalogueFolder: string;
}

export type MakeWorldReply =
  | { banlist: Banlist | undefined; warnings: SaveWarning[] }
  | { refused: string }
  | { progress: Progress };

/** A step of long work, with its progress where that is known. */
export interface Progress {
  doing: string;
  done?: number;
  of?: number;
}

/** Says that the new world is the save into which the changes of the present one were written. */
export interface AppliedSave {
  command: string;
  /** The save before that. */
  former: KnownState;
}

type Created = Extract<MakeWorldReply, { warnings: SaveWarning[] }>;

/** The largest worlds take seconds; a longer import hangs. */
const TIME_LIMIT_MS = 120_000;

// Real saves need 16 bytes of heap for each byte of their files, made ones of equal records 150. The reader refuses
// what would need more, so this limit is the last safeguard (docs/decisions/0019).
const HEAP_BYTES_PER_SAVE_BYTE = 256;
const HEAP_FLOOR_BYTES = 256 * 1024 ** 2;

/**
 * Creates a world file and moves it into place with one rename, so that an interruption leaves either world whole. A
 * thread of its own does the work, and gives back its memory. The bans of a replaced demo world go with it. Throws a
 * ConfigError when a world exists and may not be replaced, or when the save cannot be read within the memory and the
 * time that its size allows, or when an edit of it was interrupted.
 */
export async function makeWorld(
  data: DataFolder,
  origin: Origin,
  replace: boolean,
  onProgress: (progress: Progress) => void = () => {},
  applied?: AppliedSave,
): Promise<CreatedWorld> {
  const source = origin.from === 'save' ? { ...origin, folder: await locateSave(origin.folder) } : origin;
  if (source.from === 'save') assertNotInterrupted(source.folder);
  if (!replace && source.from === 'save') assertNoChangedWorld(data);
  else if (!replace) assertNoWorld(data);
  const draft = `${data.world}.making`;
  removeWorldFile(draft);
  try {
    const { banlist, warnings } = await inThread(
      { origin: source, file: draft, catalogueFolder: data.catalogue },
      source.from === 'save' ? await resourceLimitsOf(source.folder) : {},
      onProgress,
    );
    const lost = carryPlayerBans(data, draft);
    const attached = carryAttached(data, draft, Date.now());
    carryBases(data.world, draft, applied?.former);
    const command = applied?.command ?? (source.from === 'save' ? 'world import' : 'world demo');
    const audit = carryAudit(data.world, draft, { command });
    const { keptAside, removedBans } = putInPlace(data, draft);
    return { banlist, warnings: [...warnings, ...lost], keptAside, removedBans, audit, attached };
  } finally {
    removeWorldFile(draft);
  }
}

/** Replaces the present world, and takes the bans of a demo world out of force first. */
function putInPlace(data: DataFolder, draft: string): Pick<CreatedWorld, 'keptAside' | 'removedBans'> {
  const stamp = freeStamp(data.path);
  const removedBans = removeDemoBans(data, stamp);
  try {
    return { keptAside: swapWorldFile(data, draft, stamp), removedBans };
  } catch (error) {
    if (removedBans !== undefined) restoreDemoBans(data, removedBans);
    throw error;
  }
}

async function resourceLimitsOf(folder: string): Promise<ResourceLimits> {
  const saveBytes = await saveFolderBytes(folder).catch(() => 0); // reading it says what is wrong with it
  const heapBytes = HEAP_FLOOR_BYTES + saveBytes * HEAP_BYTES_PER_SAVE_BYTE;
  return { maxOldGenerationSizeMb: Math.ceil(heapBytes / 1024 ** 2) };
}

function inThread(
  workerData: MakeWorldData,
  resourceLimits: ResourceLimits,
  onProgress: (progress: Progress) => void,
): Promise<Created> {
  const worker = new Worker(new URL('./make-world-worker.ts', import.meta.url), {
    name: 'make-world',
    workerData,
    resourceLimits,
  });
  return new Promise((resolve, reject) => {
    let isLate = false;
    const limit = setTimeout(() => {
      isLate = true;
      void worker.terminate();
    }, TIME_LIMIT_MS);
    worker.on('message', (reply: MakeWorldReply) => {
      if ('progress' in reply) onProgress(reply.progress);
      else if ('refused' in reply) reject(new ConfigError(reply.refused));
      else resolve(reply);
    });
    worker.on('error', (error) =>
      reject(isOutOfMemory(error) ? outOfMemory(workerData.origin, error) : errorOfThread(error)),
    );
    worker.on('exit', (code) => {
      clearTimeout(limit);
      if (isLate)
        reject(new ConfigError(`making the world took longer than ${TIME_LIMIT_MS / 1000} seconds`));
      else reject(new Error(`the thread that makes the world ended with code ${code}`));
    });
  });
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

function outOfMemory(origin: Origin, cause: unknown): ConfigError {
  const subject = origin.from === 'save' ? `${origin.folder}: importing the save` : 'making the demo world';
  return new ConfigError(`${subject} needs more memory than it may use; nothing was changed`, { cause });
}
