import { ZERO_GUID } from '../format/guid.ts';
import { CorruptDataError } from '../format/save-error.ts';
import type { SaveGuid } from '../format/save-types.ts';
import { SMALLEST_STRUCT_BYTES } from '../read/property-reader.ts';
import { type FactReader, noBlob } from './fact-reader.ts';
import type { CharacterFacts } from './level-facts.ts';

/** The rows of `GotStatusPointList` that a level gives points for: health, stamina, attack, weight, work speed. */
const LEVELLED_STATS: ReadonlySet<string> = new Set(['最大HP', '最大SP', '攻撃力', '所持重量', '作業速度']);

/** Reads `CharacterSaveParameterMap` (palworld-save 4.1). */
export function readCharacterFacts(reader: FactReader, found: CharacterFacts[]): void {
  const blob = noBlob();
  const count = reader.pairs(SMALLEST_STRUCT_BYTES * 2);
  for (let index = 0; index < count; index += 1) {
    const key = readInstanceId(reader);
    const character = noCharacter(key.instanceId, key.playerUid);
    reader.blobFields(blob);
    reader.inBlob(
      blob,
      () => key.instanceId,
      () => readCharacterBlob(reader, key.instanceId, character),
    );
    found.push(character);
  }
}

function noCharacter(id: SaveGuid, playerUid: SaveGuid): CharacterFacts {
  return {
    id,
    playerUid,
    isPlayer: false,
    nickname: '',
    species: '',
    ownerUid: ZERO_GUID,
    containerId: ZERO_GUID,
    slotIndex: -1,
    groupId: ZERO_GUID,
    stationId: ZERO_GUID,
    level: 1,
    spentPoints: 0,
    unusedPoints: 0,
  };
}

/** Reads the body of a PalInstanceID. */
export function readInstanceId(reader: FactReader): { playerUid: SaveGuid; instanceId: SaveGuid } {
  const key = { playerUid: ZERO_GUID, instanceId: ZERO_GUID };
  reader.fields((name) => {
    if (name === 'playeruid') key.playerUid = reader.guidValue();
    else if (name === 'instanceid') key.instanceId = reader.guidValue();
  });
  return key;
}

/** Reads the blob of a character, which eggs embed too; `id` is that of the record. */
export function readCharacterBlob(reader: FactReader, id: SaveGuid, character: CharacterFacts | null): void {
  reader.walkList(id);
  reader.fields((name) => {
    if (name !== 'saveparameter' || character === null) return;
    reader.structFields((parameter) => readParameter(reader, character, parameter));
  });
  if (reader.u32() !== 0) throw new CorruptDataError('the properties of a character are not followed by 0');
  const groupId = reader.guid();
  if (character !== null) character.groupId = groupId;
  reader.mark();
}

function readParameter(reader: FactReader, character: CharacterFacts, name: string): void {
  switch (name) {
    case 'isplayer':
      character.isPlayer = reader.bool();
      break;
    case 'nickname':
      character.nickname = reader.string();
      break;
    case 'characterid':
      character.species = reader.string();
      break;
    case 'level':
      character.level = reader.number(1);
      break;
    case 'unusedstatuspoint':
      character.unusedPoints = reader.number();
      break;
    case 'gotstatuspointlist':
      character.spentPoints = readSpentPoints(reader);
      break;
    case 'ownerplayeruid':
      character.ownerUid = reader.guidValue();
      break;
    case 'slotid':
      readPlace(reader, character);
      break;
    case 'mapobjectconcreteinstanceidassignedtoexpedition':
      character.stationId = reader.guidValue();
      break;
  }
}

function readSpentPoints(reader: FactReader): number {
  let sum = 0;
  const count = reader.structs();
  for (let index = 0; index < count; index += 1) {
    let stat = '';
    let points = 0;
    reader.fields((name) => {
      if (name === 'statusname') stat = reader.string();
      else if (name === 'statuspoint') points = reader.number();
    });
    if (LEVELLED_STATS.has(stat)) sum += points;
  }
  return sum;
}

function readPlace(reader: FactReader, character: CharacterFacts): void {
  reader.structFields((name) => {
    if (name === 'containerid') character.containerId = reader.containerId();
    else if (name === 'slotindex') character.slotIndex = reader.number(-1);
  });
}
