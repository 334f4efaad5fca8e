import type { BaseContents, BaseCounts } from '../../queries/base-contents.ts';
import type { Container, Location, MapObject } from '../../state/model.ts';
import { mapCoordinate, worldCoordinate } from '../../state/wire-format.ts';
import type { WorldInfo } from '../../state/world.ts';
import type { CommandIssuer } from '../command.ts';
import { ARCHIVE_KIND, ARCHIVE_VERSION } from './archive-shape.ts';

export interface Deletion {
  readonly world: WorldInfo;
  /** ms since 1970. */
  readonly atMs: number;
  readonly issuer: CommandIssuer;
  readonly summary: string;
  readonly counts: BaseCounts;
}

/** Date and camp, in characters that every file system accepts: `deletebase-20260131T235959123Z-<camp id>.json`. */
export function archiveName({ camp }: BaseContents, atMs: number): string {
  const stamp = new Date(atMs).toISOString().replace(/[-:.]/g, '');
  return `deletebase-${stamp}-${camp.id}.json`;
}

/** Everything a deletion removes: who deleted what first, then each object. Beside read-archive.ts, which reads it. */
export function archiveOf(contents: BaseContents, deletion: Deletion): object {
  const { camp, guild, pals, objects, natural, storage, otherContainers } = contents;
  const { atMs, issuer, summary, counts, world } = deletion;
  const objectsOf = (kind: MapObject['class']) =>
    objects.filter((object) => object.class === kind).map(placedObject);
  return {
    archive: ARCHIVE_KIND,
    version: ARCHIVE_VERSION,
    world,
    deletedAt: new Date(atMs).toISOString(),
    deletedBy: { token: issuer.name, ip: issuer.ip },
    summary,
    counts,
    camp: { ...camp, location: whereabouts(camp.location) },
    guild: { id: camp.guildId, name: guild?.name ?? '', baseCampLevel: guild?.baseCampLevel ?? 0 },
    pals,
    storage: storage.map(listedContainer),
    otherContainers: otherContainers.map(listedContainer),
    palBoxes: objectsOf('palbox'),
    buildings: objectsOf('building'),
    defenseModels: objectsOf('defense'),
    dropItems: objectsOf('dropItem'),
    otherMapObjects: objectsOf('other'),
    naturalObjects: natural.map(({ id }) => id),
  };
}

function placedObject(object: MapObject): object {
  return { ...object, location: whereabouts(object.location) };
}

function listedContainer({ id, capacity, slots }: Container): object {
  return {
    id,
    capacity,
    stacks: Object.entries(slots).map(([slot, stack]) => ({ slot: Number(slot), ...stack })),
  };
}

function whereabouts(location: Location): object {
  return { world: worldCoordinate(location), map: mapCoordinate(location) };
}
