import { Refusal, ZERO_GUID } from '@palatine/contract';
import {
  type BaseContents,
  type BaseCounts,
  baseContents,
  countContents,
  summaryOf,
} from '../../queries/base-contents.ts';
import { obstacleTo } from '../../queries/base-deletion.ts';
import { findCamp } from '../../state/find-camp.ts';
import type { GameContext } from '../../state/game-context.ts';
import type { World } from '../../state/world.ts';
import type { Command, CommandIssuer } from '../command.ts';
import { archiveName, archiveOf } from './base-archive.ts';

/**
 * Deletes a camp with its contents. Archives them first: without an archive, nothing is deleted. Natural objects of the
 * camp stay in the world.
 */
export const deleteBase: Command<'deleteBase'> = (game, { params, issuer }) => {
  const { world, now, faults } = game;
  const camp = findCamp(game, params.base_camp_id);
  faults.throwIfInjected('deletebase', () => new Refusal('DELETE_BASE_FAILED'));
  const contents = baseContents(world, camp);
  const obstacle = obstacleTo(world, contents);
  if (obstacle !== undefined) throw new Refusal('DELETE_BASE_FAILED', `${obstacle}; nothing was deleted`);
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
