import { type Guid, Refusal } from '@palatine/contract';
import type { OperatorFiles } from '../../state/game-context.ts';
import type { Camp, Character, Container, MapObject } from '../../state/model.ts';
import type { WorldInfo } from '../../state/world.ts';
import { ARCHIVE_VERSION, type ArchiveFile, faultOfArchive } from './archive-shape.ts';

/** The records of a deleted base, as they were. */
export interface ArchivedBase {
  readonly world: WorldInfo;
  readonly camp: Camp;
  readonly pals: readonly Character[];
  readonly objects: readonly MapObject[];
  /** The ids of natural objects that stood in the camp. They stayed in the world. */
  readonly natural: readonly Guid[];
  readonly containers: readonly Container[];
}

/** Reads the archive with this file name. Refuses one that is not there, damaged, or of another version. */
export function readArchive(files: OperatorFiles, name: string): ArchivedBase {
  const archive = assertArchive(name, parsed(files, name));
  const { camp, pals, storage, otherContainers } = archive;
  const { palBoxes, buildings, defenseModels, dropItems, otherMapObjects } = archive;
  const objects = [palBoxes, buildings, defenseModels, dropItems, otherMapObjects].flat();
  return {
    world: archive.world,
    camp: { ...camp, location: camp.location.world },
    pals,
    objects: objects.map((object) => ({ ...object, location: object.location.world })),
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
