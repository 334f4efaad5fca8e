import { ZERO_GUID } from '../format/guid.ts';
import { CorruptDataError } from '../format/save-error.ts';
import type { SaveCharacter, SaveGender } from '../format/save-types.ts';
import { fieldTable, readFields, readStruct } from './field-table.ts';
import { SMALLEST_STRUCT_BYTES } from './property-reader.ts';
import { Blob, type SaveReader } from './save-reader.ts';

/** A character with every value at the game's default, which a save leaves out (palworld-save 5). */
export function defaultCharacter(): SaveCharacter {
  return {
    instanceId: ZERO_GUID,
    playerUid: ZERO_GUID,
    isPlayer: false,
    groupId: ZERO_GUID,
    characterId: '',
    uniqueNpcId: '',
    nickname: '',
    gender: 'None',
    level: 1,
    exp: 0,
    rank: 1,
    rankUpExp: 0,
    souls: { health: 0, attack: 0, defense: 0, craftSpeed: 0 },
    ivs: { health: 0, attackMelee: 0, attackShot: 0, defense: 0 },
    isRare: false,
    isAwakened: false,
    isImported: false,
    passives: [],
    equippedSkills: [],
    masteredSkills: [],
    hp: 0,
    shield: null,
    mp: null,
    maxHp: null,
    maxSp: null,
    stomach: 100,
    maxStomach: null,
    sanity: 100,
    craftSpeed: null,
    support: null,
    physicalHealth: 'Healthful',
    workerSick: 'None',
    friendshipPoints: 0,
    ownerPlayerUid: ZERO_GUID,
    slot: null,
    statusPoints: [],
    extraStatusPoints: [],
    unusedStatusPoints: 0,
    extraWorkSuitabilities: [],
    disabledWork: [],
    allowBaseCampBattle: true,
    skinId: '',
  };
}

// Switches and loops by hand instead of field tables: with 3,400 characters of some 50 properties each
// (v1_relics), tables took 8 percent more CPU time for the whole read; a closure per status point took 10 percent
// with 10,400 characters.

/** Reads `CharacterSaveParameterMap` (palworld-save 4.1). */
export function readCharacters(reader: SaveReader): SaveCharacter[] {
  const blob = new Blob();
  return reader.eachRecord(reader.pairs(SMALLEST_STRUCT_BYTES * 2), () => {
    const { playerUid, instanceId } = readInstanceId(reader);
    blob.clear();
    reader.blobList(blob);
    const character = reader.inBlob(blob, readCharacterBlob);
    if (!character) return null;
    character.playerUid = playerUid;
    character.instanceId = instanceId;
    return character;
  });
}

/** Reads the body of a PalInstanceID. */
export function readInstanceId(reader: SaveReader): { playerUid: string; instanceId: string } {
  let playerUid = ZERO_GUID;
  let instanceId = ZERO_GUID;
  while (reader.next()) {
    const end = reader.valueEnd;
    if (reader.name === 'playeruid') playerUid = reader.guidValue();
    else if (reader.name === 'instanceid') instanceId = reader.guidValue();
    else reader.skip();
    reader.endValue(end);
  }
  return { playerUid, instanceId };
}

