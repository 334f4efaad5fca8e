import { ZERO_GUID } from '../format/guid.ts';
import type { SaveCharacter, SaveGuid } from '../format/save-types.ts';
import type { TreeProperty } from '../tree/property-tree.ts';
import { versionsOf } from './blob-sibling.ts';
import { parametersOf, readCharacterBlob, saveParameterOf, writeCharacterBlob } from './character-blob.ts';
import { setFields } from './character-fields.ts';
import { CharacterParameters, setOwner } from './character-parameters.ts';
import { setSlot } from './character-records.ts';
import { characterSlots, occupySlot } from './character-slots.ts';
import { type AddPalEdit, SaveEditError } from './edits.ts';
import { fillPlainSlot, NO_STACK } from './item-slots.ts';
import { bytesProperty, enumsProperty, floatProperty, guidProperty, strProperty } from './make-property.ts';
import { EXTRA_STATUS_ROWS, STATUS_ROWS } from './parameter-rows.ts';
import { elementsAt, findProperty, listOf, requireProperty, textOf } from './property-list.ts';
import type { SaveEditor } from './save-editor.ts';

const SECTION = 'CharacterSaveParameterMap';

/** Adds a Pal: its record, its slot and its handle, which must agree (docs/save-format.md#adding-a-pal). */
export function addPal(editor: SaveEditor, { pal }: AddPalEdit): void {
  const name = `${pal.characterId} ${pal.instanceId}`;
  const { instanceId, ownerPlayerUid: owner, slot } = pal;
  if (pal.isPlayer) throw new SaveEditError(`${name} is a player, and only Pals can be added`);
  if (pal.characterId === '') throw new SaveEditError(`the Pal ${instanceId} has no species`);
  if (owner === ZERO_GUID || slot === null) throw new SaveEditError(`${name} needs an owner and a slot`);
  if (instanceId === ZERO_GUID) throw new SaveEditError(`${name} needs an id`);
  const groupId = editor.guilds.guildOf(owner);
  const handle = { playerUid: editor.census.keyUid(owner), instanceId };
  const record = { key: keyOf(handle), properties: recordValue(editor, pal, owner, groupId) };
  editor.level.section(SECTION).add(instanceId, record);
  occupySlot(editor, characterSlots(editor, slot.containerId), slot.index, handle);
  editor.guilds.add(groupId, handle);
}

function keyOf({ playerUid, instanceId }: { playerUid: SaveGuid; instanceId: SaveGuid }) {
  return [
    guidProperty('PlayerUId', playerUid),
    guidProperty('InstanceId', instanceId),
    strProperty('DebugName', ''),
  ];
}

function recordValue(editor: SaveEditor, pal: SaveCharacter, owner: SaveGuid, groupId: SaveGuid) {
  const form = editor.form('character');
  const properties = [saveParameterOf(newParameters(editor, pal, owner))];
  const rest = new Uint8Array(form.versions.mark ? 4 : 0);
  return [bytesProperty('RawData', writeCharacterBlob({ properties, groupId, rest })), ...versionsOf(form)];
}

function newParameters(editor: SaveEditor, pal: SaveCharacter, owner: SaveGuid) {
  const { era } = editor;
  const parameters = new CharacterParameters([], () => editor.census, pal.characterId);
  if (era === 'A') cloneOf2024(editor, parameters, pal);
  setOwner(parameters, owner, editor.nowMs);
  if (pal.slot !== null) setSlot(parameters, pal.slot);
  parameters.set(enumsProperty('EquipWaza', 'EPalWazaID', []));
  setFields(parameters, fieldsOf(editor, pal), era);
  if (era === 'D') parameters.set(guidProperty('LastNickNameModifierPlayerUid', owner));
  return parameters.list;
}

/** Fields of a new Pal; its status rows are there from the start. */
function fieldsOf({ era }: SaveEditor, pal: SaveCharacter) {
  const { instanceId, playerUid, isPlayer, groupId, ownerPlayerUid, slot, ...values } = pal;
  const { mp, maxHp, maxSp, maxStomach, craftSpeed, support, ...fields } = values; // only in saves of 2024, which copy them
  const rows = { statusPoints: withRows(STATUS_ROWS, pal.statusPoints) };
  if (era === 'A') return { ...fields, ...rows };
  return { ...fields, ...rows, extraStatusPoints: withRows(EXTRA_STATUS_ROWS, pal.extraStatusPoints) };
}

function withRows(names: readonly string[], points: SaveCharacter['statusPoints']) {
  const pointsByName = new Map(points.map((row) => [row.name, row.points]));
  const rows = names.map((name) => ({ name, points: pointsByName.get(name) ?? 0 }));
  return [...rows, ...points.filter(({ name }) => !names.includes(name))];
}

const CONTAINER = 'EquipItemContainerId';
/** Properties of every Pal of 2024 without a field here: a new one copies them from another. */
const CLONED = `MP MaxHP CraftSpeed CraftSpeeds MaxFullStomach DecreaseFullStomachRates AffectSanityRates
CraftSpeedRates ${CONTAINER}`.split(/\s+/);

/** Gives a new Pal what saves of 2024 store, and a container. Throws a `SaveEditError` without a model. */
function cloneOf2024(editor: SaveEditor, parameters: CharacterParameters, pal: SaveCharacter): void {
  const sibling = siblingPal(editor);
  if (sibling === undefined) {
    throw new SaveEditError(
      `${pal.characterId} cannot be added: saves of 2024 need another Pal to copy from`,
    );
  }
  for (const name of CLONED) {
    const property = findProperty(sibling, name);
    if (property !== undefined) parameters.set(structuredClone(property));
  }
  const container = findProperty(parameters.list, CONTAINER);
  if (container !== undefined) giveOwnContainer(editor, listOf(container.value));
  parameters.setFixed('MaxHP', pal.maxHp ?? pal.hp);
  parameters.set(floatProperty('MaxFullStomach', pal.maxStomach ?? pal.stomach));
}

/** The first Pal of the save that has its own container, else the first one. */
function siblingPal({ level }: SaveEditor): readonly TreeProperty[] | undefined {
  const section = level.section('CharacterSaveParameterMap');
  let first: readonly TreeProperty[] | undefined;
  for (const id of section.ids()) {
    const blob = section.findBlob(id, []);
    const list = blob === undefined ? [] : parametersOf(readCharacterBlob(blob.bytes));
    if (findProperty(list, 'CharacterID') === undefined) continue;
    if (findProperty(list, CONTAINER) !== undefined) return list;
    first ??= list;
  }
  return first;
}

/** Copies the container, empties the copy and names it instead. */
function giveOwnContainer(editor: SaveEditor, container: TreeProperty[]): void {
  const id = requireProperty(container, 'ID');
  const section = editor.level.section('ItemContainerSaveData');
  const record = section.viewRecord(textOf(id.value));
  if (record === undefined) return; // some Pals name a container that the game has removed
  const copy = structuredClone(record);
  const newId = editor.newId();
  requireProperty(copy.key as TreeProperty[], 'ID').value = newId; // item containers are keyed by a list
  for (const slot of elementsAt(copy.properties, 'Slots')) fillPlainSlot(slot, NO_STACK);
  section.add(newId, copy);
  id.value = newId;
}
