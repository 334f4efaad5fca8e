import { cpSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { twoPlayersOneCamp, writeSaveFolder } from '@palatine/save/testing';
import { filesBelow } from './folder-contents.ts';

export const WORLD = '2B1A0CC1A1614048B76A4CE931342C8F';
/** When the made save was last written, by its times: long enough ago. */
export const SAVED_AT_MS = Date.UTC(2026, 6, 11, 12, 18, 18);
export const NOW_MS = Date.UTC(2026, 6, 12);

/** A world of the game in its place, with everything that an edit leaves alone. Below `folder`, which is made. */
export async function aWorldFolder(folder: string, world = WORLD): Promise<string> {
  const path = join(folder, 'Pal', 'Saved', 'SaveGames', '0', world);
  mkdirSync(path, { recursive: true });
  await writeSaveFolder(path, twoPlayersOneCamp(), { era: 'D' });
  const generation = join(path, 'backup', 'world', '2026.07.11-12.00.00');
  cpSync(join(path, 'Level.sav'), join(generation, 'Level.sav'));
  const [player = ''] = readdirSync(join(path, 'Players'));
  writeFileSync(join(path, 'Players', player.replace('.sav', '_dps.sav')), Buffer.alloc(2 ** 16, 7));
  writeFileSync(join(path, 'Players', player.replace('.sav', ' - Copy.sav')), 'a copy by hand');
  writeFileSync(join(path, 'WorldOption.sav'), 'options');
  writeFileSync(join(path, 'LocalData.sav'), 'local');
  setTimes(path, SAVED_AT_MS);
  return path;
}

export function setTimes(folder: string, ms: number): void {
  for (const path of filesBelow(folder)) utimesSync(join(folder, path), ms / 1000, ms / 1000);
}

/** Changed bytes for the files that an edit writes: the world, and the first player. */
export function changedFilesOf(folder: string, mark = 1): Map<string, Buffer> {
  const player = readdirSync(join(folder, 'Players')).find((name) => /^[0-9A-F]{32}\.sav$/.test(name));
  const change = (path: string): [string, Buffer] => {
    const bytes = Buffer.concat([readFileSync(join(folder, path)), Buffer.alloc(100, mark)]);
    return [path, bytes];
  };
  return new Map([change('Level.sav'), change(`Players/${player}`)]);
}

/** Writes changed files into a separate folder, for a process that installs them. */
export function writeChanged(folder: string, changed: ReadonlyMap<string, Buffer>): void {
  for (const [path, bytes] of changed) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytes);
  }
}
