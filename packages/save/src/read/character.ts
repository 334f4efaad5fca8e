import { ZERO_GUID } from '../format/guid.ts';
import { CorruptDataError } from '../format/save-error.ts';
import { defaultCharacter, type SaveCharacter, type SaveGender } from '../format/save-types.ts';
import { MIN_STRUCT_BYTES } from './property-reader.ts';
import { type FieldTable, fieldTable, readFields, readStruct, type SaveReader } from './save-reader.ts';

/** Reads `CharacterSaveParameterMap` (docs/save-format.md#characters). */
export function readCharacters(reader: SaveReader): SaveCharacter[] {
  return reader.eachRecord(reader.pairs(MIN_STRUCT_BYTES * 2), () => {
    const { playerUid, instanceId } = readInstanceId(reader);
    const character = reader.inBlob(reader.blobList(), readCharacterBlob);
    if (!character) return null;
    character.playerUid = playerUid;
    character.instanceId = instanceId;
    return character;
  });
}

export function readInstanceId(reader: SaveReader): { playerUid: string; instanceId: string } {
  const key = { playerUid: ZERO_GUID, instanceId: ZERO_GUID };
  readFields(reader, INSTANCE_ID, key);
  return key;
}

const INSTANCE_ID = fieldTable<{ playerUid: string; instanceId: string }>({
  PlayerUId: (reader, key) => (key.playerUid = reader.guidValue()),
  InstanceId: (reader, key) => (key.instanceId = reader.guidValue()),
});

/** Reads the character blob of 4.1, which eggs embed too. Null when its property list is empty. */
export function readCharacterBlob(reader: SaveReader): SaveCharacter | null {
  let character: SaveCharacter | null = null;
  while (reader.next()) {
    const end = reader.valueEnd;
    if (reader.name === 'saveparameter' && reader.isStruct()) {
      character = defaultCharacter();
      readFields(reader, SAVE_PARAMETER, character);
    } else {
      reader.skip();
    }
    reader.endValue(end);
  }
  if (reader.u32() !== 0) throw new CorruptDataError('the property list of a character is not followed by 0');
  const groupId = reader.guid();
  reader.mark();
  if (character) character.groupId = groupId;
  return character;
}

function genderOf(name: string): SaveGender {
  return name === 'Male' || name === 'Female' ? name : 'None';
}

const SLOT_ID = fieldTable<NonNullable<SaveCharacter['slot']>>({
  ContainerId: (reader, slot) => (slot.containerId = reader.containerId()),
  SlotIndex: (reader, slot) => (slot.index = reader.number(-1)),
});

function readRows<T extends object>(reader: SaveReader, fields: FieldTable<T>, blank: T): T[] {
  return Array.from({ length: reader.structs() }, () => {
    const row = { ...blank };
    readFields(reader, fields, row);
    return row;
  });
}

export function readStatusPoints(reader: SaveReader): SaveCharacter['statusPoints'] {
  return readRows(reader, STATUS_POINT, { name: '', points: 0 });
}

const STATUS_POINT = fieldTable<SaveCharacter['statusPoints'][number]>({
  StatusName: (reader, point) => (point.name = reader.string()),
  StatusPoint: (reader, point) => (point.points = reader.number()),
});

const WORK_SUITABILITY = fieldTable<SaveCharacter['extraWorkSuitabilities'][number]>({
  WorkSuitability: (reader, extra) => (extra.suitability = reader.enumName('None')),
  Rank: (reader, extra) => (extra.rank = reader.number()),
});

const WORK_OPTIONS = fieldTable<SaveCharacter>({
  OffWorkSuitabilityList: (reader, character) => (character.disabledWork = reader.enumNames()),
  bAllowBaseCampBattle: (reader, character) => (character.allowBaseCampBattle = reader.bool(true)),
});

