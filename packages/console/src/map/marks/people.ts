import type { PlayerRow } from '@palatine/contract';
import type { WorldPoint } from '../../ground/regions.ts';
import type { PositionBook } from '../positions/position-book.ts';
import type { Mark } from './mark.ts';

/** What the map says of a player beside their place. */
export type Person = Pick<PlayerRow, 'Uid' | 'Name' | 'Online' | 'Level' | 'GuildId' | 'GuildName' | 'Place'>;

/**
 * Players as marks: where the stream has them; where it had them last, of those whom it is not asked for now; else
 * where the list has them. Whoever the world knows no place of has no mark.
 */
export function peopleMarks(
  people: ReadonlyMap<string, Person>,
  { positions, elsewhere }: Pick<PositionBook, 'positions' | 'elsewhere'>,
): { online: Mark[]; offline: Mark[] } {
  const streamed = new Set(positions.map(({ uid }) => uid));
  const marks = [
    ...positions.map(({ uid, online, ...at }) => markOf(uid, people.get(uid), online, at)),
    ...[...elsewhere.values()].map(({ uid, online, x, y, z }) =>
      markOf(uid, people.get(uid), people.get(uid)?.Online ?? online, { x, y, z }),
    ),
    ...[...people.values()].flatMap((person) => {
      const { Place, Uid, Online } = person;
      if (Place === undefined || streamed.has(Uid) || elsewhere.has(Uid)) return [];
      return [markOf(Uid, person, Online, { x: Place.X, y: Place.Y, z: Place.Z })];
    }),
  ];
  return {
    online: marks.filter(({ layer }) => layer === 'online'),
    offline: marks.filter(({ layer }) => layer === 'offline'),
  };
}

function markOf(
  uid: string,
  person: Person | undefined,
  online: boolean,
  at: WorldPoint & Pick<Mark, 'z' | 'was'>,
): Mark {
  const { Name = '', Level, GuildId = '', GuildName = '' } = person ?? {};
  return {
    layer: online ? 'online' : 'offline',
    id: uid,
    subject: uid,
    name: Name,
    note: GuildName,
    guildId: GuildId,
    ...(Level !== undefined && { level: Level }),
    ...at,
  };
}
