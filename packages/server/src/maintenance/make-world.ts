import { existsSync, rmSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { Banlist } from '@palatine/contract';
import type { SaveWarning } from '@palatine/save';
import type { DemoSizes } from '@palatine/world';
import { ConfigError } from '../data-folder/config-error.ts';
import type { DataFolder } from '../data-folder/data-folder.ts';
import { swapWorldFile } from './swap-world-file.ts';

/** Where a new world comes from. */
export type Origin =
  | { from: 'demo'; seed: number; sizes: DemoSizes }
  | { from: 'save'; folder: string; seed: number };

export interface MadeWorld {
  /** Of a demo world, which brings some bans along. */
  banlist: Banlist | undefined;
  warnings: SaveWarning[];
  /** Where the world it replaced was put, relative to the data folder. */
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

/** What is being done, and how far it has come where that is known. */
export interface Progress {
  doing: string;
  done?: number;
  of?: number;
}

type Made = Extract<MakeWorldReply, { warnings: SaveWarning[] }>;

/** The largest worlds take seconds; what takes longer than this hangs. */
const TIME_LIMIT_MS = 120_000;

/**
 * Makes a world file and puts it in its place with one rename: it has happened or it has not. The work is done
 * in a thread of its own, whose memory goes with it. Throws an OperatorFault when a world is there already
 * and may not be replaced, or when the save cannot be read.
 */
export async function makeWorld(
  data: DataFolder,
  origin: Origin,
  replace: boolean,
  onProgress: (progress: Progress) => void = () => {},
): Promise<MadeWorld> {
  if (existsSync(data.world) && !replace) {
    throw new ConfigError(
      `${data.world} holds a world already; --replace puts it aside and takes the new one`,
    );
  }
  const making = `${data.world}.making`;
  rmSync(making, { force: true });
  try {
    const { banlist, warnings } = await inThread(
      { origin, file: making, catalogueFolder: data.catalogue },
      onProgress,
    );
    const keptAside = swapWorldFile(data, making);
    return { banlist, warnings, keptAside };
  } finally {
    rmSync(making, { force: true });
  }
}

function inThread(workerData: MakeWorldData, onProgress: (progress: Progress) => void): Promise<Made> {
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
