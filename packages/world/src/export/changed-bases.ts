import type { ChangeJob } from './change-job.ts';
import { isSameGuild } from './same-in-save.ts';
import { isSameValue } from './same-value.ts';
import { changesBetween, type RecordChange } from './world-records.ts';

/** Finds deleted camps, and refuses every other change of camps, guilds, map objects and discoveries: no edit writes those. */
export function findChangedBases(job: ChangeJob): void {
  const { before, after, names, goneCamps, edits, refusals } = job;
  for (const { id } of goneCamps) edits.push({ kind: 'deleteCamp', campId: id });
  for (const camp of changesBetween(before.camps, after.camps, isSameValue)) {
    if (camp.after === undefined) continue;
    const name = names.camp(camp.after);
    refusals.push(
      camp.before === undefined
        ? `${name} is not in the save: no edit builds a base`
        : `${name} has changed: no edit writes that`,
    );
  }
  for (const guild of changesBetween(before.guilds, after.guilds, isSameGuild)) {
    const record = guild.after ?? guild.before;
    if (record !== undefined) refusals.push(`${names.guild(record)} ${whatOf(guild)}: no edit writes guilds`);
  }
  for (const found of changesBetween(before.discoveries, after.discoveries, isSameValue)) {
    refusals.push(`what ${names.player(found.key)} has found ${whatOf(found)}: no edit writes that`);
  }
  refuseMapObjects(job);
}

function whatOf({ before, after }: RecordChange<object>): string {
  if (before === undefined) return 'is new';
  return after === undefined ? 'is gone' : 'has changed';
}

/** One sentence for all of them: there may be thousands. */
function refuseMapObjects({ before, after, refusals }: ChangeJob): void {
  const changes = [...changesBetween(before.mapObjects, after.mapObjects, isSameValue)];
  const [first] = changes;
  if (first === undefined) return;
  const { objectId = '' } = first.after ?? first.before ?? {};
  const others = changes.length === 1 ? '' : `, and so do ${changes.length - 1} others`;
  refusals.push(`${objectId} ${first.key} on the map ${whatOf(first)}${others}: no edit writes map objects`);
}
