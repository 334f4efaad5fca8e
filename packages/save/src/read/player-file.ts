import { CorruptDataError } from '../format/save-error.ts';
import { defaultPlayer, type SavePlayer } from '../format/save-player.ts';
import { ticksToMs } from '../format/ticks.ts';
import { readInstanceId } from './character.ts';
import { expectGvasHeader, SAVE_CLASSES } from './gvas-header.ts';
import { RECORD_DATA } from './player-statistics.ts';
import { fieldTable, readFields, readStruct, type SaveReader } from './save-reader.ts';

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
