import { CorruptDataError } from '../format/save-error.ts';
import type { SaveGuid } from '../format/save-types.ts';
import { readInstanceId, readStatusPoints } from '../read/character.ts';
import { MIN_STRUCT_BYTES } from '../read/property-reader.ts';
import { fieldTable, readStruct, type SaveReader } from '../read/save-reader.ts';
import type { FactReader } from './fact-reader.ts';
import { type CharacterFacts, noCharacter } from './level-facts.ts';

/** The rows of `GotStatusPointList` that a level gives points for: health, stamina, attack, weight, work speed. */
const LEVELED_STATS: ReadonlySet<string> = new Set(['最大HP', '最大SP', '攻撃力', '所持重量', '作業速度']);

/** Reads `CharacterSaveParameterMap` (docs/save-format.md#characters). */
export function readCharacterFacts(reader: FactReader, facts: CharacterFacts[]): void {
  reader.collect(facts, reader.pairs(MIN_STRUCT_BYTES * 2), () => {
    const { instanceId, playerUid } = readInstanceId(reader);
    const character = noCharacter(instanceId, playerUid);
    const place = () => instanceId;
    reader.factsIn(reader.blobList(), place, () => readCharacterBlob(reader, instanceId, character));
    return character;
  });
}

/** Reads the blob of a character, which eggs embed too; `id` is that of the record. */
export function readCharacterBlob(reader: FactReader, id: SaveGuid, character: CharacterFacts | null): void {
  reader.walkList(id);
  reader.fields((name) => {
    if (name === 'saveparameter' && character !== null) readStruct(reader, PARAMETERS, character);
  });
  if (reader.u32() !== 0) throw new CorruptDataError('the properties of a character are not followed by 0');
  const groupId = reader.guid();
  if (character !== null) character.groupId = groupId;
  reader.mark();
}

const PARAMETERS = fieldTable<CharacterFacts>({
  isplayer: (reader, character) => (character.isPlayer = reader.bool()),
  nickname: (reader, character) => (character.nickname = reader.string()),
  characterid: (reader, character) => (character.species = reader.string()),
  level: (reader, character) => (character.level = reader.number(1)),
  unusedstatuspoint: (reader, character) => (character.unusedPoints = reader.number()),
  gotstatuspointlist: (reader, character) => (character.spentPoints = readSpentPoints(reader)),
  ownerplayeruid: (reader, character) => (character.ownerUid = reader.guidValue()),
  slotid: (reader, character) => readStruct(reader, PLACE, character),
  mapobjectconcreteinstanceidassignedtoexpedition: (reader, character) =>
    (character.stationId = reader.guidValue()),
});

const PLACE = fieldTable<CharacterFacts>({
  containerid: (reader, character) => (character.containerId = reader.containerId()),
  slotindex: (reader, character) => (character.slotIndex = reader.number(-1)),
});

function readSpentPoints(reader: SaveReader): number {
  const spent = readStatusPoints(reader).filter(({ name }) => LEVELED_STATS.has(name));
  return spent.reduce((sum, { points }) => sum + points, 0);
}