/** The properties of a character (docs/save-format.md#characters). */
const SAVE_PARAMETER = fieldTable<SaveCharacter>({
  IsPlayer: (reader, character) => (character.isPlayer = reader.bool()),
  CharacterID: (reader, character) => (character.characterId = reader.string()),
  UniqueNPCID: (reader, character) => (character.uniqueNpcId = reader.string()),
  NickName: (reader, character) => (character.nickname = reader.string()),
  Gender: (reader, character) => (character.gender = genderOf(reader.enumName('None'))),
  Level: (reader, character) => (character.level = reader.number(1)),
  Exp: (reader, character) => (character.exp = reader.number()),
  Rank: (reader, character) => (character.rank = reader.number(1)),
  RankUpExp: (reader, character) => (character.rankUpExp = reader.number()),
  Rank_HP: (reader, character) => (character.souls.health = reader.number()),
  Rank_Attack: (reader, character) => (character.souls.attack = reader.number()),
  Rank_Defence: (reader, character) => (character.souls.defense = reader.number()),
  Rank_CraftSpeed: (reader, character) => (character.souls.craftSpeed = reader.number()),
  Talent_HP: (reader, character) => (character.ivs.health = reader.number()),
  Talent_Melee: (reader, character) => (character.ivs.attackMelee = reader.number()),
  Talent_Shot: (reader, character) => (character.ivs.attackShot = reader.number()),
  Talent_Defense: (reader, character) => (character.ivs.defense = reader.number()),
  IsRarePal: (reader, character) => (character.isRare = reader.bool()),
  bIsAwakening: (reader, character) => (character.isAwakened = reader.bool()),
  bImportedCharacter: (reader, character) => (character.isImported = reader.bool()),
  PassiveSkillList: (reader, character) => (character.passives = reader.strings()),
  EquipWaza: (reader, character) => (character.equippedSkills = reader.enumNames()),
  MasteredWaza: (reader, character) => (character.masteredSkills = reader.enumNames()),
  Hp: (reader, character) => (character.hp = reader.fixedPoint()),
  ShieldHP: (reader, character) => (character.shield = reader.fixedPoint()),
  MP: (reader, character) => (character.mp = reader.fixedPoint()),
  MaxHP: (reader, character) => (character.maxHp = reader.fixedPoint()),
  MaxSP: (reader, character) => (character.maxSp = reader.fixedPoint()),
  FullStomach: (reader, character) => (character.stomach = reader.number(100)),
  MaxFullStomach: (reader, character) => (character.maxStomach = reader.number()),
  SanityValue: (reader, character) => (character.sanity = reader.number(100)),
  CraftSpeed: (reader, character) => (character.craftSpeed = reader.number()),
  Support: (reader, character) => (character.support = reader.number()),
  PhysicalHealth: (reader, character) => (character.physicalHealth = reader.enumName('Healthful')),
  WorkerSick: (reader, character) => (character.workerSick = reader.enumName('None')),
  FriendshipPoint: (reader, character) => (character.friendshipPoints = reader.number()),
  OwnerPlayerUId: (reader, character) => (character.ownerPlayerUid = reader.guidValue()),
  SlotId: (reader, character) => {
    if (!reader.isStruct()) return;
    character.slot = { containerId: ZERO_GUID, index: -1 };
    readFields(reader, SLOT_ID, character.slot);
  },
  GotStatusPointList: (reader, character) => (character.statusPoints = readStatusPoints(reader)),
  GotExStatusPointList: (reader, character) => (character.extraStatusPoints = readStatusPoints(reader)),
  UnusedStatusPoint: (reader, character) => (character.unusedStatusPoints = reader.number()),
  GotWorkSuitabilityAddRankList: (reader, character) =>
    (character.extraWorkSuitabilities = readRows(reader, WORK_SUITABILITY, { suitability: 'None', rank: 0 })),
  WorkSuitabilityOptionInfo: (reader, character) => readStruct(reader, WORK_OPTIONS, character),
  SkinName: (reader, character) => (character.skinId = reader.string()),
});
