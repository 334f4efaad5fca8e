import { readdirSync, readlinkSync } from 'node:fs';
import { appendFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GameClock } from '../game-clock.ts';
import type { Variants } from '../variants.ts';

/** Throws when somebody has the file open: on Windows it could not be replaced then. */
function assertNobodyReads(file: string): void {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const open = openFilesOf(pid);
    if (open.includes(file)) throw new Error(`process ${pid} has ${file} open`);
  }
}

/** Empty for a process that has just ended, or that belongs to another user. */
function openFilesOf(pid: string): string[] {
  const folder = `/proc/${pid}/fd`;
  return namesIn(folder).flatMap((fd) => {
    try {
      return [readlinkSync(join(folder, fd))];
    } catch {
      return []; // closed since, as that of this list itself
    }
  });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/**
 * Puts a file of the save in place as the game does: through `<name>.tmp` beside it
 * (docs/game-server.md#how-the-game-writes).
 */
export async function writeFileAsTheGame(
  folder: string,
  path: string,
  bytes: Buffer,
  clock: GameClock,
  { halfWrittenMs, missingMs, failsWhenOpen }: Variants,
): Promise<void> {
  const file = join(folder, path);
  const partial = `${file}.tmp`;
  if (halfWrittenMs > 0) {
    await writeFile(partial, bytes.subarray(0, bytes.length >> 1));
    await clock.pass(halfWrittenMs);
    await appendFile(partial, bytes.subarray(bytes.length >> 1));
  } else {
    await writeFile(partial, bytes);
  }
  await clock.running();
  if (failsWhenOpen) assertNobodyReads(file);
  if (missingMs > 0) {
    await rm(file, { force: true });
    await clock.pass(missingMs);
  }
  await rename(partial, file);
}
