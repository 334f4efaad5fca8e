import { INVENTORIES, type InventoryName, type PlayerContainer } from '@palatine/contract';
import { findAccount } from '../state/find-player.ts';
import type { GameContext } from '../state/game-context.ts';
import type { Player } from '../state/model.ts';
import { int32 } from '../state/wire-format.ts';
import { inventorySlots } from './inventory-slots.ts';
import { PLAYER_TABLES, query } from './query.ts';

/** The six containers of a player, who need not be online. */
export const getPlayerInventory = query<'getPlayerInventory'>({
  reads: [...PLAYER_TABLES, 'containers'],
  run(game, params) {
    const { uid } = findAccount(game, params.uid);
    const player = game.world.players.get(uid);
    if (player === undefined) return { Known: false };
    return { Known: true, Containers: INVENTORIES.map((name) => containerOf(game, player, name)) };
  },
});

function containerOf(game: GameContext, { inventory }: Player, name: InventoryName): PlayerContainer {
  const container = game.world.containers.get(inventory[name] ?? '');
  if (container === undefined) return { Name: name, Known: false };
  const slots = inventorySlots(game.catalogue, container);
  return {
    Name: name,
    Known: true,
    ContainerId: container.id,
    UsedSlots: slots.length,
    MaxSlots: int32(container.capacity),
    Slots: slots,
  };
}
