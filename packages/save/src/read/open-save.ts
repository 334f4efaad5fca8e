import type { SaveContainer } from '../format/container.ts';

/** A file of a save folder, unpacked. */
export interface OpenSaveFile {
  /** Path inside the save folder, with forward slashes, as the file is named. */
  readonly path: string;
  readonly container: SaveContainer;
  /** The bytes of the file as it is on disk. */
  readonly packed: Buffer;
  readonly gvas: Buffer;
}

/**
 * The files of a save folder that Palatine reads, by path: Level.sav, LevelMeta.sav where there is one, and the player
 * files. Dimension storages and everything else of the folder are not among them: no edit touches those.
 */
export type OpenSave = ReadonlyMap<string, OpenSaveFile>;