/** Reads the character blob of 4.1, which eggs embed too. Null when its property list is empty. */
export function readCharacterBlob(reader: SaveReader): SaveCharacter | null {
  let character: SaveCharacter | null = null;
  while (reader.next()) {
    const end = reader.valueEnd;
    if (reader.name === 'saveparameter' && reader.isStruct()) {
      character = defaultCharacter();
      readSaveParameter(reader, character);
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

function readSaveParameter(reader: SaveReader, character: SaveCharacter): void {
  while (reader.next()) {
    const end = reader.valueEnd;
    readParameter(reader, character);
    reader.endValue(end);
  }
}

// Flat like the list in palworld-save 5; `readCondition` is its second half.
function readParameter(reader: SaveReader, character: SaveCharacter): void {
  switch (reader.name) {
    case 'isplayer':
      character.isPlayer = reader.bool();
      break;
    case 'characterid':
      character.characterId = reader.string();
      break;
    case 'uniquenpcid':
      character.uniqueNpcId = reader.string();
      break;
    case 'nickname':
      character.nickname = reader.string();
      break;
    case 'gender':
      character.gender = genderOf(reader.enumName('None'));
      break;
    case 'level':
      character.level = reader.number(1);
      break;
    case 'exp':
      character.exp = reader.number();
      break;
    case 'rank':
      character.rank = reader.number(1);
      break;
    case 'rankupexp':
      character.rankUpExp = reader.number();
      break;
    case 'rank_hp':
      character.souls.health = reader.number();
      break;
    case 'rank_attack':
      character.souls.attack = reader.number();
      break;
    case 'rank_defence':
      character.souls.defense = reader.number();
      break;
    case 'rank_craftspeed':
      character.souls.craftSpeed = reader.number();
      break;
    case 'talent_hp':
      character.ivs.health = reader.number();
      break;
    case 'talent_melee':
      character.ivs.attackMelee = reader.number();
      break;
    case 'talent_shot':
      character.ivs.attackShot = reader.number();
      break;
    case 'talent_defense':
      character.ivs.defense = reader.number();
      break;
    case 'israrepal':
      character.isRare = reader.bool();
      break;
    case 'bisawakening':
      character.isAwakened = reader.bool();
      break;
    case 'bimportedcharacter':
      character.isImported = reader.bool();
      break;
    case 'passiveskilllist':
      character.passives = reader.strings();
      break;
    case 'equipwaza':
      character.equippedSkills = reader.enumNames();
      break;
    case 'masteredwaza':
      character.masteredSkills = reader.enumNames();
      break;
    default:
      readCondition(reader, character);
  }
}

function readCondition(reader: SaveReader, character: SaveCharacter): void {
  switch (reader.name) {
    case 'hp':
      character.hp = reader.fixedPoint();
      break;
    case 'shieldhp':
      character.shield = reader.fixedPoint();
      break;
    case 'mp':
      character.mp = reader.fixedPoint();
      break;
    case 'maxhp':
      character.maxHp = reader.fixedPoint();
      break;
    case 'maxsp':
      character.maxSp = reader.fixedPoint();
      break;
    case 'fullstomach':
      character.stomach = reader.number(100);
      break;
    case 'maxfullstomach':
      character.maxStomach = reader.number();
      break;
    case 'sanityvalue':
      character.sanity = reader.number(100);
      break;
    case 'craftspeed':
      character.craftSpeed = reader.number();
      break;
    case 'support':
      character.support = reader.number();
      break;
    case 'physicalhealth':
      character.physicalHealth = reader.enumName('Healthful');
      break;
    case 'workersick':
      character.workerSick = reader.enumName('None');
      break;
    case 'friendshippoint':
      character.friendshipPoints = reader.number();
      break;
    case 'ownerplayeruid':
      character.ownerPlayerUid = reader.guidValue();
      break;
    case 'slotid':
      if (reader.isStruct()) character.slot = readSlotId(reader);
      break;
    case 'gotstatuspointlist':
      character.statusPoints = readStatusPoints(reader);
      break;
    case 'gotexstatuspointlist':
      character.extraStatusPoints = readStatusPoints(reader);
      break;
    case 'unusedstatuspoint':
      character.unusedStatusPoints = reader.number();
      break;
    case 'gotworksuitabilityaddranklist':
      character.extraWorkSuitabilities = readWorkSuitabilities(reader);
      break;
    case 'worksuitabilityoptioninfo':
      readStruct(reader, WORK_OPTIONS, character);
      break;
    case 'skinname':
      character.skinId = reader.string();
      break;
    default:
      reader.skip();
  }
}

function genderOf(name: string): SaveGender {
  return name === 'Male' || name === 'Female' ? name : 'None';
}

function readSlotId(reader: SaveReader): SaveCharacter['slot'] {
  const slot = { containerId: ZERO_GUID, index: -1 };
  while (reader.next()) {
    const end = reader.valueEnd;
    if (reader.name === 'containerid') slot.containerId = reader.containerId();
    else if (reader.name === 'slotindex') slot.index = reader.number(-1);
    else reader.skip();
    reader.endValue(end);
  }
  return slot;
}

function readStatusPoints(reader: SaveReader): SaveCharacter['statusPoints'] {
  const points: SaveCharacter['statusPoints'] = [];
  const count = reader.structs();
  for (let index = 0; index < count; index += 1) {
    const point = { name: '', points: 0 };
    while (reader.next()) {
      const end = reader.valueEnd;
      if (reader.name === 'statusname') point.name = reader.string();
      else if (reader.name === 'statuspoint') point.points = reader.number();
      else reader.skip();
      reader.endValue(end);
    }
    points.push(point);
  }
  return points;
}

function readWorkSuitabilities(reader: SaveReader): SaveCharacter['extraWorkSuitabilities'] {
  const extras: SaveCharacter['extraWorkSuitabilities'] = [];
  const count = reader.structs();
  for (let index = 0; index < count; index += 1) {
    const extra = { suitability: 'None', rank: 0 };
    readFields(reader, WORK_SUITABILITY, extra);
    extras.push(extra);
  }
  return extras;
}

const WORK_SUITABILITY = fieldTable<{ suitability: string; rank: number }>({
  WorkSuitability: (reader, extra) => (extra.suitability = reader.enumName('None')),
  Rank: (reader, extra) => (extra.rank = reader.number()),
});

const WORK_OPTIONS = fieldTable<SaveCharacter>({
  OffWorkSuitabilityList: (reader, character) => (character.disabledWork = reader.enumNames()),
  bAllowBaseCampBattle: (reader, character) => (character.allowBaseCampBattle = reader.bool(true)),
});
