import type { Container, ItemStack } from './model.ts';

/** What a slot holds; undefined when it is empty, or beyond the capacity. */
export function stackAt(container: Container | undefined, slot: string): ItemStack | undefined {
  const stack = container?.slots[Number(slot)];
  if (container === undefined || stack === undefined) return undefined;
  return Number(slot) < container.capacity && stack.count > 0 ? stack : undefined;
}

/** How many slots of a container hold something. */
export function usedSlots(container: Container | undefined): number {
  let used = 0;
  for (const slot in container?.slots) if (stackAt(container, slot) !== undefined) used += 1;
  return used;
}
