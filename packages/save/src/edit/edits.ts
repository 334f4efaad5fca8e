import type { SaveCharacter, SaveDynamicItem, SaveGuid } from '../format/save-types.ts';

/** One change of a save's records. Ids are spelled as the game spells them. */
export type SaveEdit =
  | ItemContainerEdit
  | AddPalEdit
  | ChangeCharacterEdit
  | RemovePalEdit
  | PlayerFileEdit
  | DeleteCampEdit;

/** Changes slots of a container of items, and its capacity. */
export interface ItemContainerEdit {
  readonly kind: 'itemContainer';
  readonly containerId: SaveGuid;
  /** The new number of slots; absent when it stays. */
  readonly capacity?: number;
  /** The new content of each slot that changes; null empties it. */
  readonly slots: ReadonlyMap<number, SaveStack | null>;
}

export interface SaveStack {
  readonly itemId: string;
  readonly count: number;
  /** The state of a weapon, a piece of armor or an egg. Its record is written when it is new or differs. */
  readonly dynamic: SaveDynamicItem | null;
}

/** Adds a Pal or a captured person: map entry, slot and handle of the guild (docs/save-format.md#adding-a-pal). */
export interface AddPalEdit {
  readonly kind: 'addPal';
  /** With an owner and a slot. Its `groupId` and `playerUid` are found in the save. */
  readonly pal: SaveCharacter;
}

/** Changes properties of a player's body or a Pal; a new slot moves it. */
export interface ChangeCharacterEdit {
  readonly kind: 'changeCharacter';
  readonly instanceId: SaveGuid;
  readonly fields: Partial<Omit<SaveCharacter, 'instanceId' | 'playerUid' | 'isPlayer' | 'groupId'>>;
}

/** Removes a Pal with its slot, its handle, its own containers and its work. */
export type RemovePalEdit = Readonly<{ kind: 'removePal'; instanceId: SaveGuid }>;

/** Changes a file of Players/. What is absent stays. */
export interface PlayerFileEdit {
  readonly kind: 'playerFile';
  /** Path inside the save folder, as in `SavePlayer.file`. */
  readonly file: string;
  /** All technologies of the player afterwards. Those in the file keep their spelling and position. */
  readonly technologies?: readonly string[];
  readonly technologyPoints?: number;
  readonly ancientTechnologyPoints?: number;
  /** Relics in hand by type without its enum prefix; only the types that change. */
  readonly relics?: Readonly<Record<string, number>>;
}

/** Deletes a base camp with everything built in it (docs/save-format.md#deleting-a-camp). */
export type DeleteCampEdit = Readonly<{ kind: 'deleteCamp'; campId: SaveGuid }>;

/** Inputs of edits besides the save; passed in, so that a test is exact. */
export interface EditContext {
  readonly newId: () => SaveGuid;
  /** ms since 1970. */
  readonly nowMs: number;
}

/** An edit that the save does not allow, in an owner's words. Nothing is written. */
export class SaveEditError extends Error {
  override readonly name = 'SaveEditError';
}

/** The whole numbers that each type of property holds. */
const RANGES: Readonly<Record<string, readonly [min: number, max: number]>> = {
  ByteProperty: [0, 255],
  UInt16Property: [0, 65_535],
  IntProperty: [-(2 ** 31), 2 ** 31 - 1],
  UInt32Property: [0, 2 ** 32 - 1],
  Int64Property: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  UInt64Property: [0, Number.MAX_SAFE_INTEGER],
};

/** A value for a property of that type. Throws a `SaveEditError`, naming `name`, when out of range. */
export function wholeNumber(type: string, value: number, name: string): number | bigint {
  const [min, max] = RANGES[type] ?? [0, -1];
  if (!Number.isInteger(value) || value < min || value > max) {
    throw new SaveEditError(
      `${name} cannot be ${value}: this save holds whole numbers from ${min} to ${max}`,
    );
  }
  return type === 'Int64Property' || type === 'UInt64Property' ? BigInt(value) : value;
}
