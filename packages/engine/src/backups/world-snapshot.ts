import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataPaths } from '@palatine/data-dir/data-folder';
import { counted } from '@palatine/platform/format';
import { loadWorld } from '../store/store.ts';
import { integrityErrors, type WorldFigures } from '../store/world-figures.ts';
import { onWorldFile } from '../store/world-file-error.ts';
import { type CopyProgress, copyWorld } from '../store/world-readers.ts';

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
