import { type Granted, INT32_MAX, Refusal } from '@palatine/contract';
import { type Item, landsIn, stackSize } from '../../catalogue/index.ts';
import { eventPlayer, type FoundPlayer } from '../../state/find-player.ts';
import type { GameContext } from '../../state/game-context.ts';
import type { Command } from '../command.ts';
import {
  bodyOf,
  type Entry,
  type EntryProblem,
  indexed,
  isSpellable,
  type NamingGame,
  quoted,
  refuseProblems,
  resolvePlayer,
  withSuggestions,
} from '../validation.ts';
import { type Home, InventoryPlan, type Load } from './inventory-plan.ts';

export interface ItemEntry {
  readonly ItemID: string;
  readonly Count: number;
}

/** Stack size of items outside the catalogue. */
const UNKNOWN_STACK = 9999;

export const giveItems: Command<'giveItems'> = (caller, { params, body, issuer }) => {
  const game = withSuggestions(caller);
  const entries = indexed(bodyOf(body).Items);
  const target = resolvePlayer(game, params.player_identifier, () =>
    refuseProblems('Items', planItems(game, entries, undefined).problems),
  );
  const inventory = new InventoryPlan(game, target.player);
  const plan = planItems(game, entries, inventory);
  refuseProblems('Items', plan.problems);
  throwIfGrantFault(game, 'GRANT_FAILED');

  inventory.put();
  emitGrant(game, target, { Items: plan.granted }, issuer.name);
  return { Granted: { Items: plan.total } };
};

/** Throws when a fault was injected into grants. Called right before a grant is applied. */
export function throwIfGrantFault({ faults }: GameContext, code: 'GRANT_FAILED' | 'REQUEST_FAILED'): void {
  if (faults.failing.delete('grant')) {
    throw new Refusal(code, 'the grant was valid, but applying it failed');
  }
}

/** Does nothing for an empty grant. */
export function emitGrant(
  { world, now }: GameContext,
  player: FoundPlayer,
  granted: Granted,
  issuer: string,
): void {
  if (Object.keys(granted).length === 0) return;
  world.emit('grant', now(), { player: eventPlayer(player), granted, issuer });
}

/**
 * Places entries, key items (pouches) first. Without an inventory it only checks them. `total` is in units, and so is
 * `granted`, by item.
 */
export function planItems(
  game: NamingGame,
  entries: readonly Entry<ItemEntry>[],
  inventory: InventoryPlan | undefined,
) {
  const problems: EntryProblem[] = [];
  const loads: Entry<{ home: Home; load: Load }>[] = [];
  for (const entry of entries) {
    const item = findItem(game, entry.ItemID);
    if (typeof item === 'string') problems.push({ index: entry.index, field: 'ItemID', message: item });
    else loads.push({ ...loadOf(game, item, entry.Count), index: entry.index });
  }
  const total = loads.reduce((sum, { load }) => sum + load.count, 0);
  if (total > INT32_MAX) problems.push({ field: '', message: `${total} units are more than ${INT32_MAX}` });
  for (const { index, home, load } of loads.toSorted(keyItemsFirst)) {
    const message = inventory?.place(home, load);
    if (message !== undefined) problems.push({ index, field: '', message });
  }
  return { problems, total, granted: totals(loads.map(({ load }) => load)) };
}

function keyItemsFirst(one: { home: Home }, other: { home: Home }): number {
  return Number(other.home === 'KeyItems') - Number(one.home === 'KeyItems');
}

/** Finds an item that can be granted, switched-off ones too; a reason for all others. */
function findItem(
  { catalogue, rules, unknownId }: NamingGame,
  itemId: string,
): Item | { readonly unknown: string } | string {
  const item = catalogue.items.find(itemId);
  if (item?.dynamic === 'egg') return `${quoted(itemId)} needs a Pal inside: give it as a Pal egg`;
  if (item !== undefined) return item;
  if (catalogue.unlistedItems.find(itemId) !== undefined)
    return `${quoted(itemId)} is not an item of this game`;
  if (rules.unknownIds === 'Accept' && isSpellable(itemId)) return { unknown: itemId };
  return unknownId('ItemID', itemId);
}

function loadOf(
  game: GameContext,
  item: Item | { readonly unknown: string },
  count: number,
): { home: Home; load: Load } {
  if ('unknown' in item) {
    return { home: 'Items', load: { itemId: item.unknown, count, stackSize: UNKNOWN_STACK } };
  }
  const { id: itemId, dynamic } = item;
  const load = { itemId, count, stackSize: stackSize(item) };
  if (dynamic === null || dynamic === 'egg') return { home: landsIn(item), load };
  return { home: landsIn(item), load: { ...load, instance: () => newInstance(game, itemId, dynamic) } };
}

/** A new item: unworn, with a full magazine. */
function newInstance({ catalogue, newId }: GameContext, itemId: string, kind: 'weapon' | 'armor') {
  const state = catalogue.itemDynamics.find(itemId);
  const durability = state?.durability ?? 0;
  if (kind === 'armor') return { kind, id: newId(), durability };
  return { kind, id: newId(), durability, bullets: state?.magazine ?? 0, passives: [] };
}

function totals(loads: readonly Load[]): Record<string, number> {
  const units = new Map<string, number>();
  for (const { itemId, count } of loads) units.set(itemId, (units.get(itemId) ?? 0) + count);
  return Object.fromEntries(units);
}
