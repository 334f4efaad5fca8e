import type { PlayerRow } from '@palatine/contract';
import { CM_PER_MAP_UNIT, toMapUnits } from '../data/map-units.ts';

/** Whom a message is for. */
export const AUDIENCES = ['everybody', 'alert', 'players', 'guild', 'near'] as const;
export type Audience = (typeof AUDIENCES)[number];

/** What narrows an audience. */
export interface Narrowing {
  /** PlayerUIDs of `players`. */
  readonly uids: readonly string[];
  /** Id of the guild. */
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

/** A guild of which somebody is online. */
export interface OnlineGuild {
  readonly id: string;
  readonly name: string;
  /** Name of the head, by which a guild without a name is known. */
  readonly head: string;
  readonly online: number;
}

/** The guilds of which somebody is online, those with the most first. */
export function onlineGuilds(online: readonly PlayerRow[]): readonly OnlineGuild[] {
  const guilds = new Map<string, OnlineGuild>();
  for (const { GuildId, GuildName = '', GuildHead = '' } of online) {
    if (GuildId === undefined) continue;
    const before = guilds.get(GuildId)?.online ?? 0;
    guilds.set(GuildId, { id: GuildId, name: GuildName, head: GuildHead, online: before + 1 });
  }
  return [...guilds.values()].sort((a, b) => b.online - a.online || (a.id < b.id ? -1 : 1));
}
