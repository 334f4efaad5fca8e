import { ZERO_GUID } from '@palatine/save/guid';
import type { OpenSave } from '@palatine/save/open-save';
import { openSave } from '@palatine/save/read-save-folder';
import type {
  SaveCharacter,
  SaveGuid,
  SaveItemContainer,
  SavePlayer,
  SaveWorld,
} from '@palatine/save/save-types';
import { aCharacter } from '@palatine/save/testing';
import { digitsOf } from '../guid.ts';
import { type Changes, noChanges } from './changes.ts';

const PLAYER_FILE_OF_ANOTHER_CASE = /^Players\/.*[a-f].*\.sav$/;
const MAX_STACK = 9_999;

/**
 * The world as the server holds it: read from the save at boot, changed by players, and written over the files
 * without reading them again.
 */
export class WorldMemory {
  readonly save: SaveWorld;
  /** As of the last round. */
  files: OpenSave;
  changes: Changes = noChanges();
  /** Paths of files whose bytes are newer than those on disk. */
  readonly unwritten = new Set<string>();

  constructor(files: OpenSave, save: SaveWorld) {
    this.files = files;
    this.save = save;
  }

  static async read(folder: string): Promise<WorldMemory> {
    const { files, save } = await openSave(folder);
    // On Linux the game does not find a player's file whose name has small letters (docs/save-format.md#folder).
    const isReadable = (path: string) => !PLAYER_FILE_OF_ANOTHER_CASE.test(path);
    const players = save.players.filter(({ file }) => isReadable(file));
    return new WorldMemory(new Map([...files].filter(([path]) => isReadable(path))), { ...save, players });
  }

  player(playerId: string): SavePlayer | undefined {
    return this.save.players.find(({ uid }) => digitsOf(uid) === playerId);
  }

  body(player: SavePlayer): SaveCharacter | undefined {
    return this.save.characters.find(({ instanceId }) => instanceId === player.instanceId);
  }

  itemContainer(id: SaveGuid): SaveItemContainer | undefined {
    return this.save.itemContainers.find((container) => container.id === id);
  }

  palsOf(player: SavePlayer): SaveCharacter[] {
    return this.save.characters.filter(
      ({ isPlayer, ownerPlayerUid }) => !isPlayer && ownerPlayerUid === player.uid,
    );
  }

  /** Puts items into the inventory, or takes them when `count` is below 0. Throws when that is not possible. */
  gainItem(player: SavePlayer, itemId: string, count: number): void {
    const container = this.itemContainer(player.inventory.common);
    if (container === undefined) throw new Error('the player has no inventory');
    const plain = container.slots.filter((slot) => slot.itemId === itemId && slot.dynamicId === ZERO_GUID);
    const slot = plain.find((stack) => stack.count + count >= 0 && stack.count + count <= MAX_STACK);
    if (slot !== undefined) return this.#setStack(container, slot.index, itemId, slot.count + count);
    if (count < 0) throw new Error(`the player has no ${-count} ${itemId} in one slot`);
    this.#setStack(container, freeSlot(container, 'the inventory'), itemId, count);
  }

  #setStack(container: SaveItemContainer, index: number, itemId: string, count: number): void {
    container.slots = container.slots.filter((slot) => slot.index !== index);
    if (count > 0) container.slots.push({ index, count, itemId, dynamicId: ZERO_GUID });
    container.slots.sort((a, b) => a.index - b.index);
    const slots = this.changes.slots.get(container.id) ?? new Map();
    slots.set(index, count > 0 ? { itemId, count, dynamic: null } : null);
    this.changes.slots.set(container.id, slots);
  }

  /** Each level brings a status point, which is not spent. */
  gainLevel(player: SavePlayer, levels: number): void {
    this.#change(player, ({ level, exp, unusedStatusPoints }) => ({
      level: level + levels,
      exp: exp + 1_000 * levels,
      unusedStatusPoints: unusedStatusPoints + levels,
    }));
  }

  rename(player: SavePlayer, nickname: string): void {
    this.#change(player, () => ({ nickname }));
  }

  #change(player: SavePlayer, fieldsOf: (body: SaveCharacter) => Partial<SaveCharacter>): void {
    const body = this.body(player);
    if (body === undefined) throw new Error('the player has no body');
    const fields = fieldsOf(body);
    Object.assign(body, fields);
    const { characters } = this.changes;
    characters.set(body.instanceId, { ...characters.get(body.instanceId), ...fields });
  }
  /** Puts a new Pal into the first free slot of the Palbox. Throws when there is none. */
  catchPal(player: SavePlayer, characterId: string, instanceId: SaveGuid): SaveCharacter {
    const box = this.save.characterContainers.find(({ id }) => id === player.palboxContainerId);
    if (box === undefined) throw new Error('the player has no Palbox');
    const index = freeSlot(box, 'the Palbox');
    const slot = { containerId: box.id, index };
    const pal = aCharacter({ instanceId, characterId, ownerPlayerUid: player.uid, slot, level: 3, hp: 500 });
    box.slots.push({ index, instanceId });
    this.save.characters.push(pal);
    this.changes.pals.set(instanceId, pal);
    return pal;
  }

  learn(player: SavePlayer, technology: string): void {
    if (player.unlockedTechnologies.includes(technology)) return;
    player.unlockedTechnologies.push(technology);
    this.changes.technologies.add(player);
  }

  move(player: SavePlayer, x: number, y: number): void {
    player.location = { ...player.location, x, y };
    this.changes.moved.add(player);
  }

  /** Marks a player who is in the game: the next round writes their file. */
  markOnline(player: SavePlayer): void {
    this.changes.online.add(player);
  }
}

/** The number of the first free slot. Throws for a container that is full. */
function freeSlot(
  { capacity, slots }: { capacity: number; slots: { index: number }[] },
  name: string,
): number {
  const used = new Set(slots.map(({ index }) => index));
  for (let index = 0; index < capacity; index++) if (!used.has(index)) return index;
  throw new Error(`${name} is full`);
}
