import { ZERO_GUID } from '../format/guid.ts';
import type { SaveGuid } from '../format/save-types.ts';
import { type ItemContainerEdit, SaveEditError, type SaveStack } from './edits.ts';
import {
  blobSlot,
  emptyPlainSlot,
  fillPlainSlot,
  isPlainSlot,
  type NewStack,
  NO_STACK,
  type StoredStack,
  setCount,
  slotIndex,
  storedStack,
} from './item-slots.ts';
import { elementsAt, findProperty, numberAt, requireProperty } from './property-list.ts';
import type { SaveEditor } from './save-editor.ts';

const SECTION = 'ItemContainerSaveData';
const MAX_ITEMS = 2 ** 31 - 1;

/** Edits the slots and the capacity of a container of items (docs/save-format.md#item-containers). */
export function editItemContainer(editor: SaveEditor, edit: ItemContainerEdit): void {
  const container = openContainer(editor, edit.containerId);
  const { capacity } = edit;
  if (capacity !== undefined && capacity > capacityOf(container)) setCapacity(container, capacity);
  for (const [index, stack] of edit.slots) {
    if (index < 0) throw new SaveEditError(`${container.place} has no slot ${index}`);
    if (stack === null) emptySlot(editor, container, index);
    else fillSlot(editor, container, index, stack);
  }
  if (capacity !== undefined && capacity < capacityOf(container)) setCapacity(container, capacity);
}

/** Takes note that the containers' items are gone: a record of state goes with its slot. */
export function releaseItems(editor: SaveEditor, containerId: SaveGuid): void {
  for (const { localId } of stacksOf(openContainer(editor, containerId))) editor.items.release(localId);
}

type Container = Readonly<ReturnType<typeof openContainer>>;

function openContainer(editor: SaveEditor, id: SaveGuid) {
  const place = `the container ${id}`;
  const record = editor.level.section(SECTION).findRecord(id);
  if (record === undefined) throw new SaveEditError(`the save has no container ${id}`);
  const { properties } = record;
  const elements = elementsAt(properties, 'Slots');
  const table = editor.slotTable(elements, slotIndex, place);
  const [first] = elements;
  /** Its slots are those of 2024: all of them are stored. */
  const plain = first ? isPlainSlot(first) : findProperty(properties, 'SlotNum') === undefined;
  return { place, properties, elements, table, plain };
}

function stacksOf({ table }: Container): StoredStack[] {
  return table.entries().flatMap(([index, slot]) => storedStack(slot, index) ?? []);
}

function emptySlot({ items }: SaveEditor, { table, plain }: Container, index: number): void {
  const slot = table.find(index);
  const stored = slot === undefined ? null : storedStack(slot, index);
  if (slot === undefined || stored === null) return;
  items.release(stored.localId);
  if (plain) fillPlainSlot(slot, NO_STACK);
  else table.remove(index);
}

function fillSlot(editor: SaveEditor, container: Container, index: number, stack: SaveStack): void {
  const name = `slot ${index} of ${container.place}`;
  assertStack(stack, name);
  const slot = container.table.find(index);
  const stored = slot === undefined ? null : storedStack(slot, index);
  if (slot !== undefined && stored !== null && keepsState(editor, stored, stack)) {
    if (stack.dynamic !== null) editor.items.claim(stack.dynamic, name, stored.localId);
    if (stored.count !== stack.count) setCount(slot, stack.count);
    return;
  }
  if (stored !== null && stored.localId !== stack.dynamic?.id) editor.items.release(stored.localId);
  const localId = stack.dynamic?.id ?? ZERO_GUID;
  const { itemId, count } = stack;
  putStack(editor, container, index, { itemId, count, localId, worldId: editor.items.worldId(localId) });
  if (stack.dynamic !== null) editor.items.claim(stack.dynamic, name, stored?.localId ?? ZERO_GUID);
}

/** True when the slot holds that item with that state already, so that at most its count and its state's record change. */
function keepsState({ items }: SaveEditor, stored: StoredStack, { itemId, dynamic }: SaveStack): boolean {
  if (stored.itemId.toLowerCase() !== itemId.toLowerCase()) return false;
  if (dynamic !== null) return dynamic.id === stored.localId;
  // A slot may name a state whose record is lost. The edit does not know it, so it stays.
  return stored.localId === ZERO_GUID || !items.has(stored.localId);
}

function putStack(editor: SaveEditor, container: Container, index: number, stack: NewStack): void {
  const { table, plain, place } = container;
  const slot = table.find(index);
  if (slot === undefined && (index < 0 || index >= capacityOf(container))) {
    throw new SaveEditError(`${place} has ${capacityOf(container)} slots; slot ${index} does not exist`);
  }
  if (!plain) table.put(index, blobSlot(index, stack, editor.form('itemSlot'), slot));
  else if (slot !== undefined) fillPlainSlot(slot, stack);
  else throw new SaveEditError(`${place} does not store its slot ${index}`);
}

function assertStack({ itemId, count, dynamic }: SaveStack, name: string): void {
  if (itemId === '' || itemId === 'None') throw new SaveEditError(`${name} would hold no item`);
  if (!Number.isInteger(count) || count < 1 || count > MAX_ITEMS) {
    throw new SaveEditError(`${name} cannot hold ${count} items`);
  }
  if (dynamic === null) return;
  if (count !== 1) throw new SaveEditError(`${name} cannot hold ${count} items with one state`);
  if (dynamic.itemId.toLowerCase() !== itemId.toLowerCase()) {
    throw new SaveEditError(`${name} holds ${itemId}, and its state is one of ${dynamic.itemId}`);
  }
}

function capacityOf({ properties, elements, plain }: Container): number {
  return plain ? elements.length : numberAt(properties, 'SlotNum', elements.length);
}

function setCapacity(container: Container, capacity: number): void {
  const { place, properties, elements, table, plain } = container;
  if (!Number.isInteger(capacity) || capacity < 0 || capacity > MAX_ITEMS) {
    throw new SaveEditError(`${place} cannot have ${capacity} slots`);
  }
  const beyond = stacksOf(container).find(({ index }) => index >= capacity);
  if (beyond !== undefined) {
    throw new SaveEditError(`${place} cannot shrink to ${capacity} slots: slot ${beyond.index} is not empty`);
  }
  if (!plain) {
    requireProperty(properties, 'SlotNum').value = capacity;
    return;
  }
  for (let index = elements.length - 1; index >= capacity; index -= 1) table.remove(index);
  const sibling = elements.at(-1);
  if (sibling === undefined) throw new SaveEditError(`${place} has no slot to add others like it`);
  for (let index = elements.length; index < capacity; index += 1) {
    table.put(index, emptyPlainSlot(sibling, index));
  }
}
