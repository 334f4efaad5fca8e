import { cpSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { editSave, openSave, pack, readSaveFolder, type SaveEdit } from '@palatine/save';
import { importSave, loadCatalogue } from '@palatine/world';
import { newFolder } from './tidy.ts';

const catalogue = loadCatalogue();

/** A copy of a save in a folder of its own, as a game server has it, and what to write into it. */
export interface AttachedSave {
  /** The world folder. */
  folder: string;
  /** The player whose points count the autosaves. */
  uid: string;
  /** How many characters each autosave changes. */
  changed: number;
  /** Makes the files of an autosave: every Pal is a little hungrier, and the player has so many points. */
  prepare(points: number): Promise<ReadonlyMap<string, Buffer>>;
  /** Puts the files of an autosave in place, Level.sav last. @returns when the last was renamed, by `performance.now()`. */
  autosave(files: ReadonlyMap<string, Buffer>): number;
}

/** Copies a save below the folders in which a game server keeps it. */
export async function attachedSave(from: string): Promise<AttachedSave> {
  const folder = join(newFolder(), 'SaveGames', '0', '2B1A0CC1A1614048B76A4CE931342C8F');
  mkdirSync(folder, { recursive: true });
  for (const path of ['Level.sav', 'LevelMeta.sav'])
    writeFileSync(join(folder, path), readFileSync(join(from, path)));
  cpSync(join(from, 'Players'), join(folder, 'Players'), { recursive: true });
  const { files, save } = await openSave(folder);
  const [player] = save.players;
  if (player === undefined) throw new Error(`${from} holds no player`);
  const pals = save.characters.filter(({ isPlayer }) => !isPlayer);
  return {
    folder,
    uid: player.uid,
    changed: pals.length,
    async prepare(points) {
      const edits: SaveEdit[] = pals.map(({ instanceId }) => ({
        kind: 'changeCharacter',
        instanceId,
        fields: { stomach: 100 + (points % 50) },
      }));
      edits.push({ kind: 'playerFile', file: player.file, technologyPoints: points });
      const newId = () => {
        throw new Error('nothing new is made');
      };
      const changed = editSave(files, edits, { newId, nowMs: Date.now() });
      return new Map(changed.map(({ path, gvas }) => [path, pack(gvas, 'PlZ1')]));
    },
    autosave(packed) {
      const paths = [...packed.keys()].sort().reverse(); // Players/… before Level.sav
      for (const path of paths) writeFileSync(join(folder, `${path}.tmp`), packed.get(path) ?? '');
      for (const path of paths) renameSync(join(folder, `${path}.tmp`), join(folder, path));
      return performance.now();
    },
  };
}

/** Reads and imports a save once in this process, as the baseline. @returns ms. */
export async function timeReading(folder: string): Promise<number> {
  const startedMs = performance.now();
  importSave(await readSaveFolder(folder), { catalogue, nowMs: 0, seed: 1 });
  return performance.now() - startedMs;
}
