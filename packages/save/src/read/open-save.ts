import { setTimeout as delay } from 'node:timers/promises';
import type { SaveContainer } from '../format/container.ts';
import type { SaveError } from '../format/save-error.ts';
import { allowance, SAVE_LIMITS } from '../format/save-limits.ts';
import { WarningLog } from '../format/warning-log.ts';

export interface OpenSaveFile {
  /** Path inside the save folder, with forward slashes, as the file is named. */
  readonly path: string;
  readonly container: SaveContainer;
  /** The bytes of the file as it is on disk. */
  readonly packed: Buffer;
  readonly gvas: Buffer;
}

/** The files of a save folder that are read, by path: Level.sav, LevelMeta.sav if present, and the player files. */
export type OpenSave = ReadonlyMap<string, OpenSaveFile>;

/** Retries of a file that does not parse: the game rewrites its files while it runs. */
export interface RetryPolicy {
  /** Attempts in total, 1 or more. */
  tries: number;
  /** Pause before each further attempt. */
  retryDelayMs: number;
}

const DEFAULT_RETRY: RetryPolicy = { tries: 4, retryDelayMs: 150 };

/** Maximum files of a folder with retries. The game writes a few at a time; more are damaged, not being written. */
const FILES_WAITED_FOR = 10;

/** State shared by the reads of one save folder: warnings, retries and limits. */
export class ReadJob {
  readonly warnings: WarningLog;
  readonly retry: RetryPolicy;
  /** Files that could not be read, each once; the save is read without them. */
  readonly leftOut: SaveError[] = [];
  readonly unpackedBytes = allowance(SAVE_LIMITS.unpackedBytesPerByte, SAVE_LIMITS.spareUnpackedBytes);
  /** Called with each file before it is parsed; its GVAS bytes are valid only during the call. */
  onFile?: (file: Omit<OpenSaveFile, 'gvas'> & { readonly gvas: Uint8Array }) => void;
  readonly values = allowance(SAVE_LIMITS.valuesPerByte, SAVE_LIMITS.spareValues);
  #pausesLeft: number;

  constructor({ allWarnings = false, ...retry }: Partial<RetryPolicy> & { allWarnings?: boolean } = {}) {
    this.warnings = new WarningLog(allWarnings);
    this.retry = { ...DEFAULT_RETRY, ...retry };
    this.#pausesLeft = (this.retry.tries - 1) * FILES_WAITED_FOR;
  }

  /** Waits before a further attempt; false at once when the folder has used its retries. */
  async pause(): Promise<boolean> {
    if (this.#pausesLeft <= 0) return false;
    this.#pausesLeft -= 1;
    await delay(this.retry.retryDelayMs);
    return true;
  }
}
