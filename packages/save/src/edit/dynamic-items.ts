import { ZERO_GUID } from '../format/guid.ts';
import { defaultCharacter } from '../format/save-character.ts';
import type { SaveCharacter, SaveDynamicItem, SaveEra, SaveGuid } from '../format/save-types.ts';
import { WarningLog } from '../format/warning-log.ts';
import { readCharacterBlob } from '../read/character.ts';
import { SaveReader } from '../read/save-reader.ts';
import type { TreeProperty } from '../tree/property-tree.ts';
import { type BlobForm, type BlobKind, blobForm, versionsOf } from './blob-sibling.ts';
import { parametersOf, saveParameterOf, writeCharacterBlob } from './character-blob.ts';
import type { CharacterCensus } from './character-census.ts';
import { setFields } from './character-fields.ts';
import { CharacterParameters, type ParameterFields } from './character-parameters.ts';
import {
  type DynamicItemBlob,
  type DynamicItemBody,
  readDynamicItemBlob,
  writeDynamicItemBlob,
} from './dynamic-item-blob.ts';
import type { LevelEditor, SectionEditor } from './level-editor.ts';
import { bytesProperty, guidProperty, nameProperty, structProperty } from './make-property.ts';
import { bytesOf, requireProperty } from './property-list.ts';
import { SaveEditError } from './save-edit.ts';

const SECTION = 'DynamicItemSaveData';

/**
 * The records of items with their own state: one per slot, never shared. A record goes with the slot that named
 * it, unless another slot names it when all edits are done: then the item was moved.
 */
export class DynamicItems {
  readonly #level: LevelEditor;
  readonly #editor: EggContext & { form(kind: BlobKind): BlobForm };
  /** Ids of records whose slot was emptied. */
  readonly #released = new Set<SaveGuid>();
  /** Ids that edited slots name, with those slots; `moved` says that the slot did not name it before. */
  readonly #claimed = new Map<SaveGuid, { readonly slot: string; readonly moved: boolean }>();

  constructor(level: LevelEditor, editor: EggContext & { form(kind: BlobKind): BlobForm }) {
    this.#level = level;
    this.#editor = editor;
  }

  /** The world id of a record, which its slot repeats; the zero GUID where there is no such record. */
  worldId(id: SaveGuid): SaveGuid {
    const record = id === ZERO_GUID ? undefined : this.#section().peek(id);
    return record === undefined ? ZERO_GUID : readStored(record.properties).worldId;
  }

  has(id: SaveGuid): boolean {
    return this.#section().has(id);
  }

  /** Takes note that a slot names the record no more. */
  release(id: SaveGuid): void {
    if (id !== ZERO_GUID) this.#released.add(id);
  }

  /**
   * Writes the state of the item in a slot: a new record, or the changed fields of the one that is there. `before` is
   * the id that the slot named so far. Throws a `SaveEditError` for a state that another slot has.
   */
  claim(item: SaveDynamicItem, slot: string, before: SaveGuid): void {
    const other = this.#claimed.get(item.id);
    if (other !== undefined && other.slot !== slot) {
      throw new SaveEditError(`the state ${item.id} of an item would be in ${other.slot} and in ${slot}`);
    }
    const stored = this.#section().get(item.id);
    this.#claimed.set(item.id, { slot, moved: stored !== undefined && before !== item.id });
    if (stored === undefined) this.#add(item);
    else this.#change(stored.properties, item);
  }

  /** Removes the records that no slot names any more. Call it when all slots are written. */
  finish(): void {
    const section = this.#section();
    for (const [id, { slot, moved }] of this.#claimed) {
      if (moved && !this.#released.has(id)) {
        throw new SaveEditError(`the state ${id} of the item for ${slot} belongs to another slot already`);
      }
    }
    for (const id of this.#released) if (!this.#claimed.has(id) && section.has(id)) section.remove(id);
    this.#released.clear();
    this.#claimed.clear();
  }

  #section(): SectionEditor {
    return this.#level.sectionOrNew(SECTION);
  }

  #add({ id, itemId, body }: SaveDynamicItem): void {
    const form = this.#editor.form(body.kind);
    const stored = body.kind === 'egg' ? newEgg(this.#editor, body) : body;
    const blob = { worldId: ZERO_GUID, id, itemId, body: stored };
    const properties: TreeProperty[] = [
      ...(form.property === null ? namesOf2024(blob) : []),
      bytesProperty('RawData', writeDynamicItemBlob(blob, form.versions)),
      ...versionsOf(form),
    ];
    this.#section().add(id, { key: null, properties });
  }

