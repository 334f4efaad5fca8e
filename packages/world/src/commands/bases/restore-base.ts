import { type Guid, Refusal, ZERO_GUID } from '@palatine/contract';
import { baseContents, countContents, summaryOf } from '../../queries/base-contents.ts';
import type { GameContext, OperatorFiles } from '../../state/game-context.ts';
import type { World } from '../../state/world.ts';
import type { Command } from '../command.ts';
import { assertFits } from './archive-fits.ts';
import { type ArchivedBase, readArchive } from './read-archive.ts';

/** Brings a deleted base back from its archive: exactly as it was, or not at all. */
export const restoreBase: Command<'restoreBase'> = (game: GameContext, { params: { file }, issuer }) => {
  const { world, now, files } = game;
  const archived = readArchive(files, file);
  assertNewest(files, file, archived.camp.id);
  assertFits(world, file, archived);

  putBack(world, archived);
  const contents = baseContents(world, archived.camp);
  const counts = countContents(contents);
  const summary = summaryOf(contents, counts);
  const { id: campId, guildId } = archived.camp;
  world.emit('base.restored', now(), {
    campId,
    guildId,
    summary,
    restored: counts,
    file,
    issuer: issuer.name,
  });
  return { BaseCamp: { Id: campId, Summary: summary }, Restored: counts, File: file };
};

/** What players took from a base that was restored and deleted again would be there twice with its older archive. */
function assertNewest(files: OperatorFiles, file: string, campId: Guid): void {
  const newest = files.newestArchive(campId);
  if (newest === undefined || newest <= file) return; // a name begins with the time
  throw new Refusal(
    'ARCHIVE_CONFLICT',
    `${file} cannot be restored: ${newest} holds the same base as it was later; nothing was restored`,
  );
}

function putBack(world: World, { camp, pals, objects, containers, natural }: ArchivedBase): void {
  world.camps.put(camp);
  for (const container of containers) world.containers.put(container);
  for (const object of objects) world.mapObjects.put(object);
  for (const pal of pals) world.characters.put(pal);
  // They stayed in the world and are not the base's: what is gone, or has come into another camp, is left as it is.
  for (const object of world.pick(world.mapObjects, natural)) {
    if (object.natural && object.campId === ZERO_GUID) world.mapObjects.put({ ...object, campId: camp.id });
  }
}
