import { searchFleetPlayers } from '@palatine/contract';
import type { ListReply, WindowQuery } from '../data/rows.ts';
import { atFleet } from '../navigation/place.ts';
import { client } from '../session/session.ts';
import { given } from '../table/list-address.ts';
import { chosenWorld } from '../worlds/fleet-worlds.ts';
import { type Player, playerQuery } from './player-query.ts';

/** Reads a window of the players that an address asks for: of a world, or of every world of a fleet in its order. */
export async function readPlayers(
  address: URLSearchParams,
  { Limit, Cursor }: WindowQuery,
  signal: AbortSignal,
): Promise<ListReply<Player>> {
  const query = playerQuery(address, Date.now());
  if (!atFleet) {
    const window = { Limit, ...(Cursor !== undefined && { Cursor }) };
    return client().searchPlayers({ query: { ...query, ...window }, signal });
  }
  const { Find, Status } = query;
  const Online = Status === undefined ? undefined : Status === 'Online';
  const asked = given({ Find, Online, World: chosenWorld(), Limit, Cursor });
  const { Rows, Next } = await client().call(searchFleetPlayers, { query: asked, signal });
  const rows = Rows.map(({ Guild = '', ...row }) => ({
    ...row,
    GuildName: Guild,
    HasPlayerFile: true,
    Banned: false,
  }));
  return { Rows: rows, Next };
}
