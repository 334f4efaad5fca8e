import { ZERO_GUID } from '../format/guid.ts';
import { CorruptDataError } from '../format/save-error.ts';
import type { SavePlayer, SaveVector } from '../format/save-types.ts';
import { ticksToMs } from '../format/ticks.ts';
import { readInstanceId } from './character.ts';
import { expectGvasHeader, SAVE_CLASSES } from './gvas-header.ts';
import { noRecords, readPlayerRecords } from './player-statistics.ts';
import type { SaveReader } from './save-reader.ts';

/** Reads the GVAS bytes of a file of Players/ (palworld-save 6). Throws `Damage`. */
export function readPlayerFile(reader: SaveReader): SavePlayer {
  const player = unknownPlayer(reader.file);
  let found = false;
  expectGvasHeader(reader, SAVE_CLASSES.player);
  while (reader.next()) {
    const end = reader.valueEnd;
    if (reader.name === 'savedata' && reader.isStruct()) {
      found = true;
      readPlayer(reader, player);
    } else {
      reader.skip();
    }
    reader.endValue(end);
  }
  reader.take(4); // zeros after the list
  if (!found) throw new CorruptDataError('it holds no SaveData');
  return player;
}

/** A player of whose file nothing is known yet. */
export function unknownPlayer(file: string): SavePlayer {
  return {
    file,
    uid: ZERO_GUID,
    instanceId: ZERO_GUID,
    location: { x: 0, y: 0, z: 0 },
    platform: '',
    lastOnlineAtMs: null,
    inventory: {
      common: ZERO_GUID,
      essential: ZERO_GUID,
      weapons: ZERO_GUID,
      armor: ZERO_GUID,
      food: ZERO_GUID,
      dropSlot: ZERO_GUID,
    },
    teamContainerId: ZERO_GUID,
    palboxContainerId: ZERO_GUID,
    technologyPoints: 0,
    ancientTechnologyPoints: 0,
    unlockedTechnologies: [],
    records: noRecords(),
  };
}

function readPlayer(reader: SaveReader, player: SavePlayer): void {
  while (reader.next()) {
    const end = reader.valueEnd;
    reader.section = 'SaveData';
    switch (reader.name) {
      case 'playeruid':
        player.uid = reader.guidValue();
        break;
      case 'individualid':
        if (reader.isStruct()) player.instanceId = readInstanceId(reader).instanceId;
        break;
      case 'lasttransform':
        if (reader.isStruct()) player.location = readTranslation(reader);
        break;
      case 'inventoryinfo':
        if (reader.isStruct()) readInventory(reader, player.inventory);
        break;
      case 'otomocharactercontainerid':
        player.teamContainerId = reader.containerId();
        break;
      case 'palstoragecontainerid':
        player.palboxContainerId = reader.containerId();
        break;
      case 'technologypoint':
        player.technologyPoints = reader.number();
        break;
      case 'bosstechnologypoint':
        player.ancientTechnologyPoints = reader.number();
        break;
      case 'unlockedrecipetechnologynames':
        player.unlockedTechnologies = reader.strings();
        break;
      case 'lastonlinedatetime':
        player.lastOnlineAtMs = ticksToMs(reader.bigTicks());
        break;
      case 'playerplatform':
        player.platform = reader.word('');
        break;
      case 'recorddata':
        reader.section = 'SaveData.RecordData';
        if (reader.isStruct()) readPlayerRecords(reader, player.records);
        break;
      default:
        reader.skip();
    }
    reader.endValue(end);
  }
}

function readTranslation(reader: SaveReader): SaveVector {
  let translation = { x: 0, y: 0, z: 0 };
  while (reader.next()) {
    const end = reader.valueEnd;
    if (reader.name === 'translation') translation = reader.vectorValue();
    else reader.skip();
    reader.endValue(end);
  }
  return translation;
}

function readInventory(reader: SaveReader, inventory: SavePlayer['inventory']): void {
  while (reader.next()) {
    const end = reader.valueEnd;
    switch (reader.name) {
      case 'commoncontainerid':
        inventory.common = reader.containerId();
        break;
      case 'essentialcontainerid':
        inventory.essential = reader.containerId();
        break;
      case 'weaponloadoutcontainerid':
        inventory.weapons = reader.containerId();
        break;
      case 'playerequiparmorcontainerid':
        inventory.armor = reader.containerId();
        break;
      case 'foodequipcontainerid':
        inventory.food = reader.containerId();
        break;
      case 'dropslotcontainerid':
        inventory.dropSlot = reader.containerId();
        break;
      default:
        reader.skip();
    }
    reader.endValue(end);
  }
}
