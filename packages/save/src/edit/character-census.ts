import { ZERO_GUID } from '../format/guid.ts';
import type { SaveEra, SaveGuid } from '../format/save-types.ts';
import { ByteReader } from '../read/byte-reader.ts';
import type { TreeProperty } from '../tree/property-tree.ts';
import type { LevelEditor } from './level-editor.ts';
import { readTag } from './level-sections.ts';
import { guidAt } from './property-list.ts';

/** Tag of a property in a file: its spelling and its type of number. */
export type PropertyShape = Readonly<{ name: string; type: string }>;

export type CharacterCensus = ReturnType<typeof characterCensus>;

/** Facts about the characters of a file for those that edits write. Reads every character once, without trees. */
export function characterCensus(level: LevelEditor, era: SaveEra) {
  const shapes = new Map<string, PropertyShape>();
  const keyUids = new Map<SaveGuid, SaveGuid>();
  const section = level.section('CharacterSaveParameterMap');
  for (const id of section.ids()) {
    if ((section.findBlob(id, [])?.bytes.length ?? 0) === 0) continue;
    const owner = section.readBlob(id, [], ({ bytes }) => addShapes(bytes, shapes));
    if (owner === ZERO_GUID || keyUids.has(owner)) continue;
    const key = section.viewRecord(id)?.key as TreeProperty[]; // characters are keyed by a list
    keyUids.set(owner, guidAt(key, ['PlayerUId']));
  }
  return {
    /** As another character of the file has it, else as the era does (docs/save-format.md#rules-for-edits). */
    shape(name: string): PropertyShape {
      const spelled = era === 'A' ? (SPELLED_2024[name] ?? name) : name;
      const type = era === 'A' ? undefined : NUMBER_TYPES[name];
      return shapes.get(name.toLowerCase()) ?? { name: spelled, type: type ?? 'IntProperty' };
    },

    has: (name: string) => shapes.has(name.toLowerCase()),

    /** The uid in the map key of an owner's Pals: the host's in the worlds that it played, else zero. */
    keyUid: (owner: SaveGuid) => keyUids.get(owner) ?? ZERO_GUID,
  };
}

/** Notes the shapes of a character's properties and returns its owner, the zero GUID without one. */
function addShapes(bytes: Buffer, shapes: Map<string, PropertyShape>): SaveGuid {
  const reader = new ByteReader(bytes);
  const parameter = readTag(reader);
  if (parameter === null) return ZERO_GUID;
  reader.at = parameter.valueStart;
  let owner: SaveGuid = ZERO_GUID;
  for (let tag = readTag(reader); tag !== null; tag = readTag(reader)) {
    const key = tag.name.toLowerCase();
    if (!shapes.has(key)) shapes.set(key, { name: tag.name, type: tag.type });
    const isGuid = tag.types[0] === 'Guid' && tag.valueEnd - tag.valueStart === 16;
    if (key === 'ownerplayeruid' && isGuid) owner = reader.guid();
    reader.at = tag.valueEnd;
  }
  return owner;
}

const SPELLED_2024: Readonly<Record<string, string>> = { Hp: 'HP', SlotId: 'SlotID' };

/** Since 2025; whole numbers that are not named are Int. */
const NUMBER_TYPES: Readonly<Record<string, string>> = {
  Level: 'ByteProperty',
  Rank: 'ByteProperty',
  RankUpExp: 'UInt16Property',
  Rank_HP: 'ByteProperty',
  Rank_Attack: 'ByteProperty',
  Rank_Defence: 'ByteProperty',
  Rank_CraftSpeed: 'ByteProperty',
  Exp: 'Int64Property',
  Talent_HP: 'ByteProperty',
  Talent_Melee: 'ByteProperty',
  Talent_Shot: 'ByteProperty',
  Talent_Defense: 'ByteProperty',
  UnusedStatusPoint: 'UInt16Property',
};
