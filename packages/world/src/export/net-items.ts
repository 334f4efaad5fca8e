import type { Guid } from '@palatine/contract';
import { POUCHES } from '../catalogue/index.ts';
import { getOrAdd } from '../catalogue/table.ts';
import type { Container, ItemInstance, ItemStack } from '../state/model.ts';
import { type NetSearch, NOT_AGAIN } from './net-search.ts';
import { isSameContainer, isSameInstance } from './same-in-save.ts';
import { inWords } from './save-ranges.ts';
import { changesBetween, type WorldRecords } from './world-records.ts';

interface Changed {
  readonly before: Container[];
  readonly after: Container[];
}

/** Finds what the containers of each player hold more and less of, all of them together. */
export function findItems(search: NetSearch): void {
  const { before, after, names, others } = search;
  const owners = ownersOfContainers(after);
  const changed = new Map<Guid, Changed>();
  const changes = changesBetween(before.containers, after.containers, isSameContainer('D'));
  for (const { key, before: was, after: now } of changes) {
    const uid = owners.get(key);
    if (uid === undefined || was === undefined || now === undefined) {
      others.push(`${names.container(key)} differs from before, ${NOT_AGAIN}`);
      continue;
    }
    const containers = getOrAdd(changed, uid, () => ({ before: [], after: [] }));
    containers.before.push(was);
    containers.after.push(now);
  }
  for (const [uid, containers] of changed) {
    compareUnits(search, uid, containers);
    compareInstances(search, uid, containers);
    compareSlots(search, uid, containers);
  }
}

function ownersOfContainers({ players }: WorldRecords): Map<Guid, Guid> {
  const owners = new Map<Guid, Guid>();
  for (const { uid, inventory } of players.values()) {
    for (const id of Object.values(inventory)) if (id !== null) owners.set(id, uid);
  }
  return owners;
}

function compareUnits({ names, others, of }: NetSearch, uid: Guid, { before, after }: Changed): void {
  const [had, has] = [unitsOf(before), unitsOf(after)];
  for (const [key, { itemId }] of new Map([...had, ...has])) {
    const count = (has.get(key)?.count ?? 0) - (had.get(key)?.count ?? 0);
    if (count > 0) of(uid).items.push({ itemId, count });
    if (count < 0)
      others.push(`${names.player(uid)} had ${inWords(-count)} ${itemId} less: items are not taken again`);
  }
}

function unitsOf(containers: readonly Container[]): Map<string, { itemId: string; count: number }> {
  const units = new Map<string, { itemId: string; count: number }>();
  for (const { itemId, count, instance } of containers.flatMap(({ slots }) => Object.values(slots))) {
    if (instance !== undefined) continue;
    const key = itemId.toLowerCase();
    units.set(key, { itemId, count: count + (units.get(key)?.count ?? 0) });
  }
  return units;
}

function compareInstances({ names, others, of }: NetSearch, uid: Guid, { before, after }: Changed): void {
  const [previous, current] = [instancesOf(before), instancesOf(after)];
  const name = names.player(uid);
  for (const [id, { itemId, count, instance }] of current) {
    const was = previous.get(id);
    const isNew = was === undefined && count === 1;
    if (isNew) of(uid).instances.push({ itemId, instance });
    else if (was?.itemId !== itemId || was.count !== count || !isSameInstance(was.instance, instance, 'D')) {
      others.push(`a ${itemId} of ${name} had another state, ${NOT_AGAIN}`);
    }
  }
  for (const [id, { itemId }] of previous) {
    if (!current.has(id)) others.push(`${name} had one ${itemId} less: items are not taken again`);
  }
}

type StackWithState = ItemStack & { readonly instance: ItemInstance };

function instancesOf(containers: readonly Container[]): Map<Guid, StackWithState> {
  const stacks = containers.flatMap(({ slots }) => Object.values(slots));
  return new Map(
    stacks.flatMap(({ instance, ...stack }) =>
      instance === undefined ? [] : [[instance.id, { ...stack, instance }]],
    ),
  );
}

/** A pouch that is given again widens its container again; any other capacity is unchanged. */
function compareSlots({ names, others, of }: NetSearch, uid: Guid, { before, after }: Changed): void {
  const [had, has] = [before, after].map((containers) => containers.map(({ capacity }) => capacity));
  if (JSON.stringify(had) === JSON.stringify(has)) return;
  const pouches: readonly string[] = POUCHES;
  if (of(uid).items.some(({ itemId }) => pouches.includes(itemId))) return;
  others.push(`a container of ${names.player(uid)} had another number of slots, ${NOT_AGAIN}`);
}
