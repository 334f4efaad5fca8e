import type { Guid } from '@palatine/contract';
import type { GameContext } from '../state/game-context.ts';
import { memoryArchives } from './archive-files.ts';
import { run } from './run-command.ts';
import {
  aCamp,
  aContainer,
  aGameContext,
  aGuild,
  aMapObject,
  aPal,
  aPlayer,
  type WorldOverrides,
} from './world-builder.ts';

/** Two camps of a guild, the first with one of everything. */
export function aVillage() {
  const zoe = aPlayer({ name: 'Zoe' });
  const guildChest = aContainer({ slots: { 0: { itemId: 'Stone', count: 9 } } });
  const guild = aGuild([zoe], { name: 'Pal Tamers', chestId: guildChest.id });
  const camp = aCamp(guild, { location: { x: -321_654, y: 214_182, z: -762 } });
  const neighbor = aCamp(guild);
  const chest = aContainer({ slots: { 0: { itemId: 'Wood', count: 40 }, 7: { itemId: 'Stone', count: 2 } } });
  const empty = aContainer();
  const bench = aContainer({ slots: { 0: { itemId: 'Wood', count: 500 } } });
  const drop = aContainer({ capacity: 1, slots: { 0: { itemId: 'Berries', count: 3 } } });
  const neighborChest = aContainer({ slots: { 0: { itemId: 'Wood', count: 1 } } });
  const worker = aPal({ nickname: '__proto__', place: { containerId: camp.workers.containerId, slot: 3 } });
  const neighborWorker = aPal({ place: { containerId: neighbor.workers.containerId, slot: 0 } });
  const chestObject = aMapObject(camp, { containerId: chest.id, storage: true });
  const overrides = {
    players: [zoe],
    guilds: [guild],
    camps: [camp, neighbor],
    pals: [worker, neighborWorker, aPal()],
    containers: [guildChest, chest, empty, bench, drop, neighborChest],
    mapObjects: [
      aMapObject(camp, { objectId: 'PalBoxV2', class: 'palbox' }),
      chestObject,
      aMapObject(camp, { containerId: empty.id, storage: true }),
      aMapObject(camp, { objectId: 'WorkBench', containerId: bench.id }),
      aMapObject(camp, { objectId: 'GuildChest' }),
      aMapObject(camp, { objectId: 'CommonDropItem3D', class: 'dropItem', containerId: drop.id }),
      aMapObject(camp, { objectId: 'DefenseWait', class: 'defense' }),
      aMapObject(camp, { objectId: 'TreasureBox', class: 'other' }),
      aMapObject(neighbor, { containerId: neighborChest.id, storage: true }),
    ],
  } satisfies WorldOverrides;
  return { zoe, guild, guildChest, camp, neighbor, chest, chestObject, worker, overrides };
}

/** A game whose archives are kept in memory, and whose clock goes on by a second with each look at it. */
export function archiving(world: Parameters<typeof aGameContext>[0], startMs = 0) {
  const { archives, files } = memoryArchives();
  let seconds = -1;
  const game: GameContext = { ...aGameContext(world), now: () => startMs + 1000 * ++seconds, files };
  return { game, archives };
}

export function removeBase(game: GameContext, base_camp_id: Guid) {
  return run(game, 'deleteBase', { params: { base_camp_id } });
}
