import { type Guid, RELIC_TYPES } from '@palatine/contract';
import { POUCHES } from '../catalogue/inventory-rules.ts';
import { getOrAdd } from '../catalogue/table.ts';
import type { ProgressionGrant } from '../commands/grants/give-progression.ts';
import type { Camp, Character, Container, ItemInstance, ItemStack, Player } from '../state/model.ts';
import { deletedCampsOf } from './change-job.ts';
import {
  differingFields,
  differingFieldsOfPlayer,
  isSameCharacter,
  isSameContainer,
  isSameGuild,
  isSameInstance,
  isSamePlayer,
  isSameValue,
  PROGRESS,
} from './same-in-save.ts';
import { inWords } from './save-ranges.ts';
import { fieldInWords } from './to-save-character.ts';
import { changesBetween, type Names, namesOf, type WorldRecords } from './world-records.ts';

/** Something that a player has gained, or a technology that they have forgotten. */
export type Gain =
  | { readonly kind: 'items'; readonly itemId: string; readonly count: number }
  /** A weapon, a piece of armor or an egg. */
  | { readonly kind: 'instance'; readonly itemId: string; readonly instance: ItemInstance }
  | { readonly kind: 'pal'; readonly pal: Character }
  | {
      readonly kind: 'progress';
      readonly count: number;
      readonly unit: string;
      readonly grant: ProgressionGrant;
    }
  | { readonly kind: 'learn' | 'forget'; readonly technology: string };

export interface NetChanges {
  readonly gains: ReadonlyMap<Guid, readonly Gain[]>;
  readonly deletedCamps: readonly Camp[];
  /** One sentence for each other change: losses, and changes without a command. */
  readonly others: readonly string[];
  readonly names: Names;
}

interface NetSearch {
  /** Without what went with the deleted camps. */
  readonly before: WorldRecords;
  readonly after: WorldRecords;
  readonly names: Names;
  readonly others: string[];
  gainsOf(uid: Guid): Gain[];
}

const NOT_AGAIN = 'which cannot be done again';

/** Net changes between two states of one world, independent of their order. */
export function netChanges(before: WorldRecords, after: WorldRecords): NetChanges {
  const { camps, rest } = deletedCampsOf(before, after);
  const gains = new Map<Guid, Gain[]>();
  const names = namesOf(after, before);
  const others: string[] = [];
  const gainsOf = (uid: Guid) => getOrAdd(gains, uid, () => []);
  const search: NetSearch = { before: rest, after, names, others, gainsOf };
  compareContainers(search);
  compareCharacters(search);
  comparePlayers(search);
  compareOtherTables(search);
  return { gains, deletedCamps: camps, others, names };
}

