import type { Guid } from '@palatine/contract';
import type { Location } from '../state/model.ts';
import type { World } from '../state/world.ts';

/** A camp further away is out of walking range. */
const WALKABLE_CM = 100_000;

/** Where a player stays: the guild's nearest camp in walking range of `at`, else `at`, else any camp. */
export function homeOf(world: World, uid: Guid, at: Location | undefined): Location | undefined {
  const guildId = world.guildsByMember.first(uid);
  if (guildId === undefined) return at;
  let home = at;
  let least = at === undefined ? Number.POSITIVE_INFINITY : WALKABLE_CM;
  for (const campId of world.campsByGuild.keys(guildId)) {
    const camp = world.camps.get(campId);
    if (camp === undefined) continue;
    const away = at === undefined ? 0 : Math.hypot(camp.location.x - at.x, camp.location.y - at.y);
    if (away < least) [home, least] = [camp.location, away];
  }
  return home;
}
