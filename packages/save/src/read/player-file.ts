import { CorruptDataError } from '../format/save-error.ts';
import {
  defaultPlayer,
  type SaveCounters,
  type SaveDiscoveries,
  type SaveFlags,
  type SavePlayer,
  type SavePlayerStatistics,
  STATISTICS,
  table,
} from '../format/save-player.ts';
import { ticksToMs } from '../format/ticks.ts';
import { readInstanceId } from './character.ts';
import { expectGvasHeader, SAVE_CLASSES } from './gvas-header.ts';
import { enumNameOf } from './property-reader.ts';
import { type FieldReader, fieldTable, readFields, readStruct, type SaveReader } from './save-reader.ts';

/** Reads the GVAS bytes of a file of Players/ (docs/save-format.md#player-files). Throws `CorruptDataError`. */
export function readPlayerFile(reader: SaveReader): SavePlayer {
  const result = { player: defaultPlayer(reader.file), hasData: false };
  expectGvasHeader(reader, SAVE_CLASSES.player);
  readFields(reader, PLAYER_FILE, result);
  reader.take(4); // zeros after the list
  if (!result.hasData) throw new CorruptDataError('it holds no SaveData');
  return result.player;
}

const PLAYER_FILE = fieldTable<{ player: SavePlayer; hasData: boolean }>({
  SaveData: (reader, result) => {
    if (!reader.isStruct()) return;
    result.hasData = true;
    reader.section = 'SaveData';
    readFields(reader, SAVE_DATA, result.player);
  },
});

const SAVE_DATA = fieldTable<SavePlayer>({
  PlayerUId: (reader, player) => (player.uid = reader.guidValue()),
  IndividualId: (reader, player) => {
    if (reader.isStruct()) player.instanceId = readInstanceId(reader).instanceId;
  },
  LastTransform: (reader, player) => readStruct(reader, TRANSFORM, player),
  InventoryInfo: (reader, player) => readStruct(reader, INVENTORY, player.inventory),
  OtomoCharacterContainerId: (reader, player) => (player.teamContainerId = reader.containerId()),
  PalStorageContainerId: (reader, player) => (player.palboxContainerId = reader.containerId()),
  TechnologyPoint: (reader, player) => (player.technologyPoints = reader.number()),
  bossTechnologyPoint: (reader, player) => (player.ancientTechnologyPoints = reader.number()),
  UnlockedRecipeTechnologyNames: (reader, player) => (player.unlockedTechnologies = reader.strings()),
  LastOnlineDateTime: (reader, player) => (player.lastOnlineAtMs = ticksToMs(reader.bigTicks())),
  PlayerPlatform: (reader, player) => (player.platform = reader.enumName('')),
  RecordData: (reader, player) => {
    reader.section = 'SaveData.RecordData';
    readStruct(reader, RECORD_DATA, player.records);
  },
});

const TRANSFORM = fieldTable<SavePlayer>({
  Translation: (reader, player) => (player.location = reader.vectorValue()),
});

const INVENTORY = fieldTable<SavePlayer['inventory']>({
  CommonContainerId: (reader, inventory) => (inventory.common = reader.containerId()),
  EssentialContainerId: (reader, inventory) => (inventory.essential = reader.containerId()),
  WeaponLoadOutContainerId: (reader, inventory) => (inventory.weapons = reader.containerId()),
  PlayerEquipArmorContainerId: (reader, inventory) => (inventory.armor = reader.containerId()),
  FoodEquipContainerId: (reader, inventory) => (inventory.food = reader.containerId()),
  DropSlotContainerId: (reader, inventory) => (inventory.dropSlot = reader.containerId()),
});

/** Reads a map of counts by id. Skips one of other keys or values, with a warning. */
function readCounters(reader: SaveReader): SaveCounters {
  return readTable<number>(reader, (type) => {
    if (type === 'IntProperty') return () => reader.i32();
    if (type === 'Int64Property') return () => reader.i64();
    return type === 'ByteProperty' ? () => reader.u8() : null;
  });
}

/** Reads a map of flags by id. Skips one of other keys or values, with a warning. */
function readFlags(reader: SaveReader): SaveFlags {
  return readTable<boolean>(reader, (type) => (type === 'BoolProperty' ? () => reader.u8() !== 0 : null));
}

function readTable<T>(reader: SaveReader, valueReader: (type: string) => (() => T) | null) {
  const entries = table<T>();
  const readKey = keyReader(reader);
  const readValue = valueReader(reader.mapValueType);
  if (reader.type !== 'MapProperty' || !readKey || !readValue) {
    reader.onUnexpectedType(reader.name, `${reader.type} of other keys or values`);
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

function keyReader(reader: SaveReader): (() => string) | null {
  const { keyType } = reader;
  if (keyType === 'NameProperty' || keyType === 'StrProperty') return () => reader.text();
  if (keyType === 'EnumProperty') return () => enumNameOf(reader.text());
  return keyType === 'IntProperty' ? () => String(reader.i32()) : null;
}

/** The fields of `RecordData` with the discoveries of a player. Nothing else depends on them: damage loses one field. */
const DISCOVERIES: Readonly<Record<string, FieldReader<SaveDiscoveries>>> = {
  FastTravelPointUnlockFlag: (reader, discoveries) => (discoveries.fastTravelPoints = flags(reader)),
  RelicObtainForInstanceFlag: (reader, discoveries) => (discoveries.effigies = flags(reader)),
  RelicObtainForInstanceFlagByType: (reader, discoveries) =>
    reader.inOptional(() => readRelicsByType(reader, discoveries.relicsByType)),
  FindAreaFlagMap: (reader, discoveries) => (discoveries.areas = flags(reader)),
  NoteObtainForInstanceFlag: (reader, discoveries) => (discoveries.notes = flags(reader)),
  PaldeckUnlockFlag: (reader, discoveries) => (discoveries.paldeck = flags(reader)),
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

const READERS = {
  counts: readCounters,
  flags: readFlags,
  number: (reader: SaveReader) => reader.number(),
  total: readTotal,
  flag: (reader: SaveReader) => reader.bool(),
};

/** The properties of `RecordData` (docs/save-format.md#player-files). */
const RECORD_DATA = fieldTable<SavePlayerStatistics>({
  ...Object.fromEntries(
    Object.entries(STATISTICS).map(([field, [name, holds]]) => [
      name,
      (reader: SaveReader, statistics: SavePlayerStatistics) =>
        Object.assign(statistics, { [field]: READERS[holds](reader) }),
    ]),
  ),
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
  return Object.values(readCounters(reader)).reduce((total, count) => total + count, 0);
}
