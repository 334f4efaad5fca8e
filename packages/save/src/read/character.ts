import { ZERO_GUID } from '../format/guid.ts';
import { CorruptDataError } from '../format/save-error.ts';
import type { SaveCharacter, SaveGender } from '../format/save-types.ts';
import { SMALLEST_STRUCT_BYTES } from './property-reader.ts';
import { Blob, type SaveReader } from './save-reader.ts';

/** A character of whom the save says nothing: every value at the game's default. */
export function unknownCharacter(): SaveCharacter {
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

/** Reads `CharacterSaveParameterMap` (palworld-save 4.1). */
export function readCharacters(reader: SaveReader): SaveCharacter[] {
  const characters: SaveCharacter[] = [];
  const count = reader.pairs(SMALLEST_STRUCT_BYTES * 2);
  const blob = new Blob();
  for (reader.record = 0; reader.record < count; reader.record += 1) {
    const { playerUid, instanceId } = readInstanceId(reader);
    blob.clear();
    while (reader.next()) {
      const end = reader.valueEnd;
      if (!reader.blobProperty(blob)) reader.skip();
      reader.endValue(end);
    }
    const character = reader.inBlob(blob, readCharacterBlob);
    if (!character) continue;
    character.playerUid = playerUid;
    character.instanceId = instanceId;
    characters.push(character);
  }
  reader.record = -1;
  return characters;
}

/** The body of a PalInstanceID. */
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

/** The character sequence of 4.1, which eggs embed too. Null when its property list is empty. */
export function readCharacterBlob(reader: SaveReader): SaveCharacter | null {
  let character: SaveCharacter | null = null;
  while (reader.next()) {
    const end = reader.valueEnd;
    if (reader.name === 'saveparameter' && reader.isStruct()) {
      character = unknownCharacter();
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

// One flat table of names, as in palworld-save 5.
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
      character.gender = genderOf(reader.word('None'));
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
      character.equippedSkills = reader.words();
      break;
    case 'masteredwaza':
      character.masteredSkills = reader.words();
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
      character.physicalHealth = reader.word('Healthful');
      break;
    case 'workersick':
      character.workerSick = reader.word('None');
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
      if (reader.isStruct()) readWorkOptions(reader, character);
      break;
    case 'skinname':
      character.skinId = reader.string();
      break;
    default:
      reader.skip();
  }
}

function genderOf(word: string): SaveGender {
  if (word === 'Male' || word === 'Female') return word;
  return 'None';
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
  const ranks: SaveCharacter['extraWorkSuitabilities'] = [];
  const count = reader.structs();
  for (let index = 0; index < count; index += 1) {
    const rank = { suitability: 'None', rank: 0 };
    while (reader.next()) {
      const end = reader.valueEnd;
      if (reader.name === 'worksuitability') rank.suitability = reader.word('None');
      else if (reader.name === 'rank') rank.rank = reader.number();
      else reader.skip();
      reader.endValue(end);
    }
    ranks.push(rank);
  }
  return ranks;
}

function readWorkOptions(reader: SaveReader, character: SaveCharacter): void {
  while (reader.next()) {
    const end = reader.valueEnd;
    if (reader.name === 'offworksuitabilitylist') character.disabledWork = reader.words();
    else if (reader.name === 'ballowbasecampbattle') character.allowBaseCampBattle = reader.bool(true);
    else reader.skip();
    reader.endValue(end);
  }
}
