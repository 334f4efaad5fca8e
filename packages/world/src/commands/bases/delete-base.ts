import { parseGuid, Refusal, ZERO_GUID } from '@palatine/contract';
import { charactersInBox } from '../../queries/pals.ts';
import type { GameContext } from '../../state/game-context.ts';
import type { Camp, Character, MapObject } from '../../state/model.ts';
import type { World } from '../../state/world.ts';
import type { Command, CommandIssuer } from '../command.ts';
import { archiveName, archiveOf } from './base-archive.ts';
import {
  type BaseContents,
  type BaseCounts,
  baseContents,
  countContents,
  summaryOf,
} from './base-contents.ts';

/**
 * Deletes a camp with its contents. Archives them first: without an archive, nothing is deleted. Natural objects of the
 * camp stay in the world.
 */
export const deleteBase: Command<'deleteBase'> = (game, { params, issuer }) => {
  const { world, now, faults } = game;
  const camp = findCamp(game, params.base_camp_id);
  faults.throwIfInjected('deletebase', () => new Refusal('DELETE_BASE_FAILED'));
  const contents = baseContents(world, camp);
  assertNoPalIsLost(world, contents);
  const counts = countContents(contents);
  const summary = summaryOf(contents, counts);
  const archive = writeArchive(game, contents, counts, summary, issuer);

  removeBase(world, contents);
  const { id: campId, guildId } = camp;
  world.emit('base.deleted', now(), {
    campId,
    guildId,
    summary,
    deleted: counts,
    archive,
    issuer: issuer.name,
  });
  return { BaseCamp: { Id: campId, Summary: summary }, Deleted: counts, Archive: archive };
};

function findCamp({ world, faults }: GameContext, campId: string): Camp {
  const id = parseGuid(campId);
  if (id === undefined)
    throw new Refusal(
      'INVALID_BASE_CAMP_ID',
      `${JSON.stringify(campId)} is not a GUID: the id of a base camp has 32 hexadecimal digits`,
    );
  if (faults.baseCampManagerUnavailable) throw new Refusal('BASE_CAMP_MANAGER_UNAVAILABLE');
  const camp = world.camps.get(id);
  if (camp === undefined) throw new Refusal('BASE_CAMP_NOT_FOUND', `no base camp has the id ${id}`);
  return camp;
}

/** A Pal that a player has put into a booth, or dropped, is still that player's, and goes with no base. */
function assertNoPalIsLost(world: World, { objects }: BaseContents): void {
  for (const object of objects) {
    const found = palIn(world, object);
    if (found === undefined) continue;
    throw new Refusal(
      'DELETE_BASE_FAILED',
      `${found} of this base camp, and would be lost with it; nothing was deleted`,
    );
  }
}

/** The first Pal of a player in an object, and where it is. */
function palIn(world: World, { id, objectId, booth }: MapObject): string | undefined {
  if (objectId.toLowerCase() === DROPPED_PAL) return `a Pal that a player dropped (${id}) lies in the area`;
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

function writeArchive(
  { world, now, files }: GameContext,
  contents: BaseContents,
  counts: BaseCounts,
  summary: string,
  issuer: CommandIssuer,
): string {
  const atMs = now();
  const content = archiveOf(contents, { world: world.info, atMs, issuer, summary, counts });
  try {
    return files.writeArchive(archiveName(contents, atMs), content);
  } catch (cause) {
    const refusal = new Refusal(
      'DELETE_BASE_FAILED',
      'the base camp could not be archived; nothing was deleted',
    );
    refusal.cause = cause;
    throw refusal;
  }
}

/** Takes a base out of a world: no more and no less than its deletion does. */
export function removeBase(world: World, contents: BaseContents): void {
  const { camp, pals, objects, natural, storage, otherContainers } = contents;
  for (const pal of pals) world.characters.remove(pal.id);
  for (const object of objects) world.mapObjects.remove(object.id);
  for (const container of [...storage, ...otherContainers]) world.containers.remove(container.id);
  for (const object of natural) world.mapObjects.put({ ...object, campId: ZERO_GUID });
  world.camps.remove(camp.id);
}
