import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pack, type WrittenContainer } from '@palatine/save/pack';
import { aSoundSave, type SoundSave, writeSoundSave } from '@palatine/save/testing';
import { copySave } from '@palatine/stand-in/game-folder';
import { CLOSED_PORT } from './folder-contents.ts';
import { setTimes } from './save-folders.ts';

const AN_HOUR_MS = 3_600_000;

/** A world folder in its place below a server's. `using` removes all of it. */
export interface SaveFolder extends Disposable {
  readonly folder: string;
  /** The folder that the world folder stands in, and backups of it. */
  readonly beside: string;
}

interface MadeSave {
  era?: 'C' | 'D';
  container?: WrittenContainer;
  change?: (save: SoundSave) => void;
}

/** Writes the sound save, as the game would have left it an hour ago. */
export function aSaveFolder(save: MadeSave = {}): SaveFolder {
  const folder = newSaveFolder();
  fillSaveFolder(folder.folder, save);
  return folder;
}

export function fillSaveFolder(
  folder: string,
  { era = 'D', container = 'PlZ1', change = () => {} }: MadeSave = {},
): void {
  const save = aSoundSave();
  change(save);
  for (const { path, gvas } of writeSoundSave(save, era).values()) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, pack(gvas, container));
  }
  settle(folder);
}

export function aCopyOf(folder: string): SaveFolder {
  const newSave = newSaveFolder();
  copySave(folder, newSave.folder);
  settle(newSave.folder);
  return newSave;
}

/** An empty world folder of a server whose settings name a port on which nothing answers. */
export function newSaveFolder(): SaveFolder {
  const server = mkdtempSync(join(tmpdir(), 'palatine-save-'));
  const config = join(server, 'Saved', 'Config', 'LinuxServer');
  const beside = join(server, 'Saved', 'SaveGames', '0');
  const folder = join(beside, 'world');
  for (const path of [config, folder]) mkdirSync(path, { recursive: true });
  writeFileSync(
    join(config, 'PalWorldSettings.ini'),
    `[/Script/Pal.PalGameWorldSettings]\nOptionSettings=(RESTAPIPort=${CLOSED_PORT})\n`,
  );
  return { beside, folder, [Symbol.dispose]: () => rmSync(server, { recursive: true, force: true }) };
}

/** Makes the files an hour old: nobody has written them just now. */
export function settle(folder: string): void {
  setTimes(folder, Date.now() - AN_HOUR_MS);
}
