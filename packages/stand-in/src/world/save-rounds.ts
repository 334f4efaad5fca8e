import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OpenSaveFile } from '@palatine/save/open-save';
import { packInBackground, writtenContainer } from '@palatine/save/pack';
import type { GameClock } from '../game-clock.ts';
import type { GameLog } from '../log.ts';
import type { DiskFault, Variants } from '../variants.ts';
import { encodeRound } from './encode-round.ts';
import { rotateGenerations } from './generations.ts';
import type { WorldMemory } from './memory.ts';
import { writeFileAsTheGame } from './write-file.ts';

export interface SaveRoundsContext {
  folder: string;
  memory: WorldMemory;
  clock: GameClock;
  variants: Variants;
  log: GameLog;
  newId: () => string;
}

/** Writes the world of the memory into the save folder, one round after another. */
export class SaveRounds {
  written = 0;
  failed = 0;
  writtenAtMs: number | null = null;
  readonly faults = new Set<DiskFault>();
  readonly #context: SaveRoundsContext;
  #lastElapsedMs: number;
  #running: Promise<void> = Promise.resolve();

  constructor(context: SaveRoundsContext) {
    this.#context = context;
    this.#lastElapsedMs = context.clock.elapsed();
  }

  /** Writes a round after the one that may be running. A round that fails is logged, and the game plays on. */
  save(uptimeMs: number): Promise<void> {
    this.#running = this.#running.then(() => this.#round(uptimeMs));
    return this.#running;
  }

  async #round(uptimeMs: number): Promise<void> {
    const { clock, log } = this.#context;
    await clock.running();
    try {
      if (this.faults.delete('diskFull')) throw new Error('no space left on the device');
      const nowMs = clock.now();
      await this.#write(uptimeMs, nowMs);
      this.written += 1;
      this.writtenAtMs = nowMs;
      await rotateGenerations(this.#context, nowMs);
    } catch (error) {
      this.failed += 1;
      log.plain('Failed to save. Failed copy from backup.');
      log.plain(`stand-in: a round of saving failed: ${String(error)}`);
    }
  }

  async #write(uptimeMs: number, nowMs: number): Promise<void> {
    const { memory, variants, clock, newId, folder } = this.#context;
    const sinceMs = clock.elapsed() - this.#lastElapsedMs;
    this.#lastElapsedMs = clock.elapsed();
    const parts = encodeRound(memory, variants.savedPlayers, { nowMs, sinceMs, uptimeMs, newId });
    const files = variants.saveOrder.flatMap((part) => parts.get(part) ?? []);
    await mkdir(join(folder, 'Players'), { recursive: true });
    for (const [index, file] of files.entries()) {
      if (index > 0) await clock.pass(variants.fileGapMs);
      const packed = await packInBackground(file.gvas, writtenContainer(file.path, file.container));
      const bytes = await this.#spoiled(file, packed);
      await writeFileAsTheGame(folder, file.path, bytes, clock, variants);
      if (bytes === packed) memory.unwritten.delete(file.path);
    }
  }

  /** The bytes that arrive on disk. Throws for a fault that ends the round. */
  async #spoiled({ path }: OpenSaveFile, bytes: Buffer): Promise<Buffer> {
    if (path === 'Level.sav' && this.faults.delete('halfWrittenTmp')) {
      const partial = join(this.#context.folder, 'Level.sav.tmp');
      await writeFile(partial, bytes.subarray(0, bytes.length >> 1));
      throw new Error('the device went away');
    }
    const fault =
      path === 'Level.sav' ? 'emptyLevel' : path === 'LevelMeta.sav' ? 'emptyMeta' : 'emptyPlayer';
    return this.faults.delete(fault) ? Buffer.alloc(0) : bytes;
  }
}
