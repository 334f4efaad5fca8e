import { Refusal, ZERO_GUID } from '@palatine/contract';
import { mapCoordinate, worldCoordinate } from '../../catalogue/map-coordinates.ts';
import {
  type BaseContents,
  type BaseCounts,
  baseContents,
  describeBase,
  obstacleTo,
} from '../../queries/base-contents.ts';
import { findCamp } from '../../state/find-guild.ts';
import type { GameContext } from '../../state/game-context.ts';
import type { Container, Location, MapObject } from '../../state/model.ts';
import type { World } from '../../state/world.ts';
import type { Command, CommandIssuer } from '../command.ts';
import { ARCHIVE_KIND, ARCHIVE_VERSION } from './archive-shape.ts';

/** Deletes a camp with its contents, archived first. Natural objects stay in the world. */
export const deleteBase: Command<'deleteBase'> = (game, { params, issuer }) => {
  const { world, now } = game;
  const camp = findCamp(game, params.base_camp_id);
  const contents = baseContents(world, camp);
  const obstacle = obstacleTo(world, contents);
  if (obstacle !== undefined) throw new Refusal('DELETE_BASE_FAILED', `${obstacle}; nothing was deleted`);
  const { counts, summary, fields } = describeBase(contents);
  const archive = writeArchive(game, contents, counts, summary, issuer);
  removeBase(world, contents);
  world.emit('base.deleted', now(), { ...fields, deleted: counts, archive, issuer: issuer.name });
  return { BaseCamp: { Id: camp.id, Summary: summary }, Deleted: counts, Archive: archive };
};

function writeArchive(
  { world, now, files }: GameContext,
  contents: BaseContents,
  counts: BaseCounts,
  summary: string,
  issuer: CommandIssuer,
): string {
  const atMs = now();
  const content = {
    archive: ARCHIVE_KIND,
    version: ARCHIVE_VERSION,
    world: world.info,
    deletedAt: new Date(atMs).toISOString(),
    deletedBy: { token: issuer.name, ip: issuer.ip },
    summary,
    counts,
    ...archivedRecords(contents),
  };
  try {
    return files.writeArchive(archiveName(contents, atMs), content);
  } catch (cause) {
    const message = 'the base camp could not be archived; nothing was deleted';
    throw new Refusal('DELETE_BASE_FAILED', message, {}, { cause });
  }
}

/** Removes a base from a world exactly as its deletion does. */
export function removeBase(world: World, contents: BaseContents): void {
  const { camp, pals, objects, natural, storage, otherContainers } = contents;
  for (const pal of pals) world.characters.remove(pal.id);
  for (const object of objects) world.mapObjects.remove(object.id);
  for (const container of [...storage, ...otherContainers]) world.containers.remove(container.id);
  for (const object of natural) world.mapObjects.put({ ...object, campId: ZERO_GUID });
  world.camps.remove(camp.id);
}

/** Date and camp, in characters that every file system accepts: `deletebase-20260131T235959123Z-<camp id>.json`. */
function archiveName({ camp }: BaseContents, atMs: number): string {
  const stamp = new Date(atMs).toISOString().replace(/[-:.]/g, '');
  return `deletebase-${stamp}-${camp.id}.json`;
}

/** Everything that a deletion removes, object by object. restore-base.ts reads it. */
function archivedRecords({ camp, guild, pals, objects, natural, storage, otherContainers }: BaseContents) {
  const objectsOf = (kind: MapObject['class']) =>
    objects.filter((object) => object.class === kind).map(archivedObject);
  return {
    camp: { ...camp, location: whereabouts(camp.location) },
    guild: { id: camp.guildId, name: guild?.name ?? '', baseCampLevel: guild?.baseCampLevel ?? 0 },
    pals,
    storage: storage.map(archivedContainer),
    otherContainers: otherContainers.map(archivedContainer),
    palBoxes: objectsOf('palbox'),
    buildings: objectsOf('building'),
    defenseModels: objectsOf('defense'),
    dropItems: objectsOf('dropItem'),
    otherMapObjects: objectsOf('other'),
    naturalObjects: natural.map(({ id }) => id),
  };
}

const archivedObject = (object: MapObject): object => ({ ...object, location: whereabouts(object.location) });

function archivedContainer({ id, capacity, slots }: Container): object {
  return {
    id,
    capacity,
    stacks: Object.entries(slots).map(([slot, stack]) => ({ slot: Number(slot), ...stack })),
  };
}

function whereabouts(location: Location): object {
  return { world: worldCoordinate(location), map: mapCoordinate(location) };
}
