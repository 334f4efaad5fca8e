import type { SavePlayer } from '@palatine/save/save-types';
import type { PlayerTruth } from '../control/commands.ts';
import { digitsOf } from '../guid.ts';
import type { WorldMemory } from './memory.ts';

export function auditPlayers(
  memory: WorldMemory,
  userIdOf: (playerId: string) => string,
): Record<string, PlayerTruth> {
  return Object.fromEntries(
    memory.save.players.map((player) => {
      const playerId = digitsOf(player.uid);
      return [playerId, truthOf(memory, player, userIdOf(playerId))];
    }),
  );
}

function truthOf(memory: WorldMemory, player: SavePlayer, userId: string): PlayerTruth {
  const body = memory.body(player);
  const pals = memory.palsOf(player);
  return {
    playerId: digitsOf(player.uid),
    userId,
    name: body?.nickname ?? '',
    level: body?.level ?? 0,
    exp: body?.exp ?? 0,
    items: itemsOf(memory, player),
    pals: pals.map(({ characterId }) => characterId).sort(),
    palIds: pals.map(({ instanceId }) => instanceId).sort(),
    technologies: [...player.unlockedTechnologies],
    technologyPoints: player.technologyPoints,
    ancientTechnologyPoints: player.ancientTechnologyPoints,
    relics: { ...player.records.relics },
    locationX: player.location.x,
    locationY: player.location.y,
  };
}

function itemsOf(memory: WorldMemory, player: SavePlayer): Record<string, number> {
  const counts = new Map<string, number>();
  for (const id of Object.values(player.inventory)) {
    for (const { itemId, count } of memory.itemContainer(id)?.slots ?? []) {
      counts.set(itemId, (counts.get(itemId) ?? 0) + count);
    }
  }
  return Object.fromEntries(counts);
}
