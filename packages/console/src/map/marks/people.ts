import type { PlayerRow } from '@palatine/contract';
import type { Mark } from './mark.ts';
import type { Position } from './position-book.ts';

/** What the map says of a player beside their place. */
export type Person = Pick<PlayerRow, 'Uid' | 'Name' | 'Online' | 'Level' | 'GuildId' | 'GuildName' | 'Place'>;

/**
 * Players as marks: where the stream has them, or where the list has them while there is no stream. Whoever the world
 * knows no place of has no mark.
 */
export function peopleMarks(
  people: ReadonlyMap<string, Person>,
  positions: readonly Position[] | undefined,
): { online: Mark[]; offline: Mark[] } {
  const marks = positions === undefined ? listed(people) : placed(people, positions);
  return {
    online: marks.filter(({ layer }) => layer === 'online'),
    offline: marks.filter(({ layer }) => layer === 'offline'),
  };
}

function placed(people: ReadonlyMap<string, Person>, positions: readonly Position[]): Mark[] {
  return positions.map(({ uid, x, y, z, online, was }) => ({
    ...described(uid, people.get(uid), online),
    x,
    y,
    z,
    ...(was && { was }),
  }));
}

function listed(people: ReadonlyMap<string, Person>): Mark[] {
  return [...people.values()].flatMap((person) => {
    const { Place, Uid, Online } = person;
    if (Place === undefined) return [];
    return [{ ...described(Uid, person, Online), x: Place.X, y: Place.Y, z: Place.Z }];
  });
}

function described(
  uid: string,
  person: Person | undefined,
  online: boolean,
): Pick<Mark, 'layer' | 'id' | 'name' | 'note' | 'guildId' | 'subject'> & { level?: number } {
  const { Name = '', Level, GuildId = '', GuildName = '' } = person ?? {};
  return {
    layer: online ? 'online' : 'offline',
    id: uid,
    subject: uid,
    name: Name,
    note: GuildName,
    guildId: GuildId,
    ...(Level !== undefined && { level: Level }),
  };
}
