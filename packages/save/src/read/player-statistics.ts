import type { SavePlayerStatistics } from '../format/save-types.ts';
import { DISCOVERIES, noDiscoveries } from './discoveries.ts';
import { fieldTable, readFields } from './field-table.ts';
import { readCounters, readFlags, table } from './id-table.ts';
import type { SaveReader } from './save-reader.ts';

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
