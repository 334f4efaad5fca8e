import type {
  AddPalEdit,
  ChangeCharacterEdit,
  ItemContainerEdit,
  PlayerFileEdit,
  RemovePalEdit,
  SaveEdit,
} from '../edit/edits.ts';
import { ZERO_GUID } from '../format/guid.ts';
import type { SaveCharacter, SaveGuid, SaveItemContainer, SaveWorld } from '../format/save-types.ts';

const STATUS = ['最大HP', '最大SP', '攻撃力', '所持重量', '捕獲率', '作業速度'];

/** The world as it should be read after edits but `deleteCamp`: a second implementation of `patchSave`, on records. */
export function editedWorld(world: SaveWorld, edits: readonly SaveEdit[]): SaveWorld {
  const next = clone(world);
  for (const edit of edits) if (edit.kind === 'removePal') removePal(next, edit);
  for (const edit of edits) if (edit.kind === 'changeCharacter') leave(next, edit);
  for (const edit of edits) {
    if (edit.kind === 'itemContainer') editContainer(next, edit);
    if (edit.kind === 'addPal') addPal(next, edit);
    if (edit.kind === 'changeCharacter') changeCharacter(next, edit);
    if (edit.kind === 'playerFile') editPlayer(next, edit);
  }
  return { ...next, dynamicItems: itemsAfter(world, next, edits) };
}

function containerOf(world: SaveWorld, id: SaveGuid): SaveItemContainer {
  return defined(world.itemContainers.find((container) => container.id === id));
}

function editContainer(world: SaveWorld, { containerId, capacity, slots }: ItemContainerEdit): void {
  const container = containerOf(world, containerId);
  const stored = new Map(container.slots.map((slot) => [slot.index, slot]));
  for (const [index, stack] of slots) {
    const before = stored.get(index);
    stored.delete(index);
    if (stack === null) continue;
    const { itemId, count, dynamic } = stack;
    const same =
      before?.itemId.toLowerCase() === itemId.toLowerCase() &&
      before.dynamicId === (dynamic?.id ?? ZERO_GUID);
    stored.set(index, {
      index,
      count,
      itemId: same ? (before?.itemId ?? itemId) : itemId,
      dynamicId: dynamic?.id ?? ZERO_GUID,
    });
  }
  container.capacity = capacity ?? container.capacity;
  container.slots = [...stored.values()].sort((a, b) => a.index - b.index);
  container.storedSlots = world.era === 'A' ? container.capacity : container.slots.length;
}

/** Records keep their order; those that no slot names any longer are removed, new ones are appended. */
function itemsAfter(before: SaveWorld, after: SaveWorld, edits: readonly SaveEdit[]) {
  const inSlots = ({ itemContainers }: SaveWorld) =>
    new Set(itemContainers.flatMap(({ slots }) => slots.map(({ dynamicId }) => dynamicId)));
  const [was, is] = [inSlots(before), inSlots(after)];
  const edited = new Map(
    edits.flatMap((edit) =>
      edit.kind === 'itemContainer'
        ? [...edit.slots.values()].flatMap((stack) =>
            stack?.dynamic ? [[stack.dynamic.id, stack.dynamic] as const] : [],
          )
        : [],
    ),
  );
  const remaining = before.dynamicItems.filter(({ id }) => is.has(id) || !was.has(id));
  const ids = new Set(before.dynamicItems.map(({ id }) => id));
  const items = remaining.map((item) => {
    const now = edited.get(item.id);
    return now === undefined ? item : { ...now, itemId: item.itemId };
  });
  return [...items, ...[...edited.values()].filter(({ id }) => !ids.has(id) && is.has(id))];
}

function setSlot(world: SaveWorld, containerId: SaveGuid, index: number, instanceId: SaveGuid | null): void {
  const container = defined(world.characterContainers.find(({ id }) => id === containerId));
  const at = container.slots.findIndex((slot) => slot.index === index);
  if (instanceId === null && world.era !== 'A') container.slots.splice(at, at < 0 ? 0 : 1);
  else if (at >= 0) container.slots[at] = { index, instanceId: instanceId ?? ZERO_GUID };
  else {
    const later = container.slots.findIndex((slot) => slot.index > index);
    container.slots.splice(later < 0 ? container.slots.length : later, 0, {
      index,
      instanceId: instanceId as SaveGuid,
    });
  }
}

function leave(world: SaveWorld, { instanceId, fields }: ChangeCharacterEdit): void {
  const { slot } = characterOf(world, instanceId);
  if (
    !fields.slot ||
    !slot ||
    (slot.containerId === fields.slot.containerId && slot.index === fields.slot.index)
  )
    return;
  setSlot(world, slot.containerId, slot.index, null);
}

