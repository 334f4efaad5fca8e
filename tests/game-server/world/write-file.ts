import { appendFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GameClock } from '../game-clock.ts';
import type { Variants } from '../variants.ts';

/** Puts a file of the save in place as the game does: through `<name>.tmp` beside it (section 8.2). */
export async function writeFileAsTheGame(
  folder: string,
  path: string,
  bytes: Buffer,
  clock: GameClock,
  { halfWrittenMs, missingMs }: Pick<Variants, 'halfWrittenMs' | 'missingMs'>,
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
  if (missingMs > 0) {
    await rm(file, { force: true });
    await clock.pass(missingMs);
  }
  await rename(partial, file);
}
