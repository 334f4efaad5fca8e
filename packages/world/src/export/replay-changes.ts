import { type Guid, RELIC_TYPES } from '@palatine/contract';
import { getOrAdd } from '../catalogue/table.ts';
import { deleteBase } from '../commands/bases/delete-base.ts';
import type { GameContext } from '../state/game-context.ts';
import type { Camp, Character, Player } from '../state/model.ts';
import { deletedCampsOf } from './change-job.ts';
import { fieldInWords } from './lost-fields.ts';
import { namesOf } from './names.ts';
import { findItems } from './net-items.ts';
import { type NetChanges, type NetSearch, NOT_AGAIN, type PlayerChanges } from './net-search.ts';
import { attempt, ISSUER, type Replay, replayPlayer } from './replay-player.ts';
import {
  differingFields,
  differingFieldsOfPlayer,
  isSameCharacter,
  isSameGuild,
  isSamePlayer,
  PROGRESS,
} from './same-in-save.ts';
import { isSameValue } from './same-value.ts';
import { inWords } from './save-ranges.ts';
import { changesBetween, type WorldRecords } from './world-records.ts';

/**
 * Carries out on a newer world what happened to a world between `before` and `after`, each change by its command: whole
 * or not at all, and never forced. @returns one sentence for each change that does not fit or that no command does.
 */
export function replayChanges(game: GameContext, before: WorldRecords, after: WorldRecords): string[] {
  const changes = netChanges(before, after);
  const replay: Replay = {
    // Players need not be online to receive something.
    game: { ...game, rules: { ...game.rules, playerResolution: 'Known' } },
    changes,
    rejected: [...changes.others],
    instances: instanceIds(game),
  };
  for (const camp of changes.deletedCamps) replayDeletion(replay, camp);
  for (const player of changes.players) replayPlayer(replay, player);
  return replay.rejected;
}

function instanceIds({ world }: GameContext): Set<Guid> {
  const ids = new Set<Guid>();
  for (const { slots } of world.containers.values()) {
    for (const { instance } of Object.values(slots)) if (instance !== undefined) ids.add(instance.id);
  }
  return ids;
}

function replayDeletion(replay: Replay, camp: Camp): void {
  const { game, changes, rejected } = replay;
  const description = `deleting ${changes.names.camp(camp)}`;
  if (!game.world.camps.has(camp.id)) rejected.push(`${description}: it is no longer in the world`);
  else {
    attempt(replay, description, () => {
      deleteBase(game, { params: { base_camp_id: camp.id }, body: undefined, issuer: ISSUER });
      return undefined;
    });
  }
}

/** Net changes between two states of one world, independent of their order. */
export function netChanges(before: WorldRecords, after: WorldRecords): NetChanges {
  const { camps, rest } = deletedCampsOf(before, after);
  const players = new Map<Guid, PlayerChanges>();
  const names = namesOf(after, before);
  const others: string[] = [];
  const of = (uid: Guid) => getOrAdd(players, uid, () => noChanges(uid));
  const search: NetSearch = { before: rest, after, names, others, of };
  findItems(search);
  findPals(search);
  findProgress(search);
  findChangedTables(search);
  return { players: [...players.values()], deletedCamps: camps, others, names };
}

function noChanges(uid: Guid): PlayerChanges {
  return { uid, items: [], instances: [], pals: [], amounts: [], relics: [], learnt: [], forgotten: [] };
}

/** Finds changes of camps, guilds, map objects and discoveries, of which no command but the deletion of a base is done again. */
function findChangedTables({ before, after, names, others }: NetSearch): void {
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

/** Finds new Pals by their owner, and the EXP of players. */
function findPals(search: NetSearch): void {
  const { before, after, names, others, of } = search;
  const isSame = isSameCharacter('D');
  for (const { before: was, after: now } of changesBetween(before.characters, after.characters, isSame)) {
    if (was === undefined && now?.summoned !== undefined) continue; // it has no place in a save
    if (was === undefined && now !== undefined) {
      const { ownerUid, playerUid } = now;
      if (ownerUid !== null && playerUid === null) of(ownerUid).pals.push(now);
      else others.push(`${names.character(now)} was new without an owner, ${NOT_AGAIN}`);
    }
    if (was !== undefined && now === undefined) others.push(`${names.character(was)} was gone, ${NOT_AGAIN}`);
    if (was !== undefined && now !== undefined) compareCharacters(search, was, now);
  }
}

function compareCharacters({ names, others, of }: NetSearch, was: Character, now: Character): void {
  const gained = now.exp - was.exp;
  const { playerUid } = now;
  const isGain = playerUid !== null && gained > 0;
  if (isGain) of(playerUid).amounts.push({ name: 'EXP', count: gained });
  // The level follows from the EXP, and each level brings one point.
  const followsLevel = isGain && now.unusedStatusPoints - was.unusedStatusPoints === now.level - was.level;
  const done: (keyof Character)[] = followsLevel
    ? ['exp', 'level', 'unusedStatusPoints']
    : isGain
      ? ['exp']
      : [];
  for (const field of differingFields(was, now, 'D').filter((one) => !done.includes(one))) {
    others.push(`${names.character(now)} had ${fieldInWords(field, now)}, ${NOT_AGAIN}`);
  }
}

function findProgress(search: NetSearch): void {
  const { before, after, names, others } = search;
  const changes = changesBetween(before.players, after.players, isSamePlayer);
  for (const { key, before: was, after: now } of changes) {
    if (was !== undefined && now !== undefined) compareProgress(search, was, now);
    else others.push(`${names.player(key)} ${was === undefined ? 'was new' : 'was gone'}, ${NOT_AGAIN}`);
  }
}

function compareProgress({ names, others, of }: NetSearch, was: Player, now: Player): void {
  const name = names.player(now.uid);
  const changes = of(now.uid);
  const gain = (unit: string, count: number, add: (count: number) => void) => {
    if (count > 0) add(count);
    if (count < 0) others.push(`${name} had ${inWords(-count)} ${unit} less: nothing is taken again`);
  };
  gain('technology points', now.technologyPoints - was.technologyPoints, (count) =>
    changes.amounts.push({ name: 'TechnologyPoints', count }),
  );
  gain('ancient technology points', now.ancientTechnologyPoints - was.ancientTechnologyPoints, (count) =>
    changes.amounts.push({ name: 'AncientTechnologyPoints', count }),
  );
  for (const type of RELIC_TYPES) {
    gain(`relics of ${type}`, (now.relics[type] ?? 0) - (was.relics[type] ?? 0), (count) =>
      changes.relics.push({ type, count }),
    );
  }
  changes.learnt.push(...without(now.technologies, was.technologies));
  changes.forgotten.push(...without(was.technologies, now.technologies));
  for (const field of differingFieldsOfPlayer(was, now).filter((one) => !PROGRESS.has(one))) {
    others.push(`${name} had another ${field}, ${NOT_AGAIN}`);
  }
}

function without(ids: readonly string[], others: readonly string[]): string[] {
  const otherKeys = new Set(others.map((id) => id.toLowerCase()));
  return ids.filter((id) => !otherKeys.has(id.toLowerCase()));
}
