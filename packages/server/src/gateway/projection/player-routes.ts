import {
  DEFAULT_PAGE,
  FLEET_PLAYERS_READ_PRIVATE,
  type FleetPlayer,
  getFleetPlayer,
  holds,
  Refusal,
  type RouteQuery,
  searchFleetPlayers,
} from '@palatine/contract';
import type { FastifyInstance } from 'fastify';
import type { Token } from '../../data-folder/tokens.ts';
import { serialize } from '../../game/response-format.ts';
import { mountRead } from '../../http/mount.ts';
import type { RequestPolicy } from '../../http/request-policy.ts';
import type { PlayerRow } from './player-rows.ts';
import type { PlayerCursor, PlayerQuery } from './player-search.ts';
import type { Projected } from './projected.ts';
import { worldOfQuery } from './world-of-query.ts';

/** Mounts the search for players in all worlds, and where one of them is known. */
export function mountPlayers(app: FastifyInstance, policy: RequestPolicy, projected: Projected): void {
  const { projection, worldsOf, nameOf, refresh } = projected;
  const saysUserIds = ({ permissions }: Token) => holds(permissions, FLEET_PLAYERS_READ_PRIVATE);
  const asPlayers = (rows: readonly PlayerRow[], token: Token) =>
    rows.map((row) => playerOf(row, nameOf(row.world), saysUserIds(token)));

  mountRead(app, policy, searchFleetPlayers, async ({ query, token }) => {
    const asked = queryOf(query);
    const Unanswered = query.Live === true ? await refresh(token, asked.world) : undefined;
    const { rows, next } = projection.searchPlayers({
      ...asked,
      worlds: worldsOf(token),
      byUserId: saysUserIds(token),
    });
    return serialize({
      Rows: asPlayers(rows, token),
      ...(next !== undefined && { Next: cursorText(next) }),
      ...(Unanswered !== undefined && { Unanswered }),
    });
  });

  mountRead(app, policy, getFleetPlayer, ({ params, token }) => {
    const rows = projection.sightings(params.user_id, worldsOf(token));
    if (rows.length === 0) throw new Refusal('PLAYER_NOT_FOUND', 'no world knows a player with this UserId');
    return serialize({ Worlds: asPlayers(rows, token) });
  });
}

function queryOf(query: RouteQuery<typeof searchFleetPlayers>): Omit<PlayerQuery, 'worlds' | 'byUserId'> {
  const { Find, Online, Limit = DEFAULT_PAGE, Cursor } = query;
  return {
    find: Find === '' ? undefined : Find,
    world: worldOfQuery(query),
    online: Online,
    limit: Limit,
    cursor: Cursor === undefined ? undefined : cursorOf(Cursor),
  };
}

/** Such as `e12` for those whom the text names exactly, `p34` for the others. */
function cursorText({ exact, id }: PlayerCursor): string {
  return `${exact ? 'e' : 'p'}${id}`;
}

function cursorOf(text: string): PlayerCursor {
  const [, kind, id] = /^([ep])([0-9]{1,15})$/.exec(text) ?? [];
  if (kind !== undefined) return { exact: kind === 'e', id: Number(id) };
  throw new Refusal('VALIDATION_FAILED', 'Cursor must be the Next of a page of this list');
}

function playerOf(row: PlayerRow, worldName: string, withUserId: boolean): FleetPlayer {
  const { world, uid, user_id, name, former, platform, level, guild, online, last_seen } = row;
  return {
    World: world,
    WorldName: worldName,
    Uid: uid,
    ...(withUserId && { UserId: user_id }),
    Name: name,
    FormerNames: former === '' ? [] : former.split('\n'),
    Platform: platform,
    ...(level !== null && { Level: level }),
    ...(guild !== null && { Guild: guild }),
    Online: online === 1,
    ...(last_seen !== null && { LastSeen: new Date(last_seen).toISOString() }),
  };
}
