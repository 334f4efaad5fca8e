import { type Guid, ZERO_GUID } from '@palatine/contract';
import type { SaveCamp } from '@palatine/save';
import { finite, worldCoordinate } from '../state/wire-format.ts';
import type { Boxes } from './boxes.ts';
import type { ImportJob } from './import-job.ts';

/** Imports camps in the order of their guilds' lists, as the game shows them; then the rest. */
export function importCamps(job: ImportJob, boxes: Boxes): void {
  const { save, world } = job;
  const listedBy = campsListedByGuilds(job);
  const place = new Map([...listedBy.keys()].map((id, index) => [id, index]));
  const last = place.size;
  const camps = save.camps.toSorted((a, b) => (place.get(a.id) ?? last) - (place.get(b.id) ?? last));
  for (const camp of camps) {
    if (camp.id === ZERO_GUID || world.camps.has(camp.id)) continue;
    world.camps.put({
      id: camp.id,
      name: camp.name,
      guildId: listedBy.get(camp.id) ?? ownGuildOf(job, camp),
      state: camp.state,
      location: worldCoordinate(camp.location),
      areaRangeCm: finite(camp.areaRangeCm),
      workers: boxes.take(camp.workerContainerId, 0),
    });
  }
}

function campsListedByGuilds({ save, world }: ImportJob): Map<Guid, Guid> {
  const listedBy = new Map<Guid, Guid>();
  for (const { id, guild } of save.groups) {
    if (guild === null || !world.guilds.has(id)) continue;
    for (const campId of guild.campIds) if (!listedBy.has(campId)) listedBy.set(campId, id);
  }
  return listedBy;
}

/** The zero GUID when the guild is gone: the camp remains, and can be deleted. */
function ownGuildOf({ world }: ImportJob, { guildId }: SaveCamp): Guid {
  return world.guilds.has(guildId) ? guildId : ZERO_GUID;
}
