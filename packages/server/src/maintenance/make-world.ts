import { existsSync, rmSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { Banlist } from '@palatine/contract';
import type { SaveWarning } from '@palatine/save';
import type { DemoSizes } from '@palatine/world';
import { ConfigError } from '../data-folder/config-error.ts';
import type { DataFolder } from '../data-folder/data-folder.ts';
import { swapWorldFile } from './swap-world-file.ts';

/** The source of a new world. */
export type Origin =
  | { from: 'demo'; seed: number; sizes: DemoSizes }
  | { from: 'save'; folder: string; seed: number };

export interface CreatedWorld {
  /** The bans of a demo world. */
  banlist: Banlist | undefined;
  warnings: SaveWarning[];
  /** The replaced world's new name, relative to the data folder. */
  keptAside: string | undefined;
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

type Created = Extract<MakeWorldReply, { warnings: SaveWarning[] }>;

/** The largest worlds take seconds; a longer import hangs. */
const TIME_LIMIT_MS = 120_000;

/**
 * Creates a world file and moves it into place with one rename, so that an interruption leaves either world whole. A
 * thread of its own does the work, and gives back its memory. Throws a ConfigError when a world exists and may not
 * be replaced, or when the save cannot be read.
 */
export async function makeWorld(
  data: DataFolder,
  origin: Origin,
  replace: boolean,
  onProgress: (progress: Progress) => void = () => {},
): Promise<CreatedWorld> {
  if (existsSync(data.world) && !replace) {
    throw new ConfigError(
      `${data.world} holds a world already; --replace puts it aside and takes the new one`,
    );
  }
  const draft = `${data.world}.making`;
  rmSync(draft, { force: true });
  try {
    const { banlist, warnings } = await inThread(
      { origin, file: draft, catalogueFolder: data.catalogue },
      onProgress,
    );
    const keptAside = swapWorldFile(data, draft);
    return { banlist, warnings, keptAside };
  } finally {
    rmSync(draft, { force: true });
  }
}

function inThread(workerData: MakeWorldData, onProgress: (progress: Progress) => void): Promise<Created> {
  const worker = new Worker(new URL('./make-world-worker.ts', import.meta.url), {
    name: 'make-world',
    workerData,
  });
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => {
      reject(new ConfigError(`reading the save took longer than ${TIME_LIMIT_MS / 1000} seconds`));
      void worker.terminate();
    }, TIME_LIMIT_MS);
    worker.on('message', (reply: MakeWorldReply) => {
      if ('progress' in reply) onProgress(reply.progress);
      else if ('refused' in reply) reject(new ConfigError(reply.refused));
      else resolve(reply);
    });
    worker.on('error', reject);
    worker.on('exit', (code) => {
      clearTimeout(limit);
      reject(new Error(`the thread that makes the world ended with code ${code}`));
    });
  });
}
