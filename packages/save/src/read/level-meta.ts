import type { SaveWorld } from '../format/save-types.ts';
import { expectGvasHeader, SAVE_CLASSES } from './gvas-header.ts';
import type { SaveReader } from './save-reader.ts';

/** What LevelMeta.sav says of a world. */
export type SaveLevelMeta = Pick<SaveWorld, 'worldName' | 'hostPlayerName' | 'inGameDay'>;

export const NO_LEVEL_META: SaveLevelMeta = { worldName: '', hostPlayerName: '', inGameDay: 0 };

/** Reads the GVAS bytes of LevelMeta.sav. Throws `Damage`. */
export function readLevelMeta(reader: SaveReader): SaveLevelMeta {
  const meta = { ...NO_LEVEL_META };
  expectGvasHeader(reader, SAVE_CLASSES.levelMeta);
  while (reader.next()) {
    const end = reader.valueEnd;
    if (reader.name === 'savedata' && reader.isStruct()) readMeta(reader, meta);
    else reader.skip();
    reader.endValue(end);
  }
  reader.take(4); // zeros after the list
  return meta;
}

function readMeta(reader: SaveReader, meta: SaveLevelMeta): void {
  reader.section = 'SaveData';
  while (reader.next()) {
    const end = reader.valueEnd;
    if (reader.name === 'worldname') meta.worldName = reader.string();
    else if (reader.name === 'hostplayername') meta.hostPlayerName = reader.string();
    else if (reader.name === 'ingameday') meta.inGameDay = reader.number();
    else reader.skip();
    reader.endValue(end);
  }
}
