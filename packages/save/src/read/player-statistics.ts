import type { SaveCounters, SaveFlags, SavePlayerStatistics } from '../format/save-types.ts';
import { wordOf } from './property-reader.ts';
import type { SaveReader } from './save-reader.ts';

// Without a prototype, so that an id such as `__proto__` is a key like any other.
function table<T>(): Record<string, T> {
  return Object.create(null) as Record<string, T>;
}

/** The records of a player who has done nothing yet. */
export function noRecords(): SavePlayerStatistics {
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
export function readPlayerRecords(reader: SaveReader, records: SavePlayerStatistics): void {
  while (reader.next()) {
    const end = reader.valueEnd;
    if (!readMap(reader, records) && !readPlain(reader, records)) reader.skip();
    reader.endValue(end);
  }
}

function readMap(reader: SaveReader, records: SavePlayerStatistics): boolean {
  switch (reader.name) {
    case 'towerbossdefeatcount':
      records.towerBossDefeatCount = readCounters(reader);
      return true;
    case 'towerbossdefeatflag':
      records.towerBossDefeatFlag = readFlags(reader);
      return true;
    case 'normalbossdefeatflag':
      records.normalBossDefeatFlag = readFlags(reader);
      return true;
    case 'raidbossdefeatcount':
      records.raidBossDefeatCount = readCounters(reader);
      return true;
    case 'palcapturecount':
      records.palCaptureCount = readCounters(reader);
      return true;
    case 'palcapturebonuscount':
      records.palCaptureBonusCount = readCounters(reader);
      return true;
    case 'palbutchercount':
      records.palButcherCount = readCounters(reader);
      return true;
    case 'craftitemcount':
      records.craftItemCount = readCounters(reader);
      return true;
    case 'palrankupcount':
      records.palRankupCount = readCounters(reader);
      return true;
    case 'arenasoloclearcount':
      records.arenaSoloClearCount = readCounters(reader);
      return true;
    case 'npctalkcountmap':
      records.npcTalkCount = readCounters(reader);
      return true;
    case 'fishingcountmap':
      records.fishingCount = readCounters(reader);
      return true;
    case 'relicpossessnummap':
      records.relics = readCounters(reader);
      return true;
    default:
      return false;
  }
}

function readPlain(reader: SaveReader, records: SavePlayerStatistics): boolean {
  switch (reader.name) {
    case 'predatordefeatcount':
      records.predatorDefeatCount = readTotal(reader);
      return true;
    case 'tribecapturecount':
      records.tribeCaptureCount = reader.number();
      return true;
    case 'normaldungeonclearcount':
      records.normalDungeonClearCount = reader.number();
      return true;
    case 'fixeddungeonclearcount':
      records.fixedDungeonClearCount = reader.number();
      return true;
    case 'oilrigclearcount':
      records.oilrigClearCount = readTotal(reader);
      return true;
    case 'campconqueredcount':
      records.campConqueredCount = reader.number();
      return true;
    case 'foundtreasurecount':
      records.foundTreasureCount = reader.number();
      return true;
    case 'bfirstfishingcomplete':
      records.firstFishingComplete = reader.bool();
      return true;
    case 'relicpossessnum':
      records.relicPossessNum = reader.number();
      return true;
    default:
      return false;
  }
}

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
      return () => wordOf(reader.text());
    case 'IntProperty':
      return () => String(reader.i32());
    default:
      return null;
  }
}
