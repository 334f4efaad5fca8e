import { type Guid, Refusal } from '@palatine/contract';
import { landsIn } from '../catalogue/inventory-rules.ts';
import { deleteBase } from '../commands/bases/delete-base.ts';
import type { CommandIssuer } from '../commands/command.ts';
import { freePlaces, giveItems, InventoryPlan } from '../commands/grants/give-items.ts';
import { giveProgression } from '../commands/grants/give-progression.ts';
import { forgetTechnologies, learnTechnologies } from '../commands/learn-technologies.ts';
import type { GameContext } from '../state/game-context.ts';
import type { Camp, Character, ItemInstance } from '../state/model.ts';
import { type Gain, type NetChanges, netChanges } from './net-changes.ts';
import { inWords } from './save-ranges.ts';
import type { WorldRecords } from './world-records.ts';

interface Replay {
  readonly game: GameContext;
  readonly changes: NetChanges;
  readonly rejected: string[];
  /** Ids of all item states in the newer world. */
  readonly instances: Set<Guid>;
}

const ISSUER: CommandIssuer = { name: 'replay', ip: '', permissions: [] };

/**
 * Carries out on a newer world what happened to a world between `before` and `after`, each change by its command: whole
 * or not at all, and never forced. @returns one sentence for each change that does not fit or that no command does.
 */
export function replayChanges(game: GameContext, before: WorldRecords, after: WorldRecords): string[] {
  const changes = netChanges(before, after);
  const stacks = [...game.world.containers.values()].flatMap(({ slots }) => Object.values(slots));
  const replay: Replay = {
    // Players need not be online to receive something.
    game: { ...game, rules: { ...game.rules, playerResolution: 'Known' } },
    changes,
    rejected: [...changes.others],
    instances: new Set(stacks.flatMap(({ instance }) => instance?.id ?? [])),
  };
  for (const camp of changes.deletedCamps) replayDeletion(replay, camp);
  for (const [uid, gains] of changes.gains) replayGains(replay, uid, gains);
  return replay.rejected;
}

function replayDeletion(replay: Replay, camp: Camp): void {
  const { game, changes } = replay;
  attempt(replay, `deleting ${changes.names.camp(camp)}`, () => {
    if (!game.world.camps.has(camp.id)) return 'it is no longer in the world';
    return deleteBase(game, { params: { base_camp_id: camp.id }, body: undefined, issuer: ISSUER });
  });
}

const ORDER: readonly Gain['kind'][] = ['items', 'instance', 'pal', 'progress', 'learn', 'forget'];

function replayGains(replay: Replay, uid: Guid, gains: readonly Gain[]): void {
  const { game, changes, rejected } = replay;
  if (!game.world.players.has(uid)) {
    rejected.push(`${changes.names.player(uid)} is no longer in the world and gets nothing`);
    return;
  }
  // A pouch, which is a key item, adds slots for the rest.
  const isKeyItem = (gain: Gain) => gain.kind === 'items' && inventoryOf(game, gain.itemId) === 'KeyItems';
  const rank = (gain: Gain) => (isKeyItem(gain) ? -1 : ORDER.indexOf(gain.kind));
  for (const gain of gains.toSorted((first, second) => rank(first) - rank(second))) {
    replayGain(replay, uid, gain);
  }
}

function inventoryOf({ catalogue }: GameContext, itemId: string): 'Items' | 'KeyItems' {
  const item = catalogue.items.find(itemId);
  return item === undefined ? 'Items' : landsIn(item);
}

function replayGain(replay: Replay, uid: Guid, gain: Gain): void {
  const { game } = replay;
  const player = replay.changes.names.player(uid);
  const call = { params: { player_identifier: uid }, issuer: ISSUER };
  const replayOf = (description: string, change: () => unknown) => attempt(replay, description, change);
  switch (gain.kind) {
    case 'items':
      return replayOf(`${inWords(gain.count)} ${gain.itemId} for ${player}`, () => {
        // The command would make up a new state for each of them.
        if ((game.catalogue.items.find(gain.itemId)?.dynamic ?? null) !== null)
          return 'their state is not known';
        return giveItems(game, { ...call, body: { Items: [{ ItemID: gain.itemId, Count: gain.count }] } });
      });
    case 'instance':
      return replayOf(`${gain.itemId} for ${player}`, () =>
        putInstance(replay, uid, gain.itemId, gain.instance),
      );
    case 'pal':
      return replayOf(`${gain.pal.species} of level ${gain.pal.level} for ${player}`, () =>
        putPal(game, uid, gain.pal),
      );
    case 'progress':
      return replayOf(`${inWords(gain.count)} ${gain.unit} for ${player}`, () =>
        giveProgression(game, { ...call, body: gain.grant }),
      );
    case 'learn':
      return replayOf(`the technology ${gain.technology} for ${player}`, () =>
        learnTechnologies(game, { ...call, body: { Technology: [gain.technology] } }),
      );
    case 'forget':
      if (!hasLearnt(game, uid, gain.technology)) return;
      return replayOf(`forgetting the technology ${gain.technology} of ${player}`, () =>
        forgetTechnologies(game, { ...call, body: { Technology: [gain.technology] } }),
      );
  }
}

/** The very item with its state: only its slot is another. */
function putInstance({ game, instances }: Replay, uid: Guid, itemId: string, instance: ItemInstance) {
  const player = game.world.players.get(uid);
  if (player === undefined || instances.has(instance.id)) return ALREADY_THERE;
  const inventory = new InventoryPlan(game, player);
  const load = { itemId, count: 1, stackSize: 1, instance: () => instance };
  const misfit = inventory.place(inventoryOf(game, itemId), load);
  if (misfit !== undefined) return misfit;
  inventory.put();
  instances.add(instance.id);
  return undefined;
}

const ALREADY_THERE = 'it is in the world already';

/** The very Pal: only its slot is another. */
function putPal({ world }: GameContext, uid: Guid, pal: Character): string | undefined {
  const player = world.players.get(uid);
  if (player === undefined || world.characters.has(pal.id)) return ALREADY_THERE;
  const [place] = freePlaces(world, player);
  if (place === undefined) return 'team and Palbox are full';
  world.characters.put({ ...pal, ownerUid: uid, place });
  return undefined;
}

function hasLearnt({ world }: GameContext, uid: Guid, technology: string): boolean {
  const key = technology.toLowerCase();
  return world.players.get(uid)?.technologies.some((id) => id.toLowerCase() === key) === true;
}

/** Makes one change whole or not at all. A text that it returns, or a Refusal that it throws, is the reason why not. */
function attempt({ game, rejected }: Replay, description: string, change: () => unknown): void {
  try {
    const reason = game.world.transaction(change);
    if (typeof reason === 'string') rejected.push(`${description}: ${reason}`);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const problems = (error.details.Problems ?? []).map(({ Message }) => Message);
    rejected.push(`${description}: ${problems.length > 0 ? problems.join('; ') : error.message}`);
  }
}
