import type { Guid } from '@palatine/contract';
import { mapCoordinate } from '../catalogue/map-coordinates.ts';
import type { Camp, Character, Container, Guild, MapObject } from '../state/model.ts';
import { int32 } from '../state/wire-format.ts';
import type { World } from '../state/world.ts';
import { charactersInBox } from './pals.ts';

/** Everything a deletion of the camp removes, and what it leaves behind. The guild's chest is never part of it. */
export interface BaseContents {
  readonly camp: Camp;
  readonly guild: Guild | undefined;
  /** The workers, and the Pals in the booths of its objects. */
  readonly pals: readonly Character[];
  /** The objects of the camp but the natural ones, and all that belong to one of them, at any place. */
  readonly objects: readonly MapObject[];
  /** Rocks, logs, treasure boxes of the camp: they stay, outside any camp. */
  readonly natural: readonly MapObject[];
  /** Item storage: chests, coolers. */
  readonly storage: readonly Container[];
  /** Other containers of items: workbenches, dropped items. */
  readonly otherContainers: readonly Container[];
}

export function baseContents(world: World, camp: Camp): BaseContents {
  const inCamp = world.pick(world.mapObjects, world.mapObjectsByCamp.keys(camp.id));
  const own = inCamp.filter((object) => !object.natural);
  const objects = withTheirOwn(world, own);
  const contentsOf = (some: readonly MapObject[]) => {
    const ids = new Set<Guid>();
    for (const { containerId } of some) {
      if (containerId !== null && world.guildsByChest.get(containerId) === undefined) ids.add(containerId);
    }
    return world.pick(world.containers, ids);
  };
  const storage = contentsOf(objects.filter((object) => object.storage));
  const boxes = [camp.workers, ...objects.flatMap(({ booth }) => booth ?? [])];
  return {
    camp,
    guild: world.guilds.get(camp.guildId),
    pals: boxes.flatMap(({ containerId }) => charactersInBox(world, containerId)),
    objects,
    natural: inCamp.filter((object) => object.natural && !objects.includes(object)),
    storage,
    otherContainers: contentsOf(objects).filter((container) => !storage.includes(container)),
  };
}

/** The objects, those that belong to one of them, those that belong to one of those, and so on. */
function withTheirOwn(world: World, objects: readonly MapObject[]): MapObject[] {
  const all = new Map(objects.map((object) => [object.id, object]));
  // A map iterates over entries added meanwhile.
  for (const id of all.keys()) {
    for (const owned of world.pick(world.mapObjects, world.mapObjectsByOwner.keys(id))) {
      all.set(owned.id, owned);
    }
  }
  return [...all.values()];
}

/** The counts a deletion reports. Containers and stacks are those of storage; an object is counted in one class. */
export function countContents({ pals, objects, storage }: BaseContents) {
  const stacks = storage.flatMap((container) => Object.values(container.slots));
  const objectsOf = (kind: MapObject['class']) => objects.filter((object) => object.class === kind).length;
  return {
    BaseCampPals: pals.length,
    StorageContainers: storage.length,
    ItemStacks: stacks.length,
    ItemCount: int32(stacks.reduce((sum, stack) => sum + stack.count, 0)),
    Buildings: objectsOf('building'),
    DropItems: objectsOf('dropItem'),
    DefenseModels: objectsOf('defense'),
    OtherMapObjects: objectsOf('other'),
    PalBox: objectsOf('palbox') > 0,
  };
}
export type BaseCounts = ReturnType<typeof countContents>;

/** One sentence on a base: its owner, its position, and its contents. */
export function summaryOf({ camp, guild, objects }: BaseContents, counts: BaseCounts): string {
  const { x, y } = mapCoordinate(camp.location);
  const owner = guild === undefined ? 'no guild' : `the guild ${guild.name || guild.id}`;
  const items = `${many(counts.ItemCount, 'item')} in ${many(counts.StorageContainers, 'storage container')}`;
  return (
    `Base camp of ${owner} at map position ${Math.round(x)}, ${Math.round(y)}: ` +
    `${many(counts.BaseCampPals, 'Pal')}, ${many(objects.length, 'object')} and ${items}.`
  );
}

function many(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}
