import type { SaveWorld } from '../format/save-types.ts';
import { expectGvasHeader, SAVE_CLASSES } from './gvas-header.ts';
import { fieldTable, readFields, type SaveReader } from './save-reader.ts';

/** The part of a world that is in LevelMeta.sav. */
export type SaveLevelMeta = Pick<SaveWorld, 'worldName' | 'hostPlayerName' | 'inGameDay'>;

export const NO_LEVEL_META: Readonly<SaveLevelMeta> = { worldName: '', hostPlayerName: '', inGameDay: 0 };

/** Reads the GVAS bytes of LevelMeta.sav. Throws `CorruptDataError`. */
export function readLevelMeta(reader: SaveReader): SaveLevelMeta {
  const meta = { ...NO_LEVEL_META };
  expectGvasHeader(reader, SAVE_CLASSES.levelMeta);
  readFields(reader, LEVEL_META, meta);
  reader.take(4); // zeros after the list
  return meta;
}

const LEVEL_META = fieldTable<SaveLevelMeta>({
  SaveData: (reader, meta) => {
    if (!reader.isStruct()) return;
    reader.section = 'SaveData';
    readFields(reader, SAVE_DATA, meta);
  },
});

const SAVE_DATA = fieldTable<SaveLevelMeta>({
  WorldName: (reader, meta) => (meta.worldName = reader.string()),
  HostPlayerName: (reader, meta) => (meta.hostPlayerName = reader.string()),
  InGameDay: (reader, meta) => (meta.inGameDay = reader.number()),
});
