import { LEVEL } from '@palatine/save/folder-files';
import type { Clock } from '../game/clock.ts';
import { pause } from '../game/pause.ts';
import { newestGenerations } from './backup-generations.ts';
import { readSaveFiles, type SaveFiles } from './read-save-files.ts';
import { isSameListing, listSave, type SaveListing } from './save-listing.ts';
import { UnreadableSaveError } from './unreadable-save-error.ts';

/** A save to import, and where it was read. */
export interface SettledSave extends SaveFiles {
  readonly source: 'Live' | 'Backup';
  readonly folder: string;
  /** ms since 1970: when Level.sav was written, by its file. */
  readonly savedAtMs: number;
}

export interface ReadingOptions {
  /** The world folder, the one with Level.sav. */
  readonly folder: string;
  readonly clock: Clock;
  /** The files have to stand still for so long before the first reading. */
  readonly settleMs: number;
  /** The files of the world folder that the importer has. */
  readonly known: () => SaveListing;
  /** A copy must be newer than this; ms since 1970. */
  readonly servedMs: number;
  readonly signal: AbortSignal;
}

/** Before each further reading, after one that failed. */
const RETRY_AFTER_MS = [2000, 4000, 8000];
/** Before a further reading the files have to stand still for as long as section 8.4 of the notes says. */
const CAREFUL_SETTLE_MS = 2000;
/** A game that never stops writing is read all the same: every reading is checked. */
const SETTLE_LIMIT_MS = 20_000;

/**
 * The readings of a save in the order in which they are worth trying: its folder, again after 2, 4 and 8 seconds, then
 * the newest copies that the game has finished. The caller takes the first that it can use. A reading that could not be
 * made comes as its error. Nothing is written, renamed, locked or created in the folder.
 */
export async function* readSettledSave(
  options: ReadingOptions,
): AsyncGenerator<SettledSave | UnreadableSaveError> {
  const { folder, clock, known, settleMs, signal } = options;
  for (const [attempt, delayMs] of [0, ...RETRY_AFTER_MS].entries()) {
    await pause(clock, delayMs, signal);
    if (signal.aborted) return;
    const standsForMs = attempt === 0 ? settleMs : Math.max(settleMs, CAREFUL_SETTLE_MS);
    yield await orError(async () => {
      await settle(folder, clock, standsForMs, signal);
      return settled('Live', folder, await readSaveFiles(folder, known()));
    });
  }
  for (const generation of await newestGenerations(folder, options.servedMs)) {
    if (signal.aborted) return;
    yield await orError(async () =>
      settled('Backup', generation, await readSaveFiles(generation, new Map())),
    );
  }
}

function settled(source: SettledSave['source'], folder: string, files: SaveFiles): SettledSave {
  return { source, folder, savedAtMs: files.listing.get(LEVEL)?.changedAtMs ?? 0, ...files };
}

/** Waits until no file of the save has changed for so long, within limits. */
async function settle(folder: string, clock: Clock, standsForMs: number, signal: AbortSignal): Promise<void> {
  const endMs = clock.elapsed() + SETTLE_LIMIT_MS;
  let listing = await listSave(folder);
  while (!signal.aborted && clock.elapsed() < endMs) {
    await pause(clock, standsForMs, signal);
    const now = await listSave(folder);
    if (isSameListing(listing, now)) return;
    listing = now;
  }
}

async function orError<T>(read: () => Promise<T>): Promise<T | UnreadableSaveError> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof UnreadableSaveError) return error;
    throw error;
  }
}
