import { ZERO_GUID } from '../format/guid.ts';
import type { SaveCharacter, SaveGuid } from '../format/save-types.ts';
import type { PropertyWriter } from './property-writer.ts';
import { writeBlob } from './save-era.ts';

/** A character, and the expedition station that has sent it out, which typed records leave out. */
type WrittenCharacter = SaveCharacter & { stationId?: SaveGuid };

/** Writes `CharacterSaveParameterMap` (docs/save-format.md#characters). */
export function writeCharacters(writer: PropertyWriter, characters: readonly WrittenCharacter[]): void {
  writer.map('CharacterSaveParameterMap', 'StructProperty', 'StructProperty', characters, (character) => {
    writeInstanceId(writer, character.playerUid, character.instanceId);
    writer.none();
    writeBlob(writer, [], (blob) => writeCharacterBlob(blob, character));
    writer.none();
  });
}

/** Writes the properties of a PalInstanceID, without the closing `None`. */
export function writeInstanceId(writer: PropertyWriter, playerUid: string, instanceId: string): void {
  writer.guidProperty('PlayerUId', playerUid);
  writer.guidProperty('InstanceId', instanceId);
  writer.str('DebugName', '');
}

/** Writes the character blob of 4.1; null is an egg whose Pal is not rolled yet. */
export function writeCharacterBlob(writer: PropertyWriter, character: WrittenCharacter | null) {
  if (character) {
    writer.listStruct('SaveParameter', 'PalIndividualCharacterSaveParameter', () => {
      writeIdentity(writer, character);
      writeCondition(writer, character);
      writeLists(writer, character);
    });
  }
  writer.none();
  writer.u32(0);
  writer.guid(character?.groupId ?? ZERO_GUID);
}

// Leaves out values equal to their default, as the game does.
function writeIdentity(writer: PropertyWriter, character: SaveCharacter): void {
  const { souls, ivs } = character;
  const number = (name: string, value: number, fallback = 0) => {
    if (value === fallback) return;
    if (writer.era === 'A') writer.int(name, value);
    else writer.byte(name, value);
  };
  const flag = (name: string, value: boolean) => value && writer.bool(name, value);
  flag('IsPlayer', character.isPlayer);
  if (character.characterId !== '') writer.name('CharacterID', character.characterId);
  if (character.uniqueNpcId !== '') writer.name('UniqueNPCID', character.uniqueNpcId);
  if (character.nickname !== '') writer.str('NickName', character.nickname);
  if (character.gender !== 'None') writer.enum('Gender', 'EPalGenderType', character.gender);
  number('Level', character.level, 1);
  if (character.exp !== 0) {
    if (writer.era === 'A') writer.int('Exp', character.exp);
    else writer.int64('Exp', BigInt(character.exp));
  }
  number('Rank', character.rank, 1);
  if (character.rankUpExp !== 0) writer.int('RankUpExp', character.rankUpExp);
  number('Rank_HP', souls.health);
  number('Rank_Attack', souls.attack);
  number('Rank_Defence', souls.defense);
  number('Rank_CraftSpeed', souls.craftSpeed);
  number('Talent_HP', ivs.health);
  number('Talent_Melee', ivs.attackMelee);
  number('Talent_Shot', ivs.attackShot);
  number('Talent_Defense', ivs.defense);
  flag('IsRarePal', character.isRare);
  flag('bIsAwakening', character.isAwakened);
  flag('bImportedCharacter', character.isImported);
  if (character.skinId !== '') writer.name('SkinName', character.skinId);
}

function writeCondition(writer: PropertyWriter, character: WrittenCharacter): void {
  const fixed = (name: string, value: number | null) => value !== null && writer.fixedPoint(name, value);
  if (character.hp !== 0) fixed(writer.era === 'A' ? 'HP' : 'Hp', character.hp);
  fixed('ShieldHP', character.shield);
  fixed('MP', character.mp);
  fixed('MaxHP', character.maxHp);
  fixed('MaxSP', character.maxSp);
  if (character.stomach !== 100) writer.float('FullStomach', character.stomach);
  if (character.maxStomach !== null) writer.float('MaxFullStomach', character.maxStomach);
  if (character.sanity !== 100) writer.float('SanityValue', character.sanity);
  if (character.craftSpeed !== null) writer.int('CraftSpeed', character.craftSpeed);
  if (character.support !== null) writer.int('Support', character.support);
  if (character.physicalHealth !== 'Healthful') {
    writer.enum('PhysicalHealth', 'EPalStatusPhysicalHealthType', character.physicalHealth);
  }
  if (character.workerSick !== 'None') {
    writer.enum('WorkerSick', 'EPalBaseCampWorkerSickType', character.workerSick);
  }
  if (character.friendshipPoints !== 0) writer.int('FriendshipPoint', character.friendshipPoints);
  if (character.ownerPlayerUid !== ZERO_GUID) writer.guidProperty('OwnerPlayerUId', character.ownerPlayerUid);
  const { slot, stationId = ZERO_GUID } = character;
  if (slot) {
    writer.listStruct(writer.era === 'A' ? 'SlotID' : 'SlotId', 'PalCharacterSlotId', () => {
      writer.containerId('ContainerId', slot.containerId);
      if (slot.index !== -1) writer.int('SlotIndex', slot.index);
    });
  }
  if (character.unusedStatusPoints !== 0) {
    if (writer.era === 'D') writer.uint16('UnusedStatusPoint', character.unusedStatusPoints);
    else writer.int('UnusedStatusPoint', character.unusedStatusPoints);
  }
  if (stationId !== ZERO_GUID)
    writer.guidProperty('MapObjectConcreteInstanceIdAssignedToExpedition', stationId);
}

function writeLists(writer: PropertyWriter, character: SaveCharacter): void {
  if (character.passives.length > 0) writer.names('PassiveSkillList', character.passives);
  if (character.equippedSkills.length > 0) writer.enums('EquipWaza', 'EPalWazaID', character.equippedSkills);
  if (character.masteredSkills.length > 0)
    writer.enums('MasteredWaza', 'EPalWazaID', character.masteredSkills);
  writeStatusPoints(writer, 'GotStatusPointList', character.statusPoints);
  writeStatusPoints(writer, 'GotExStatusPointList', character.extraStatusPoints);
  if (character.extraWorkSuitabilities.length > 0) {
    const type = 'PalWorkSuitabilityInfo';
    writer.structs('GotWorkSuitabilityAddRankList', type, character.extraWorkSuitabilities, (extra) => {
      writer.enum('WorkSuitability', 'EPalWorkSuitability', extra.suitability);
      writer.int('Rank', extra.rank);
    });
  }
  if (character.disabledWork.length === 0 && character.allowBaseCampBattle) return;
  writer.listStruct('WorkSuitabilityOptionInfo', 'PalWorkSuitabilityPreferenceInfo', () => {
    writer.enums('OffWorkSuitabilityList', 'EPalWorkSuitability', character.disabledWork);
    if (!character.allowBaseCampBattle) writer.bool('bAllowBaseCampBattle', false);
  });
}

function writeStatusPoints(writer: PropertyWriter, name: string, points: SaveCharacter['statusPoints']) {
  if (points.length === 0) return;
  writer.structs(name, 'PalGotStatusPoint', points, (point) => {
    writer.name('StatusName', point.name);
    if (point.points !== 0) writer.int('StatusPoint', point.points);
  });
}
