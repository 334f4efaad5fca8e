import { INT32_MAX, INVENTORIES } from '@palatine/contract';
import type { Container, Player } from '../state/model.ts';
import type { World } from '../state/world.ts';
import type { MirrorEvent } from './mirror-event.ts';
import type { MirroredChanges } from './mirrored-changes.ts';
import type { StateAfter } from './state-after.ts';

type Lookup = (id: string) => Container | undefined;

/**
 * One event for each player who holds more or fewer of some item than in the save before. What only went from one of the
 * player's containers to another is no change.
 */
export function* changedItems(
  world: World,
  state: StateAfter,
  changes: MirroredChanges,
): Generator<MirrorEvent | undefined> {
  const changed = new Set(changes.containers.map(({ key }) => key));
  if (changed.size === 0) return;
  for (const player of state.players()) {
    const before = world.players.get(player.uid);
    if (before === undefined || !containersOf(player).some((id) => changed.has(id))) continue;
    yield undefined; // counting takes long where many players are many things
    const had = itemsOf(before, (id) => world.containers.get(id));
    const has = itemsOf(player, state.containerOf);
    const gained = excess(has, had);
    const lost = excess(had, has);
    if (gained + lost === 0) continue;
    yield { type: 'items.changed', data: { player: state.playerOf(player.uid), gained, lost } };
  }
}

function containersOf({ inventory }: Player): string[] {
  return INVENTORIES.flatMap((name) => inventory[name] ?? []);
}

function itemsOf(player: Player, containerOf: Lookup): Map<string, number> {
  const counts = new Map<string, number>();
  for (const id of containersOf(player)) {
    for (const { itemId, count } of Object.values(containerOf(id)?.slots ?? {})) {
      counts.set(itemId, (counts.get(itemId) ?? 0) + count);
    }
  }
  return counts;
}

/** By how many units of any item the one exceeds the other. */
function excess(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): number {
  let units = 0;
  for (const [itemId, count] of one) units += Math.max(0, count - (other.get(itemId) ?? 0));
  return Math.min(INT32_MAX, units);
}