function characterOf(world: SaveWorld, instanceId: SaveGuid): SaveCharacter {
  return defined(world.characters.find((character) => character.instanceId === instanceId));
}

function guildOf(world: SaveWorld, uid: SaveGuid): SaveWorld['groups'][number] {
  return defined(world.groups.find(({ guild }) => guild?.members.some((member) => member.uid === uid)));
}

function changeCharacter(world: SaveWorld, { instanceId, fields }: ChangeCharacterEdit): void {
  const character = characterOf(world, instanceId);
  if (fields.slot) setSlot(world, fields.slot.containerId, fields.slot.index, instanceId);
  const owner = fields.ownerPlayerUid;
  if (owner !== undefined && owner !== ZERO_GUID && owner !== character.ownerPlayerUid) {
    const guild = guildOf(world, owner);
    if (guild.id !== character.groupId) {
      const handle = dropHandles(world, instanceId) ?? { playerUid: character.playerUid, instanceId };
      guild.handles.push(handle);
      character.groupId = guild.id;
    }
  }
  Object.assign(character, clone(fields));
}

function dropHandles(world: SaveWorld, instanceId: SaveGuid) {
  let dropped: SaveWorld['groups'][number]['handles'][number] | undefined;
  for (const group of world.groups) {
    dropped = group.handles.find((handle) => handle.instanceId === instanceId) ?? dropped;
    group.handles = group.handles.filter((handle) => handle.instanceId !== instanceId);
  }
  return dropped;
}

function addPal(world: SaveWorld, { pal }: AddPalEdit): void {
  const guild = guildOf(world, pal.ownerPlayerUid);
  const sibling = world.characters.find((character) => character.ownerPlayerUid === pal.ownerPlayerUid);
  const playerUid = sibling?.playerUid ?? ZERO_GUID;
  const rows = (names: readonly string[]) => names.map((name) => ({ name, points: 0 }));
  const of2024 = { maxHp: (pal.maxHp ?? pal.hp) || null, maxStomach: pal.maxStomach ?? pal.stomach };
  const since2025 = { extraStatusPoints: rows(STATUS.filter((name) => name !== '捕獲率')) };
  world.characters.push({
    ...clone(pal),
    playerUid,
    groupId: guild.id,
    statusPoints: rows(STATUS),
    ...(world.era === 'A' ? of2024 : since2025),
  });
  guild.handles.push({ playerUid, instanceId: pal.instanceId });
  if (pal.slot) setSlot(world, pal.slot.containerId, pal.slot.index, pal.instanceId);
}

function removePal(world: SaveWorld, { instanceId }: RemovePalEdit): void {
  const { slot } = characterOf(world, instanceId);
  if (slot) setSlot(world, slot.containerId, slot.index, null);
  dropHandles(world, instanceId);
  world.characters = world.characters.filter((character) => character.instanceId !== instanceId);
}

function editPlayer(world: SaveWorld, edit: PlayerFileEdit): void {
  const player = defined(world.players.find(({ file }) => file === edit.file));
  if (edit.technologies !== undefined) {
    const requested = new Map(edit.technologies.map((id) => [id.toLowerCase(), id]));
    const retained = player.unlockedTechnologies.filter((id) => requested.has(id.toLowerCase()));
    for (const id of retained) requested.delete(id.toLowerCase());
    player.unlockedTechnologies = [...retained, ...requested.values()];
  }
  player.technologyPoints = edit.technologyPoints ?? player.technologyPoints;
  player.ancientTechnologyPoints = edit.ancientTechnologyPoints ?? player.ancientTechnologyPoints;
  for (const [type, count] of Object.entries(edit.relics ?? {})) setRelic(world, player.records, type, count);
}

function setRelic(
  { era }: SaveWorld,
  records: SaveWorld['players'][number]['records'],
  type: string,
  count: number,
): void {
  const { relics, relicPossessNum } = records;
  const typed = era === 'D' || Object.keys(relics).length > 0;
  if (typed && count > 0 && Object.keys(relics).length === 0 && relicPossessNum > 0)
    relics.CapturePower = relicPossessNum;
  if (typed && (count > 0 || type in relics)) relics[type] = count;
  if (type === 'CapturePower') records.relicPossessNum = count;
}

/** Unlike `structuredClone` it keeps tables without a prototype, as the reader makes them. */
function clone<T>(value: T): T {
  if (Array.isArray(value)) return value.map(clone) as T;
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.create(Object.getPrototypeOf(value)) as T;
  return Object.assign(
    copy as object,
    Object.fromEntries(Object.entries(value).map(([k, v]) => [k, clone(v)])),
  ) as T;
}

function defined<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the edit names a record that the world does not have');
  return value;
}