/** Compares what the containers of each player hold, all of them together. */
function compareContainers(search: NetSearch): void {
  const { before, after, names, others } = search;
  const players = [...after.players.values()];
  const owners = new Map(
    players.flatMap(({ uid, inventory }) => Object.values(inventory).map((id) => [id, uid])),
  );
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

type Changed = Record<'before' | 'after', Container[]>;

function compareUnits({ names, others, gainsOf }: NetSearch, uid: Guid, { before, after }: Changed): void {
  const [had, has] = [unitsOf(before), unitsOf(after)];
  for (const [key, { itemId }] of new Map([...had, ...has])) {
    const count = (has.get(key)?.count ?? 0) - (had.get(key)?.count ?? 0);
    if (count > 0) gainsOf(uid).push({ kind: 'items', itemId, count });
    if (count < 0)
      others.push(`${names.player(uid)} had ${inWords(-count)} ${itemId} less: items are not taken again`);
  }
}

function stacksOf(containers: readonly Container[]): ItemStack[] {
  return containers.flatMap(({ slots }) => Object.values(slots));
}

function unitsOf(containers: readonly Container[]): Map<string, { itemId: string; count: number }> {
  const units = new Map<string, { itemId: string; count: number }>();
  for (const { itemId, count, instance } of stacksOf(containers)) {
    if (instance !== undefined) continue;
    const key = itemId.toLowerCase();
    units.set(key, { itemId, count: count + (units.get(key)?.count ?? 0) });
  }
  return units;
}

function compareInstances({ names, others, gainsOf }: NetSearch, uid: Guid, { before, after }: Changed) {
  const [previous, current] = [instancesOf(before), instancesOf(after)];
  const name = names.player(uid);
  for (const [id, { itemId, count, instance }] of current) {
    const was = previous.get(id);
    const isNew = was === undefined && count === 1;
    if (isNew) gainsOf(uid).push({ kind: 'instance', itemId, instance });
    else if (was?.itemId !== itemId || was.count !== count || !isSameInstance(was.instance, instance, 'D')) {
      others.push(`a ${itemId} of ${name} had another state, ${NOT_AGAIN}`);
    }
  }
  for (const [id, { itemId }] of previous) {
    if (!current.has(id)) others.push(`${name} had one ${itemId} less: items are not taken again`);
  }
}

function instancesOf(containers: readonly Container[]) {
  const withState = stacksOf(containers).flatMap(({ instance, ...stack }) =>
    instance === undefined ? [] : [{ ...stack, instance }],
  );
  return new Map(withState.map((stack) => [stack.instance.id, stack]));
}

/** A pouch that is given again widens its container again; any other capacity is unchanged. */
function compareSlots({ names, others, gainsOf }: NetSearch, uid: Guid, { before, after }: Changed): void {
  if (before.every(({ capacity }, index) => capacity === after[index]?.capacity)) return;
  const pouches: readonly string[] = POUCHES;
  if (gainsOf(uid).some((gain) => gain.kind === 'items' && pouches.includes(gain.itemId))) return;
  others.push(`a container of ${names.player(uid)} had another number of slots, ${NOT_AGAIN}`);
}

function compareCharacters(search: NetSearch): void {
  const { before, after, names, others, gainsOf } = search;
  const isSame = isSameCharacter('D');
  for (const { before: was, after: now } of changesBetween(before.characters, after.characters, isSame)) {
    if (was !== undefined && now !== undefined) compareCharacter(search, was, now);
    else if (was !== undefined) others.push(`${names.character(was)} was gone, ${NOT_AGAIN}`);
    else if (now !== undefined && now.summoned === undefined) {
      const { ownerUid, playerUid } = now;
      if (ownerUid !== null && playerUid === null) gainsOf(ownerUid).push({ kind: 'pal', pal: now });
      else others.push(`${names.character(now)} was new without an owner, ${NOT_AGAIN}`);
    }
  }
}

function compareCharacter({ names, others, gainsOf }: NetSearch, was: Character, now: Character): void {
  const count = now.exp - was.exp;
  const { playerUid } = now;
  const done: (keyof Character)[] = [];
  if (playerUid !== null && count > 0) {
    gainsOf(playerUid).push({ kind: 'progress', count, unit: 'EXP', grant: { EXP: count } });
    done.push('exp');
    // The level follows from the EXP, and each level brings one point.
    const followsLevel = now.unusedStatusPoints - was.unusedStatusPoints === now.level - was.level;
    if (followsLevel) done.push('level', 'unusedStatusPoints');
  }
  for (const field of differingFields(was, now, 'D').filter((name) => !done.includes(name))) {
    others.push(`${names.character(now)} had ${fieldInWords(field, now)}, ${NOT_AGAIN}`);
  }
}

function comparePlayers(search: NetSearch): void {
  const { before, after, names, others } = search;
  const changes = changesBetween(before.players, after.players, isSamePlayer);
  for (const { key, before: was, after: now } of changes) {
    if (was !== undefined && now !== undefined) compareProgress(search, was, now);
    else others.push(`${names.player(key)} ${was === undefined ? 'was new' : 'was gone'}, ${NOT_AGAIN}`);
  }
}

function compareProgress({ names, others, gainsOf }: NetSearch, was: Player, now: Player): void {
  const name = names.player(now.uid);
  const gains = gainsOf(now.uid);
  const compare = (lost: string, unit: string, count: number, grant: ProgressionGrant) => {
    if (count > 0) gains.push({ kind: 'progress', count, unit, grant });
    if (count < 0) others.push(`${name} had ${inWords(-count)} ${lost} less: nothing is taken again`);
  };
  const points = now.technologyPoints - was.technologyPoints;
  compare('technology points', 'TechnologyPoints', points, { TechnologyPoints: points });
  const ancient = now.ancientTechnologyPoints - was.ancientTechnologyPoints;
  const ancientGrant = { AncientTechnologyPoints: ancient };
  compare('ancient technology points', 'AncientTechnologyPoints', ancient, ancientGrant);
  for (const type of RELIC_TYPES) {
    const count = (now.relics[type] ?? 0) - (was.relics[type] ?? 0);
    compare(`relics of ${type}`, `relics of ${type}`, count, { Relics: { [type]: count } });
  }
  for (const id of without(now.technologies, was.technologies)) gains.push({ kind: 'learn', technology: id });
  for (const id of without(was.technologies, now.technologies))
    gains.push({ kind: 'forget', technology: id });
  for (const field of differingFieldsOfPlayer(was, now).filter((key) => !PROGRESS.has(key))) {
    others.push(`${name} had another ${field}, ${NOT_AGAIN}`);
  }
}

function without(ids: readonly string[], excluded: readonly string[]): string[] {
  const keys = new Set(excluded.map((id) => id.toLowerCase()));
  return ids.filter((id) => !keys.has(id.toLowerCase()));
}

/** Of all changes of camps, guilds, map objects and discoveries, only the deletion of a base is done again. */
function compareOtherTables({ before, after, names, others }: NetSearch): void {
  for (const { before: was, after: now } of changesBetween(before.camps, after.camps, isSameValue)) {
    const camp = now ?? was;
    if (camp !== undefined) others.push(`${names.camp(camp)} was restored or changed, ${NOT_AGAIN}`);
  }
  for (const { before: was, after: now } of changesBetween(before.guilds, after.guilds, isSameGuild)) {
    const guild = now ?? was;
    if (guild !== undefined) others.push(`${names.guild(guild)} differs from before, ${NOT_AGAIN}`);
  }
  for (const { key } of changesBetween(before.discoveries, after.discoveries, isSameValue)) {
    others.push(`what ${names.player(key)} has found differs from before, ${NOT_AGAIN}`);
  }
  const objects = [...changesBetween(before.mapObjects, after.mapObjects, isSameValue)];
  if (objects.length > 0)
    others.push(`${objects.length} objects on the map differ from before, ${NOT_AGAIN}`);
}
