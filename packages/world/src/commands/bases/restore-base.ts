import { type Guid, Refusal, ZERO_GUID } from '@palatine/contract';
import { baseContents, describeBase } from '../../queries/base-contents.ts';
import { itemIndexOf } from '../../queries/items.ts';
import { singleIdsOf } from '../../state/aggregates.ts';
import { checkWorld } from '../../state/check-world.ts';
import type { GameContext, OperatorFiles } from '../../state/game-context.ts';
import type { Camp, Character, Container, MapObject } from '../../state/model.ts';
import { World, type WorldInfo } from '../../state/world.ts';
import type { Command } from '../command.ts';
import { ARCHIVE_VERSION, type ArchiveFile, faultOfArchive } from './archive-shape.ts';

/** Brings a deleted base back from its archive: exactly as it was, or not at all. */
export const restoreBase: Command<'restoreBase'> = (game: GameContext, { params: { file }, issuer }) => {
  const { world, now, files } = game;
  const archived = readArchive(files, file);
  assertNewest(files, file, archived.camp.id);
  assertFits(game, file, archived);

  putBack(world, archived);
  const { counts, summary, fields } = describeBase(baseContents(world, archived.camp));
  world.emit('base.restored', now(), { ...fields, restored: counts, file, issuer: issuer.name });
  return { BaseCamp: { Id: archived.camp.id, Summary: summary }, Restored: counts, File: file };
};

/** Items that players took from a base that was restored and deleted again would be duplicated by its older archive. */
function assertNewest(files: OperatorFiles, file: string, campId: Guid): void {
  const newest = files.newestArchive(campId);
  if (newest === undefined || newest <= file) return; // a name begins with the time
  throw new Refusal(
    'ARCHIVE_CONFLICT',
    `${file} cannot be restored: ${newest} holds a later state of the same base; nothing was restored`,
  );
}

function putBack(world: World, { camp, pals, objects, containers, natural }: ArchivedBase): void {
  world.camps.put(camp);
  for (const container of containers) world.containers.put(container);
  for (const object of objects) world.mapObjects.put(object);
  for (const pal of pals) world.characters.put(pal);
  // They stayed in the world and are not the base's: removed ones, and those in another camp now, are left alone.
  for (const object of world.pick(world.mapObjects, natural)) {
    if (object.natural && object.campId === ZERO_GUID) world.mapObjects.put({ ...object, campId: camp.id });
  }
}

/** Refuses a base that no longer fits: another world, a used id, no guild, contradictions. */
function assertFits(game: GameContext, name: string, base: ArchivedBase): void {
  const { world } = game;
  const conflict = conflictIn(world, base) ?? conflictOfItems(game, base);
  if (conflict !== undefined) {
    throw new Refusal('ARCHIVE_CONFLICT', `${name} cannot be restored: ${conflict}; nothing was restored`);
  }
  const contradiction = contradictionIn(world, base);
  if (contradiction !== undefined) throw unreadable(name, `it contradicts itself: ${contradiction}`);
}

function conflictIn(world: World, base: ArchivedBase): string | undefined {
  const { camp, pals, objects, containers } = base;
  const { info } = world;
  if (
    base.world.createdAtMs !== info.createdAtMs ||
    base.world.seed !== info.seed ||
    base.world.origin !== info.origin
  ) {
    return `it is of another world, ${JSON.stringify(base.world.name)}`;
  }
  if (world.camps.has(camp.id)) return `the base camp ${camp.id} is there`;
  if (camp.guildId !== ZERO_GUID && !world.guilds.has(camp.guildId)) {
    return `its guild ${camp.guildId} is not there any more`;
  }
  for (const [kind, records, table] of [
    ['Pal', pals, world.characters],
    ['object', objects, world.mapObjects],
    ['container', containers, world.containers],
  ] as const) {
    const present = records.find(({ id }) => table.has(id));
    if (present !== undefined) return `its ${kind} ${present.id} is in the world`;
  }
  const missing = missingContainer(world, base);
  if (missing !== undefined)
    return `the container ${missing}, which one of its objects holds, is not there any more`;
  const elsewhere = conflictElsewhere(world, base);
  if (elsewhere !== undefined) return elsewhere;
  if (isTakenBox(world, camp.workers.containerId)) {
    return `the box of its workers, ${camp.workers.containerId}, belongs to somebody else`;
  }
  const booth = objects.find(
    (object) => object.booth !== null && isTakenBox(world, object.booth.containerId),
  );
  return booth && `the box of its ${booth.objectId}, ${booth.id}, belongs to somebody else`;
}

/** A container that an object refers to, and that is neither archived nor the chest of a guild. */
function missingContainer(world: World, { objects, containers }: ArchivedBase): Guid | undefined {
  const archived = new Set(containers.map(({ id }) => id));
  return objects
    .map(({ containerId }) => containerId)
    .find(
      (id): id is Guid => id !== null && !archived.has(id) && world.guildsByChest.first(id) === undefined,
    );
}

/** References of its objects outside the base: the camp that one was in, the object that one belongs to. */
function conflictElsewhere(world: World, { camp, objects }: ArchivedBase): string | undefined {
  const archived = new Set(objects.map(({ id }) => id));
  for (const { id, campId, ownerId } of objects) {
    if (campId !== camp.id && campId !== ZERO_GUID && !world.camps.has(campId)) {
      return `the base camp ${campId}, in which its object ${id} was, no longer exists`;
    }
    if (ownerId !== null && !archived.has(ownerId) && !world.mapObjects.has(ownerId)) {
      return `the object ${ownerId}, which its object ${id} belongs to, is not there any more`;
    }
  }
  return undefined;
}

