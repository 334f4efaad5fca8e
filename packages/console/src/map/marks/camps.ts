import type { CampRow } from '@palatine/contract';
import type { Mark } from './mark.ts';

/** The name that the game gives to a guild which nobody has named. */
const NAMELESS = 'Unnamed Guild';

/**
 * Bases as marks. Most guilds have no name of their own; they are called after their head.
 * @param unnamed what such a guild is called
 */
export function campMarks(camps: readonly CampRow[], unnamed: (head: string) => string): Mark[] {
  return camps.map(({ Id, GuildId, GuildName, HeadName, Place, AreaRangeCm, Level }) => ({
    layer: 'bases',
    id: Id,
    name: GuildName === NAMELESS ? '' : GuildName,
    note: GuildName === '' || GuildName === NAMELESS ? unnamed(HeadName) : '',
    guildId: GuildId,
    level: Level,
    areaCm: AreaRangeCm,
    x: Place.X,
    y: Place.Y,
    z: Place.Z,
  }));
}
