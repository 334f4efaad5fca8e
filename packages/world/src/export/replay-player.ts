import { type Guid, Refusal } from '@palatine/contract';
import { landsIn } from '../catalogue/index.ts';
import type { CommandIssuer } from '../commands/command.ts';
import { BoxPlan } from '../commands/grants/box-plan.ts';
import { giveItems } from '../commands/grants/give-items.ts';
import { giveProgression, type ProgressionGrant } from '../commands/grants/give-progression.ts';
import { InventoryPlan } from '../commands/grants/inventory-plan.ts';
import { forgetTechnologies, learnTechnologies } from '../commands/learn-technologies.ts';
import type { GameContext } from '../state/game-context.ts';
import type { Character, ItemInstance } from '../state/model.ts';
import type { NetChanges, PlayerChanges } from './net-search.ts';
import { inWords } from './save-ranges.ts';

/** Replays the gains and the forgotten technologies of a player. */
export function replayPlayer(replay: Replay, changes: PlayerChanges): void {
  const { uid, items, instances, pals, amounts, relics, learnt, forgotten } = changes;
  const player = replay.changes.names.player(uid);
  if (!replay.game.world.players.has(uid)) {
    replay.rejected.push(`${player} is no longer in the world and gets nothing`);
    return;
  }
  for (const { itemId, count } of keyItemsFirst(replay.game, items)) {
    const description = `${inWords(count)} ${itemId} for ${player}`;
    const Items = [{ ItemID: itemId, Count: count }];
    // The command would make up a new state for each of them.
    const state = replay.game.catalogue.items.find(itemId)?.dynamic ?? null;
    if (state !== null) replay.rejected.push(`${description}: their state is not known`);
    else {
      command(replay, description, uid, (game, params) =>
        giveItems(game, { params, body: { Items }, issuer: ISSUER }),
      );
    }
  }
  for (const { itemId, instance } of instances) {
    attempt(replay, `${itemId} for ${player}`, () => putInstance(replay, uid, itemId, instance));
  }
  for (const pal of pals) {
    attempt(replay, `${pal.species} of level ${pal.level} for ${player}`, () =>
      putPal(replay.game, uid, pal),
    );
  }
  for (const { name, count } of amounts) {
    command(replay, `${inWords(count)} ${name} for ${player}`, uid, (game, params) =>
      giveProgression(game, { params, body: { [name]: count } as ProgressionGrant, issuer: ISSUER }),
    );
  }
  for (const { type, count } of relics) {
    command(replay, `${inWords(count)} relics of ${type} for ${player}`, uid, (game, params) =>
      giveProgression(game, { params, body: { Relics: { [type]: count } }, issuer: ISSUER }),
    );
  }
  for (const id of learnt) {
    command(replay, `the technology ${id} for ${player}`, uid, (game, params) =>
      learnTechnologies(game, { params, body: { Technology: [id] }, issuer: ISSUER }),
    );
  }
  for (const id of learntAmong(replay.game, uid, forgotten)) {
    command(replay, `forgetting the technology ${id} of ${player}`, uid, (game, params) =>
      forgetTechnologies(game, { params, body: { Technology: [id] }, issuer: ISSUER }),
    );
  }
}

function command(
  replay: Replay,
  description: string,
  uid: Guid,
  run: (game: GameContext, params: { readonly player_identifier: Guid }) => unknown,
): void {
  attempt(replay, description, () => {
    run(replay.game, { player_identifier: uid });
    return undefined;
  });
}

/** A pouch adds slots for the rest. */
function keyItemsFirst({ catalogue }: GameContext, items: PlayerChanges['items']): PlayerChanges['items'] {
  const isKeyItem = (itemId: string) => {
    const item = catalogue.items.find(itemId);
    return item !== undefined && landsIn(item) === 'KeyItems';
  };
  return items.toSorted((one, other) => Number(isKeyItem(other.itemId)) - Number(isKeyItem(one.itemId)));
}

/** The very item with its state: only its slot is another. */
function putInstance(
  { game, instances }: Replay,
  uid: Guid,
  itemId: string,
  instance: ItemInstance,
): string | undefined {
  const player = game.world.players.get(uid);
  if (player === undefined || instances.has(instance.id)) return ALREADY_THERE;
  const item = game.catalogue.items.find(itemId);
  const inventory = new InventoryPlan(game, player);
  const load = { itemId, count: 1, stackSize: 1, instance: () => instance };
  const misfit = inventory.place(item === undefined ? 'Items' : landsIn(item), load);
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
  const place = new BoxPlan(world, player).take();
  if (place === undefined) return 'team and Palbox are full';
  world.characters.put({ ...pal, ownerUid: uid, place });
  return undefined;
}

function learntAmong({ world }: GameContext, uid: Guid, ids: readonly string[]): string[] {
  const learnt = new Set((world.players.get(uid)?.technologies ?? []).map((id) => id.toLowerCase()));
  return ids.filter((id) => learnt.has(id.toLowerCase()));
}

export const ISSUER: CommandIssuer = { name: 'replay', ip: '', permissions: [] };

/** A newer world, and what does not fit into it. */
export interface Replay {
  readonly game: GameContext;
  readonly changes: NetChanges;
  readonly rejected: string[];
  /** Ids of all item states in the newer world. */
  readonly instances: Set<Guid>;
}

/** Makes one change whole or not at all. A reason that it returns, or a Refusal that it throws, is listed. */
export function attempt(
  { game, rejected }: Replay,
  description: string,
  change: () => string | undefined,
): void {
  try {
    const reason = game.world.transaction(change);
    if (reason !== undefined) rejected.push(`${description}: ${reason}`);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    rejected.push(`${description}: ${reasonOf(error)}`);
  }
}

function reasonOf({ message, details }: Refusal): string {
  const problems = (details.Problems ?? []).map(({ Message }) => Message);
  return problems.length > 0 ? problems.join('; ') : message;
}