function isTakenBox(world: World, containerId: Guid): boolean {
  if (containerId === ZERO_GUID) return false;
  const { charactersByBox, playersByBox, campsByBox, mapObjectsByBooth } = world;
  const indexes = [charactersByBox, playersByBox, campsByBox, mapObjectsByBooth];
  return indexes.some((index) => index.keys(containerId).size > 0);
}

/** Weapons, armor and eggs are there once. An egg may hold a Pal. */
function conflictOfItems(game: GameContext, { pals, containers }: ArchivedBase): string | undefined {
  const items = containers.flatMap(({ slots }) => Object.values(slots).flatMap(singleIdsOf));
  const hatched = items.find((id) => game.world.characters.has(id));
  if (hatched !== undefined) return `the Pal ${hatched} of one of its eggs is in the world`;
  const index = itemIndexOf(game);
  const there = [...items, ...pals.map(({ id }) => id)].find((id) => index.containerOf(id) !== undefined);
  return there && `${there}, which it holds, is in a container of the world`;
}

function contradictionIn(world: World, base: ArchivedBase): string | undefined {
  const { camp, pals, objects, containers } = base;
  const boxes = new Set(
    [camp.workers, ...objects.flatMap(({ booth }) => booth ?? [])].map(({ containerId }) => containerId),
  );
  const stray = pals.find(({ place }) => place === null || !boxes.has(place.containerId));
  if (stray !== undefined) return `Pal ${stray.id} is neither one of the workers nor in a booth`;
  const archived = new Set(objects.map(({ id }) => id));
  const foreign = objects.find(({ campId, ownerId }) => campId !== camp.id && !archived.has(ownerId ?? ''));
  if (foreign !== undefined) return `object ${foreign.id} is not of this base camp`;
  const alone = worldOf(world, base);
  const ids = alone.characters.size + alone.mapObjects.size + alone.containers.size;
  if (ids !== pals.length + objects.length + containers.length) return 'an id is in it twice';
  return checkWorld(alone)[0];
}

/** A world of this base alone, without what it refers to outside, so that its contents are held to the rules of any world. */
function worldOf(world: World, { camp, pals, objects, containers }: ArchivedBase): World {
  const alone = new World(world.info);
  const guild = world.guilds.get(camp.guildId);
  const archived = new Set(objects.map(({ id }) => id));
  if (guild !== undefined) alone.guilds.put({ ...guild, chestId: null });
  alone.camps.put(camp);
  for (const pal of pals) alone.characters.put(pal);
  for (const container of containers) alone.containers.put(container);
  for (const object of objects) {
    const holdsChest = world.guildsByChest.first(object.containerId ?? '') !== undefined;
    alone.mapObjects.put({
      ...object,
      ...(holdsChest && { containerId: null, storage: false }),
      campId: object.campId === camp.id ? camp.id : ZERO_GUID,
      ownerId: archived.has(object.ownerId ?? '') ? object.ownerId : null,
    });
  }
  return alone;
}

export type ArchivedBase = ReturnType<typeof readArchive>;

/** Reads the archive with this file name. Refuses one that is not there, damaged, or of another version. */
export function readArchive(files: OperatorFiles, name: string) {
  const archive = assertArchive(name, parsed(files, name));
  const { camp, pals, storage, otherContainers } = archive;
  const { palBoxes, buildings, defenseModels, dropItems, otherMapObjects } = archive;
  const objects = [palBoxes, buildings, defenseModels, dropItems, otherMapObjects].flat();
  return {
    world: archive.world as WorldInfo,
    camp: { ...camp, location: camp.location.world } satisfies Camp,
    pals: pals satisfies Character[],
    objects: objects.map((object): MapObject => ({ ...object, location: object.location.world })),
    /** The ids of natural objects that were in the camp. They stayed in the world. */
    natural: archive.naturalObjects,
    containers: [...storage, ...otherContainers].map((container) => recordOf(name, container)),
  };
}

function parsed(files: OperatorFiles, name: string): unknown {
  let value: unknown;
  try {
    value = files.readArchive(name);
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw unreadable(name, `it ${cause.message}`);
  }
  if (value !== undefined) return value;
  throw new Refusal(
    'ARCHIVE_NOT_FOUND',
    `there is no archive ${JSON.stringify(name)}; GET /v1/palatine/archives lists them`,
  );
}

function assertArchive(name: string, value: unknown): ArchiveFile {
  const fault = faultOfArchive(value);
  if (fault === undefined) return value as ArchiveFile; // as just checked
  throw unreadable(name, `it is not an archive of version ${ARCHIVE_VERSION}: ${fault || '/'} is wrong`);
}

function recordOf(name: string, { id, capacity, stacks }: ArchiveFile['storage'][number]): Container {
  const slots: Record<number, Container['slots'][number]> = {};
  for (const { slot, ...stack } of stacks) {
    if (slots[slot] !== undefined) throw unreadable(name, `slot ${slot} of container ${id} is in it twice`);
    slots[slot] = stack;
  }
  return { id, capacity, slots };
}

export function unreadable(name: string, why: string): Refusal {
  return new Refusal('ARCHIVE_UNREADABLE', `${name} cannot be restored: ${why}; nothing was restored`);
}
