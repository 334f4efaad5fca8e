import type {
  SaveCounters,
  SaveDiscoveries,
  SaveFlags,
  SavePlayer,
  SavePlayerStatistics,
} from '../format/save-types.ts';
import { msToTicks } from '../format/ticks.ts';
import type { PropertyWriter } from './property-writer.ts';
import { writeInstanceId } from './write-character.ts';

/** Writes the properties of a player file (docs/save-format.md#player-files). */
export function writePlayer(writer: PropertyWriter, player: SavePlayer): void {
  writer.listStruct('SaveData', 'PalWorldPlayerSaveData', () => {
    writer.guidProperty('PlayerUId', player.uid);
    writer.listStruct('IndividualId', 'PalInstanceID', () =>
      writeInstanceId(writer, player.uid, player.instanceId),
    );
    writer.listStruct('LastTransform', 'Transform', () =>
      writer.vectorProperty('Translation', player.location),
    );
    writeInventory(writer, player.inventory);
    writer.containerId('OtomoCharacterContainerId', player.teamContainerId);
    writer.containerId('PalStorageContainerId', player.palboxContainerId);
    if (player.technologyPoints !== 0) writer.int('TechnologyPoint', player.technologyPoints);
    if (player.ancientTechnologyPoints !== 0)
      writer.int('bossTechnologyPoint', player.ancientTechnologyPoints);
    writer.names('UnlockedRecipeTechnologyNames', player.unlockedTechnologies);
    if (player.lastOnlineAtMs !== null)
      writer.dateTime('LastOnlineDateTime', msToTicks(player.lastOnlineAtMs));
    if (player.platform !== '') writer.enum('PlayerPlatform', 'EPalPlayerPlatform', player.platform);
    writer.listStruct('RecordData', 'PalLoggedinPlayerSaveDataRecordData', () =>
      writeRecords(writer, player.records),
    );
  });
}

export function writeInventory(writer: PropertyWriter, inventory: SavePlayer['inventory']) {
  const name = writer.era === 'A' ? 'inventoryInfo' : 'InventoryInfo';
  writer.listStruct(name, 'PalPlayerDataInventoryInfo', () => {
    writer.containerId('CommonContainerId', inventory.common);
    writer.containerId('DropSlotContainerId', inventory.dropSlot);
    writer.containerId('EssentialContainerId', inventory.essential);
    writer.containerId('WeaponLoadOutContainerId', inventory.weapons);
    writer.containerId('PlayerEquipArmorContainerId', inventory.armor);
    writer.containerId('FoodEquipContainerId', inventory.food);
  });
}

function writeRecords(writer: PropertyWriter, records: SavePlayerStatistics): void {
  const counters = (name: string, values: SaveCounters) => writeCounters(writer, name, values);
  const flags = (name: string, values: SaveFlags) => writeFlags(writer, name, values);
  const total = (name: string, value: number) => value !== 0 && writer.int(name, value);
  counters('TowerBossDefeatCount', records.towerBossDefeatCount);
  flags('TowerBossDefeatFlag', records.towerBossDefeatFlag);
  flags('NormalBossDefeatFlag', records.normalBossDefeatFlag);
  counters('RaidBossDefeatCount', records.raidBossDefeatCount);
  total('PredatorDefeatCount', records.predatorDefeatCount);
  total('TribeCaptureCount', records.tribeCaptureCount);
  counters('PalCaptureCount', records.palCaptureCount);
  counters('PalCaptureBonusCount', records.palCaptureBonusCount);
  counters('PalButcherCount', records.palButcherCount);
  counters('CraftItemCount', records.craftItemCount);
  total('NormalDungeonClearCount', records.normalDungeonClearCount);
  total('FixedDungeonClearCount', records.fixedDungeonClearCount);
  total('OilrigClearCount', records.oilrigClearCount);
  total('CampConqueredCount', records.campConqueredCount);
  total('FoundTreasureCount', records.foundTreasureCount);
  counters('PalRankupCount', records.palRankupCount);
  counters('ArenaSoloClearCount', records.arenaSoloClearCount);
  counters('NPCTalkCountMap', records.npcTalkCount);
  counters('FishingCountMap', records.fishingCount);
  if (records.firstFishingComplete) writer.bool('bFirstFishingComplete', true);
  total('RelicPossessNum', records.relicPossessNum);
  writeDiscoveries(writer, records.discoveries);
  if (Object.keys(records.relics).length === 0) return;
  writer.map(
    'RelicPossessNumMap',
    'EnumProperty',
    'IntProperty',
    Object.entries(records.relics),
    ([type, count]) => {
      writer.text(`EPalRelicType::${type}`);
      writer.i32(count);
    },
  );
}

function writeDiscoveries(writer: PropertyWriter, discoveries: SaveDiscoveries): void {
  writeFlags(writer, 'FastTravelPointUnlockFlag', discoveries.fastTravelPoints);
  writeFlags(writer, 'RelicObtainForInstanceFlag', discoveries.effigies);
  writeFlags(writer, 'FindAreaFlagMap', discoveries.areas);
  writeFlags(writer, 'NoteObtainForInstanceFlag', discoveries.notes);
  writeFlags(writer, 'PaldeckUnlockFlag', discoveries.paldeck);
  if (writer.era !== 'D') return;
  writer.structs(
    'RelicObtainForInstanceFlagByType',
    'PalRelicObtainFlagSaveEntry',
    Object.entries(discoveries.relicsByType),
    ([type, flags]) => {
      writer.enum('Type', 'EPalRelicType', type);
      writeFlags(writer, 'Flags', flags);
    },
  );
}

function writeCounters(writer: PropertyWriter, name: string, values: SaveCounters): void {
  const entries = Object.entries(values);
  if (entries.length === 0) return;
  writer.map(name, 'NameProperty', 'IntProperty', entries, ([id, count]) => {
    writer.text(id);
    writer.i32(count);
  });
}

export function writeFlags(writer: PropertyWriter, name: string, values: SaveFlags): void {
  const entries = Object.entries(values);
  if (entries.length === 0) return;
  writer.map(name, 'NameProperty', 'BoolProperty', entries, ([id, flag]) => {
    writer.text(id);
    writer.u8(flag ? 1 : 0);
  });
}
