import type { SaveCounters, SaveDiscoveries, SaveFlags, SavePlayerStatistics } from '../format/save-types.ts';
import { type FieldReader, fieldTable, readFields } from './field-table.ts';
import { enumNameOf } from './property-reader.ts';
import type { SaveReader } from './save-reader.ts';

/** A table by id. Without a prototype, so that an id such as `__proto__` is a key like any other. */
export function table<T>(): Record<string, T> {
  return Object.create(null) as Record<string, T>;
}

/** Reads a map of counts by id. Skips one of other keys or values, with a warning. */
function readCounters(reader: SaveReader): SaveCounters {
  return readTable<number>(reader, (type) => {
    switch (type) {
      case 'IntProperty':
        return () => reader.i32();
      case 'Int64Property':
        return () => reader.i64();
      case 'ByteProperty':
        return () => reader.u8();
      default:
        return null;
    }
  });
}

/** Reads a map of flags by id. Skips one of other keys or values, with a warning. */
function readFlags(reader: SaveReader): SaveFlags {
  return readTable<boolean>(reader, (type) => (type === 'BoolProperty' ? () => reader.u8() !== 0 : null));
}

function readTable<T>(
  reader: SaveReader,
  valueReader: (type: string) => (() => T) | null,
): Record<string, T> {
  const entries = table<T>();
  const { name, keyType } = reader;
  const readKey = keyReader(reader, keyType);
  const readValue = valueReader(reader.mapValueType);
  if (reader.type !== 'MapProperty' || !readKey || !readValue) {
    reader.onUnexpectedType(name, `${reader.type} of other keys or values`);
    reader.skip();
    return entries;
  }
  const count = reader.pairs(5);
  for (let index = 0; index < count; index += 1) {
    const key = readKey();
    entries[key] = readValue();
  }
  return entries;
}

function keyReader(reader: SaveReader, keyType: string): (() => string) | null {
  switch (keyType) {
    case 'NameProperty':
    case 'StrProperty':
      return () => reader.text();
    case 'EnumProperty':
      return () => enumNameOf(reader.text());
    case 'IntProperty':
      return () => String(reader.i32());
    default:
      return null;
  }
}

/** The discoveries of a player who has found nothing yet. */
function noDiscoveries(): SaveDiscoveries {
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
const DISCOVERIES: Readonly<Record<string, FieldReader<SaveDiscoveries>>> = {
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

/** The statistics of a player who has done nothing yet. */
export function noStatistics(): SavePlayerStatistics {
  return {
    towerBossDefeatCount: table(),
    towerBossDefeatFlag: table(),
    normalBossDefeatFlag: table(),
    raidBossDefeatCount: table(),
    predatorDefeatCount: 0,
    tribeCaptureCount: 0,
    palCaptureCount: table(),
    palCaptureBonusCount: table(),
    palButcherCount: table(),
    craftItemCount: table(),
    normalDungeonClearCount: 0,
    fixedDungeonClearCount: 0,
    oilrigClearCount: 0,
    campConqueredCount: 0,
    foundTreasureCount: 0,
    palRankupCount: table(),
    arenaSoloClearCount: table(),
    npcTalkCount: table(),
    fishingCount: table(),
    firstFishingComplete: false,
    relicPossessNum: 0,
    relics: table(),
    discoveries: noDiscoveries(),
  };
}

/** Reads the body of `RecordData` (palworld-save 6). */
export function readPlayerStatistics(reader: SaveReader, statistics: SavePlayerStatistics): void {
  readFields(reader, RECORD_DATA, statistics);
}

const RECORD_DATA = fieldTable<SavePlayerStatistics>({
  TowerBossDefeatCount: (reader, statistics) => (statistics.towerBossDefeatCount = readCounters(reader)),
  TowerBossDefeatFlag: (reader, statistics) => (statistics.towerBossDefeatFlag = readFlags(reader)),
  NormalBossDefeatFlag: (reader, statistics) => (statistics.normalBossDefeatFlag = readFlags(reader)),
  RaidBossDefeatCount: (reader, statistics) => (statistics.raidBossDefeatCount = readCounters(reader)),
  PredatorDefeatCount: (reader, statistics) => (statistics.predatorDefeatCount = readTotal(reader)),
  TribeCaptureCount: (reader, statistics) => (statistics.tribeCaptureCount = reader.number()),
  PalCaptureCount: (reader, statistics) => (statistics.palCaptureCount = readCounters(reader)),
  PalCaptureBonusCount: (reader, statistics) => (statistics.palCaptureBonusCount = readCounters(reader)),
  PalButcherCount: (reader, statistics) => (statistics.palButcherCount = readCounters(reader)),
  CraftItemCount: (reader, statistics) => (statistics.craftItemCount = readCounters(reader)),
  NormalDungeonClearCount: (reader, statistics) => (statistics.normalDungeonClearCount = reader.number()),
  FixedDungeonClearCount: (reader, statistics) => (statistics.fixedDungeonClearCount = reader.number()),
  OilrigClearCount: (reader, statistics) => (statistics.oilrigClearCount = readTotal(reader)),
  CampConqueredCount: (reader, statistics) => (statistics.campConqueredCount = reader.number()),
  FoundTreasureCount: (reader, statistics) => (statistics.foundTreasureCount = reader.number()),
  PalRankupCount: (reader, statistics) => (statistics.palRankupCount = readCounters(reader)),
  ArenaSoloClearCount: (reader, statistics) => (statistics.arenaSoloClearCount = readCounters(reader)),
  NPCTalkCountMap: (reader, statistics) => (statistics.npcTalkCount = readCounters(reader)),
  FishingCountMap: (reader, statistics) => (statistics.fishingCount = readCounters(reader)),
  bFirstFishingComplete: (reader, statistics) => (statistics.firstFishingComplete = reader.bool()),
  RelicPossessNum: (reader, statistics) => (statistics.relicPossessNum = reader.number()),
  RelicPossessNumMap: (reader, statistics) => (statistics.relics = readCounters(reader)),
  ...Object.fromEntries(
    Object.entries(DISCOVERIES).map(([name, read]) => [
      name,
      (reader: SaveReader, { discoveries }: SavePlayerStatistics) => read(reader, discoveries),
    ]),
  ),
});

/** A number, or the sum of a map of numbers: the game keeps some totals per kind. */
function readTotal(reader: SaveReader): number {
  if (reader.type !== 'MapProperty') return reader.number();
  let total = 0;
  for (const count of Object.values(readCounters(reader))) total += count;
  return total;
}
