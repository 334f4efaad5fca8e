import type { SaveCounters, SaveFlags, SavePlayerStatistics } from '../format/save-types.ts';
import { fieldTable, readFields } from './field-table.ts';
import { enumNameOf } from './property-reader.ts';
import type { SaveReader } from './save-reader.ts';

// Without a prototype, so that an id such as `__proto__` is a key like any other.
function table<T>(): Record<string, T> {
  return Object.create(null) as Record<string, T>;
}

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
});

/** A number, or the sum of a map of numbers: the game keeps some totals per kind. */
function readTotal(reader: SaveReader): number {
  if (reader.type !== 'MapProperty') return reader.number();
  let total = 0;
  for (const count of Object.values(readCounters(reader))) total += count;
  return total;
}

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
