import { ZERO_GUID } from '../format/guid.ts';
import type { SaveEra, SaveGuid } from '../format/save-types.ts';
import { ByteReader } from '../read/byte-reader.ts';
import type { LevelEditor } from './level-editor.ts';
import { readTag } from './level-sections.ts';
import { findProperty, textOf } from './property-list.ts';

/** Tag of a property in a file: its spelling and its type of number. */
export interface PropertyShape {
  readonly name: string;
  readonly type: string;
}

/** Facts about the characters of a file for those that edits write. Reads every character once, without trees. */
export class CharacterCensus {
  readonly #era: SaveEra;
  readonly #shapes = new Map<string, PropertyShape>();
  readonly #keyUids = new Map<SaveGuid, SaveGuid>();

  constructor(level: LevelEditor, era: SaveEra) {
    this.#era = era;
    const section = level.find('CharacterSaveParameterMap');
    if (section === undefined) return;
    for (const id of section.ids()) {
      if ((section.blob(id, [])?.bytes.length ?? 0) === 0) continue;
      const owner = section.requireBlob(id, [], ({ bytes }) => this.#count(bytes));
      if (owner === ZERO_GUID || this.#keyUids.has(owner)) continue;
      this.#keyUids.set(owner, keyUid(section.peek(id)?.key ?? null));
    }
  }

  /** As another character of the file has it, else as the era does (save-writing 3.3). */
  shape(name: string): PropertyShape {
    return this.#shapes.get(name.toLowerCase()) ?? { name: this.#spelling(name), type: this.#type(name) };
  }

  /** Whether any character of the file has the property. */
  has(name: string): boolean {
    return this.#shapes.has(name.toLowerCase());
  }

  /** The uid in the map key of an owner's Pals: the host's in the worlds that it played, else zero. */
  keyUid(owner: SaveGuid): SaveGuid {
    return this.#keyUids.get(owner) ?? ZERO_GUID;
  }

  /** Notes the shapes of a character's properties and returns its owner, the zero GUID without one. */
  #count(bytes: Buffer): SaveGuid {
    const reader = new ByteReader(bytes);
    const parameter = readTag(reader);
    if (parameter === null) return ZERO_GUID;
    reader.at = parameter.valueStart;
    let owner: SaveGuid = ZERO_GUID;
    for (let tag = readTag(reader); tag !== null; tag = readTag(reader)) {
      const key = tag.name.toLowerCase();
      if (!this.#shapes.has(key)) this.#shapes.set(key, { name: tag.name, type: tag.type });
      const isGuid = tag.types[0] === 'Guid' && tag.valueEnd - tag.valueStart === 16;
      if (key === 'ownerplayeruid' && isGuid) owner = reader.guid();
      reader.at = tag.valueEnd;
    }
    return owner;
  }

  #spelling(name: string): string {
    return (this.#era === 'A' && SPELLED_2024[name]) || name;
  }

  #type(name: string): string {
    return this.#era === 'A' ? 'IntProperty' : (NUMBER_TYPES[name] ?? 'IntProperty');
  }
}

const SPELLED_2024: Readonly<Record<string, string>> = {
  Hp: 'HP',
  SlotId: 'SlotID',
};

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

function keyUid(key: Uint8Array | Parameters<typeof findProperty>[0] | null): SaveGuid {
  if (key === null || key instanceof Uint8Array) return ZERO_GUID;
  const uid = findProperty(key, 'PlayerUId');
  return uid === undefined ? ZERO_GUID : textOf(uid.value);
}
