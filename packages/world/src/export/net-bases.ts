import { type NetSearch, NOT_AGAIN } from './net-search.ts';
import { isSameGuild } from './same-in-save.ts';
import { isSameValue } from './same-value.ts';
import { changesBetween } from './world-records.ts';

/** Finds changes of camps, guilds, map objects and discoveries, of which no command but the deletion of a base is done again. */
export function findChangedTables({ before, after, names, others }: NetSearch): void {
  for (const { before: was, after: now } of changesBetween(before.camps, after.camps, isSameValue)) {
    const camp = now ?? was;
    if (camp !== undefined) others.push(`${names.camp(camp)} was restored or changed, ${NOT_AGAIN}`);
  }
  for (const { before: was, after: now } of changesBetween(before.guilds, after.guilds, isSameGuild)) {
    const guild = now ?? was;
    if (guild !== undefined) others.push(`${names.guild(guild)} differs from before, ${NOT_AGAIN}`);
  }
  for (const { key } of changesBetween(before.discoveries, after.discoveries, isSameValue)) {
    others.push(`what ${names.player(key)} has found differs from before, ${NOT_AGAIN}`);
  }
  const objects = [...changesBetween(before.mapObjects, after.mapObjects, isSameValue)];
  if (objects.length > 0)
    others.push(`${objects.length} objects on the map differ from before, ${NOT_AGAIN}`);
}
