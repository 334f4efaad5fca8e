import type { PlayerRow } from '@palatine/contract';
import { CM_PER_MAP_UNIT, toMapUnits } from '../data/map-units.ts';

/** Whom a message is for. */
export const AUDIENCES = ['everybody', 'alert', 'players', 'guild', 'near'] as const;
export type Audience = (typeof AUDIENCES)[number];

/** Whether it reaches everybody online. */
export const isForAll = (audience: Audience) => audience === 'everybody' || audience === 'alert';

/** What narrows an audience. */
export interface Narrowing {
  readonly uids: readonly string[];
  readonly guild: string;
  /** The middle of `near`, in the coordinates of the in-game map. */
  readonly x: number | null;
  readonly y: number | null;
  readonly metres: number | null;
}

const CM_PER_METRE = 100;

/** The players online whom a message to this audience reaches; everybody online for `everybody` and `alert`. */
export function recipientsOf(
  online: readonly PlayerRow[],
  audience: Audience,
  { uids, guild, x, y, metres }: Narrowing,
): readonly PlayerRow[] {
  if (audience === 'players') return online.filter(({ Uid }) => uids.includes(Uid));
  if (audience === 'guild') return guild === '' ? [] : online.filter(({ GuildId }) => GuildId === guild);
  if (audience !== 'near') return online;
  if (x === null || y === null || metres === null) return [];
  return online.filter(({ Place }) => {
    if (Place === undefined) return false;
    const { mapX, mapY } = toMapUnits({ x: Place.X, y: Place.Y });
    return (Math.hypot(mapX - x, mapY - y) * CM_PER_MAP_UNIT) / CM_PER_METRE <= metres;
  });
}

/** The guilds of which somebody is online, those with the most first. `head` tells a guild without a name apart. */
export function onlineGuilds(online: readonly PlayerRow[]) {
  return [...Map.groupBy(online, ({ GuildId = '' }) => GuildId)]
    .filter(([id]) => id !== '')
    .map(([id, members]) => ({
      id,
      name: members[0]?.GuildName ?? '',
      head: members[0]?.GuildHead ?? '',
      online: members.length,
    }))
    .sort((a, b) => b.online - a.online || (a.id < b.id ? -1 : 1));
}
