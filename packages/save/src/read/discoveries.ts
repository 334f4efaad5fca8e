import type { SaveDiscoveries, SaveFlags } from '../format/save-types.ts';
import { type FieldReader, fieldTable, readFields } from './field-table.ts';
import { readFlags, table } from './id-table.ts';
import type { SaveReader } from './save-reader.ts';

/** The discoveries of a player who has found nothing yet. */
export function noDiscoveries(): SaveDiscoveries {
  return {
    fastTravelPoints: table(),
    effigies: table(),
    relicsByType: table(),
    areas: table(),
    notes: table(),
    paldeck: table(),
  };
}

/** The fields of `RecordData` that say what a player has found. Nothing else depends on them: damage costs one field. */
export const DISCOVERIES: Readonly<Record<string, FieldReader<SaveDiscoveries>>> = {
  FastTravelPointUnlockFlag: (reader, found) => (found.fastTravelPoints = flags(reader)),
  RelicObtainForInstanceFlag: (reader, found) => (found.effigies = flags(reader)),
  RelicObtainForInstanceFlagByType: (reader, found) =>
    reader.inOptional(() => readRelicsByType(reader, found.relicsByType)),
  FindAreaFlagMap: (reader, found) => (found.areas = flags(reader)),
  NoteObtainForInstanceFlag: (reader, found) => (found.notes = flags(reader)),
  PaldeckUnlockFlag: (reader, found) => (found.paldeck = flags(reader)),
};

function flags(reader: SaveReader): SaveFlags {
  return reader.inOptional(() => readFlags(reader)) ?? table();
}

function readRelicsByType(reader: SaveReader, relics: Record<string, SaveFlags>): void {
  const count = reader.structs();
  for (let index = 0; index < count; index += 1) {
    const entry = { type: FIRST_TYPE, flags: table<boolean>() };
    readFields(reader, RELIC_ENTRY, entry);
    relics[entry.type] = entry.flags;
  }
}

/** The type of an entry that names none: a property at its default is absent. */
const FIRST_TYPE = 'CapturePower';

const RELIC_ENTRY = fieldTable<{ type: string; flags: SaveFlags }>({
  Type: (reader, entry) => (entry.type = reader.enumName(FIRST_TYPE)),
  Flags: (reader, entry) => (entry.flags = readFlags(reader)),
});
