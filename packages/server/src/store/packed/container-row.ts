import type { Container, ContainerHead, ItemInstance, ItemStack } from '@palatine/world';
import { CHARACTER_ROW, type CharacterPlaces } from './character-row.ts';
import type { NameRef, Names } from './names.ts';
import { packNames, type RowFormat, type SharedTexts } from './row-format.ts';

type PackedInstance =
  | [kind: 'w', id: string, durability: number, bullets: number, passives: NameRef[]]
  | [kind: 'a', id: string, durability: number]
  | [kind: 'e', id: string, species: NameRef, pal: [id: string, character: CharacterPlaces] | null];

type PackedStack = [item: NameRef, count: number, instance?: PackedInstance];

/** The slots stay an object by index: JSON.parse makes one that takes no more memory than it needs. */
type ContainerPlaces = [capacity: number, slots?: Record<number, PackedStack>];

const EMPTY: Container['slots'] = Object.freeze({});

export const CONTAINER_ROW: RowFormat<Container, ContainerPlaces, ContainerHead> = {
  pack({ capacity, slots }, names) {
    const packed: Record<number, PackedStack> = {};
    let any = false;
    for (const slot in slots) {
      packed[Number(slot)] = packStack(slots[Number(slot)] as ItemStack, names); // one of its keys
      any = true;
    }
    return any ? [capacity, packed] : [capacity];
  },

  unpack(key, packed, shared) {
    const stacks = packed[1];
    if (stacks === undefined) return { id: key, capacity: packed[0], slots: EMPTY };
    const slots: Record<number, PackedStack | ItemStack> = stacks;
    for (const slot in slots) {
      slots[Number(slot)] = unpackStack(slots[Number(slot)] as PackedStack, shared); // each once
    }
    return { id: key, capacity: packed[0], slots: slots as Record<number, ItemStack> };
  },

  headOf: (key) => ({ id: key }),
};

function packStack({ itemId, count, instance }: ItemStack, names: Names): PackedStack {
  const item = names.refOf(itemId);
  return instance === undefined ? [item, count] : [item, count, packInstance(instance, names)];
}

function unpackStack(packed: PackedStack, shared: SharedTexts): ItemStack {
  const itemId = shared.name(packed[0]);
  const instance = packed[2];
  if (instance === undefined) return { itemId, count: packed[1] };
  return { itemId, count: packed[1], instance: unpackInstance(instance, shared) };
}

function packInstance(instance: ItemInstance, names: Names): PackedInstance {
  switch (instance.kind) {
    case 'weapon': {
      const { id, durability, bullets, passives } = instance;
      return ['w', id, durability, bullets, packNames(passives, names)];
    }
    case 'armor':
      return ['a', instance.id, instance.durability];
    case 'egg': {
      const { id, species, pal } = instance;
      return ['e', id, names.refOf(species), pal === null ? null : [pal.id, CHARACTER_ROW.pack(pal, names)]];
    }
  }
}

function unpackInstance(packed: PackedInstance, shared: SharedTexts): ItemInstance {
  switch (packed[0]) {
    case 'w': {
      const [, id, durability, bullets, passives] = packed;
      return { kind: 'weapon', id, durability, bullets, passives: shared.names(passives) };
    }
    case 'a':
      return { kind: 'armor', id: packed[1], durability: packed[2] };
    case 'e': {
      const [, id, species, pal] = packed;
      const inside = pal === null ? null : CHARACTER_ROW.unpack(pal[0], pal[1], shared);
      return { kind: 'egg', id, species: shared.name(species), pal: inside };
    }
  }
}