  #change(properties: readonly TreeProperty[], item: SaveDynamicItem): void {
    const stored = readStored(properties);
    if (stored.itemId.toLowerCase() !== item.itemId.toLowerCase()) {
      throw new SaveEditError(`the state ${item.id} is one of ${stored.itemId}, not of ${item.itemId}`);
    }
    const body = this.#changedBody(stored, item);
    const blob = writeDynamicItemBlob({ ...stored, body }, blobForm(properties).versions);
    requireProperty(properties, 'RawData').value = blob;
  }

  #changedBody({ itemId, body: stored }: DynamicItemBlob, { body }: SaveDynamicItem): DynamicItemBody {
    if (stored.kind === 'egg' && body.kind === 'egg') return changedEgg(this.#editor, stored, body);
    if (stored.kind === 'egg' || body.kind === 'egg' || stored.kind !== body.kind) {
      throw new SaveEditError(`the state of ${itemId} is one of ${stored.kind}, not of ${body.kind}`);
    }
    return body;
  }
}

function readStored(properties: readonly TreeProperty[]): DynamicItemBlob {
  const bytes = bytesOf(requireProperty(properties, 'RawData').value);
  return readDynamicItemBlob(bytes, blobForm(properties).versions);
}

/** Saves of 2024 repeat id and item beside the blob. */
function namesOf2024({ worldId, id, itemId }: DynamicItemBlob): TreeProperty[] {
  const dynamicId = [guidProperty('CreatedWorldId', worldId), guidProperty('LocalIdInCreatedWorld', id)];
  return [structProperty('ID', 'PalDynamicItemId', dynamicId), nameProperty('StaticItemId', itemId)];
}

type Egg = Extract<SaveDynamicItem['body'], { kind: 'egg' }>;
type EggBody = Extract<DynamicItemBody, { kind: 'egg' }>;

/** Facts about the save that an egg needs: how it writes characters. */
interface EggContext {
  readonly era: SaveEra;
  readonly census: CharacterCensus;
}

/** Fields of a Pal inside an egg: no egg of any save holds more (save-writing 4 d). */
const EGG_PAL_FIELDS = [
  'characterId',
  'gender',
  'equippedSkills',
  'masteredSkills',
  'hp',
  'ivs',
  'stomach',
  'passives',
  'isRare',
] as const satisfies (keyof ParameterFields)[];

/** The body of a new egg, with its Pal when rolled, else the species. Throws a `SaveEditError`. */
function newEgg(context: EggContext, egg: Egg): EggBody {
  const { characterId } = egg;
  if (characterId === '') throw new SaveEditError('the egg has no species');
  const properties = egg.character === null ? [] : [saveParameterOf(rolled(context, [], egg, egg.character))];
  return { kind: 'egg', characterId, properties, groupId: ZERO_GUID };
}

/** The body of an egg of the save with the changes of the Pal inside; what it holds beside that stays. */
function changedEgg(context: EggContext, stored: EggBody, egg: Egg): EggBody {
  const sameSpecies = stored.characterId.toLowerCase() === egg.characterId.toLowerCase();
  const wasRolled = stored.properties.length > 0;
  if (!sameSpecies || egg.character === null || !wasRolled) {
    return sameSpecies && egg.character === null && !wasRolled ? stored : newEgg(context, egg);
  }
  rolled(context, parametersOf(stored), egg, egg.character, palIn(stored));
  return stored;
}

function rolled(
  { era, census }: EggContext,
  list: ReturnType<typeof parametersOf>,
  egg: Egg,
  pal: SaveCharacter,
  before: SaveCharacter = defaultCharacter(),
): ReturnType<typeof parametersOf> {
  const name = `the egg of ${egg.characterId}`;
  assertInEgg(name, egg, pal, before);
  const parameters = new CharacterParameters(list, () => census, name);
  const fields = Object.fromEntries(EGG_PAL_FIELDS.map((field) => [field, pal[field]])) as ParameterFields; // the same fields
  setFields(parameters, fields, era);
  return parameters.list;
}

/** The Pal of an egg as the reader takes it. */
function palIn({ properties, groupId }: EggBody): SaveCharacter {
  const bytes = writeCharacterBlob({ properties, groupId, rest: new Uint8Array(0) });
  return readCharacterBlob(new SaveReader(bytes, '', new WarningLog())) ?? defaultCharacter();
}

/** Refuses a level, an owner or a name inside an egg: no save has any, and their effect is unknown. */
function assertInEgg(name: string, { characterId }: Egg, pal: SaveCharacter, before: SaveCharacter): void {
  if (pal.characterId.toLowerCase() !== characterId.toLowerCase()) {
    throw new SaveEditError(`${name} holds a ${pal.characterId}`);
  }
  const editable: ReadonlySet<string> = new Set([...EGG_PAL_FIELDS, 'instanceId', 'playerUid', 'groupId']);
  for (const field of Object.keys(before) as (keyof SaveCharacter)[]) {
    if (editable.has(field) || JSON.stringify(pal[field]) === JSON.stringify(before[field])) continue;
    throw new SaveEditError(
      `${name} cannot hold the ${field} ${JSON.stringify(pal[field])} of the Pal inside`,
    );
  }
}
