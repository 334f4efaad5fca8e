import { ZERO_GUID } from '../format/guid.ts';
import {
  defaultCharacter,
  type SaveCharacter,
  type SaveDynamicItem,
  type SaveEra,
  type SaveGuid,
} from '../format/save-types.ts';
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
import { SaveEditError } from './edits.ts';
import type { LevelEditor } from './level-editor.ts';
import { bytesProperty, guidProperty, nameProperty, structProperty } from './make-property.ts';
import { blobAt, requireProperty } from './property-list.ts';
import type { RecordTree } from './record-tree.ts';

/**
 * The records of items with their own state: one per slot, never shared. A record goes with the slot that named
 * it, unless another slot names it when all edits are done: then the item was moved.
 */
export function dynamicItems(level: LevelEditor, editor: ItemContext) {
  /** Ids of records whose slot was emptied. */
  const released = new Set<SaveGuid>();
  /** Ids that edited slots name, with those slots; `moved` says that the slot did not name it before. */
  const claimed = new Map<SaveGuid, { readonly slot: string; readonly moved: boolean }>();
  const section = () => level.section('DynamicItemSaveData');
  return {
    /** The world id of a record, which its slot repeats; the zero GUID where there is no such record. */
    worldId(id: SaveGuid): SaveGuid {
      const record = id === ZERO_GUID ? undefined : section().viewRecord(id);
      return record === undefined ? ZERO_GUID : readStored(record.properties).worldId;
    },

    has: (id: SaveGuid) => section().has(id),

    /** Takes note that a slot names the record no more. */
    release(id: SaveGuid): void {
      if (id !== ZERO_GUID) released.add(id);
    },

    /** Writes the state of a slot's item; `before`: the id it named. Throws a `SaveEditError` for one of another slot. */
    claim(item: SaveDynamicItem, slot: string, before: SaveGuid): void {
      const former = claimed.get(item.id)?.slot ?? slot;
      if (former !== slot) {
        throw new SaveEditError(`the state ${item.id} of an item would be in ${former} and in ${slot}`);
      }
      const stored = section().findRecord(item.id);
      claimed.set(item.id, { slot, moved: stored !== undefined && before !== item.id });
      if (stored === undefined) section().add(item.id, newRecord(editor, item));
      else changeRecord(editor, stored.properties, item);
    },

    /** Removes the records that no slot names any more. Call it when all slots are written. */
    finish(): void {
      const records = section(); // throws for a damaged one, also where no item has a state
      for (const [id, { slot, moved }] of claimed) {
        if (moved && !released.has(id)) {
          throw new SaveEditError(`the state ${id} of the item for ${slot} belongs to another slot already`);
        }
      }
      for (const id of released) if (!claimed.has(id) && records.has(id)) records.remove(id);
      released.clear();
      claimed.clear();
    },
  };
}

function newRecord(editor: ItemContext, { id, itemId, body }: SaveDynamicItem): RecordTree {
  const form = editor.form(body.kind);
  const stored = body.kind === 'egg' ? newEgg(editor, body) : body;
  const blob = { worldId: ZERO_GUID, id, itemId, body: stored };
  const names = form.property === null ? namesOf2024(blob) : [];
  const data = bytesProperty('RawData', writeDynamicItemBlob(blob, form.versions));
  return { key: null, properties: [...names, data, ...versionsOf(form)] };
}

function changeRecord(editor: ItemContext, properties: readonly TreeProperty[], item: SaveDynamicItem): void {
  const stored = readStored(properties);
  if (stored.itemId.toLowerCase() !== item.itemId.toLowerCase()) {
    throw new SaveEditError(`the state ${item.id} is one of ${stored.itemId}, not of ${item.itemId}`);
  }
  const body = changedBody(editor, stored, item);
  const blob = writeDynamicItemBlob({ ...stored, body }, blobForm(properties).versions);
  requireProperty(properties, 'RawData').value = blob;
}

function changedBody(
  editor: ItemContext,
  { itemId, body: stored }: DynamicItemBlob,
  { body }: SaveDynamicItem,
): DynamicItemBody {
  if (stored.kind === 'egg' && body.kind === 'egg') return changedEgg(editor, stored, body);
  if (stored.kind === 'egg' || body.kind === 'egg' || stored.kind !== body.kind) {
    throw new SaveEditError(`the state of ${itemId} is one of ${stored.kind}, not of ${body.kind}`);
  }
  return body;
}

function readStored(properties: readonly TreeProperty[]): DynamicItemBlob {
  const bytes = blobAt(properties);
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
type EggContext = Readonly<{ era: SaveEra; census: CharacterCensus }>;

type ItemContext = EggContext & { form(kind: BlobKind): BlobForm };

/** Fields of a Pal inside an egg: no egg of any save holds more (docs/save-format.md#eggs). */
const EGG_PAL_FIELDS = [
  ...(['characterId', 'gender', 'equippedSkills', 'masteredSkills'] as const),
  ...(['hp', 'ivs', 'stomach', 'passives', 'isRare'] as const),
] satisfies (keyof ParameterFields)[];

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
  if (sameSpecies && egg.character === null && !wasRolled) return stored;
  if (!sameSpecies || egg.character === null || !wasRolled) return newEgg(context, egg);
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
