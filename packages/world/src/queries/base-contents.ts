import {
  type BaseDeletionPreview,
  type Guid,
  PREVIEW_TOP_ITEMS,
  type Sentence,
  sentence,
} from '@palatine/contract';
import { mapCoordinate } from '../catalogue/map-coordinates.ts';
import { findCamp } from '../state/find-guild.ts';
import type { Camp, Character, Container, Guild, MapObject } from '../state/model.ts';
import { int32 } from '../state/wire-format.ts';
import type { World } from '../state/world.ts';
import { charactersInBox } from './pals.ts';
import { query } from './query.ts';

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
      if (containerId !== null && world.guildsByChest.first(containerId) === undefined) ids.add(containerId);
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
function countContents({ pals, objects, storage }: BaseContents) {
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

export function describeBase(contents: BaseContents) {
  const { id: campId, guildId } = contents.camp;
  const counts = countContents(contents);
  const { Code: code = '', Values: values = {}, Message: summary } = summaryOf(contents, counts);
  return { counts, summary, fields: { campId, guildId, summary, code, values } };
}

/** One sentence on a base: its owner, its position, and its contents. */
function summaryOf({ camp, guild, objects }: BaseContents, counts: BaseCounts): Sentence {
  const { x, y } = mapCoordinate(camp.location);
  const { BaseCampPals: pals, ItemCount: items, StorageContainers: containers } = counts;
  const values = { x: Math.round(x), y: Math.round(y), pals, objects: objects.length, items, containers };
  if (guild === undefined) return sentence('base.ofNobody', values);
  return sentence('base.ofGuild', { guild: guild.name || guild.id, ...values });
}

export const previewBaseDeletion = query<'previewBaseDeletion'>({
  reads: ['accounts', 'guilds', 'camps', 'characters', 'containers', 'mapObjects'],
  run(game, params) {
    const { world } = game;
    const camp = findCamp(game, params.base_camp_id);
    const contents = baseContents(world, camp);
    const { counts, summary } = describeBase(contents);
    return {
      BaseCamp: { Id: camp.id, Summary: summary },
      Deleted: counts,
      TopItems: topItems(contents),
      Pals: contents.pals.map(({ id, species, level, nickname }) => ({
        Id: id,
        PalID: species,
        Level: int32(level),
        Nickname: nickname,
      })),
      GuildLeftWith: world.campsByGuild.keys(camp.guildId).size - 1,
      Obstacle: obstacleTo(world, contents) ?? '',
    };
  },
});

/** The items with the most units in all deleted containers. */
function topItems({ storage, otherContainers }: BaseContents): BaseDeletionPreview['TopItems'] {
  const counts = new Map<string, number>();
  for (const { slots } of [...storage, ...otherContainers]) {
    for (const { itemId, count } of Object.values(slots)) {
      counts.set(itemId, (counts.get(itemId) ?? 0) + count);
    }
  }
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, PREVIEW_TOP_ITEMS)
    .map(([ItemID, count]) => ({ ItemID, Count: int32(count) }));
}

/** Why a base cannot be deleted: a Pal in a booth, or dropped, is a player's. Undefined for none. */
export function obstacleTo(world: World, { objects }: BaseContents): string | undefined {
  for (const object of objects) {
    const pal = palIn(world, object);
    if (pal !== undefined) return `${pal} of this base camp, and would be lost with it`;
  }
  return undefined;
}

/** The first Pal of a player in an object, and where it is. */
function palIn(world: World, { id, objectId, booth }: MapObject): string | undefined {
  if (objectId.toLowerCase() === DROPPED_PAL) return `a Pal that a player dropped (${id}) is in the area`;
  if (booth === null) return undefined;
  const owned = charactersInBox(world, booth.containerId).find(({ ownerUid }) => ownerUid !== null);
  if (owned === undefined) return undefined;
  const owner = world.accounts.get(owned.ownerUid ?? '')?.name || owned.ownerUid;
  return `${nameOf(owned)} of ${JSON.stringify(owner)} is in a ${objectId}`;
}

/** The object is all that there is of the Pal: imports read no more of it. In lower case. */
const DROPPED_PAL = 'droppedcharacter';

function nameOf({ species, nickname, id }: Character): string {
  return nickname === ''
    ? `the Pal ${species} (${id})`
    : `the Pal ${JSON.stringify(nickname)} (${species}, ${id})`;
}
