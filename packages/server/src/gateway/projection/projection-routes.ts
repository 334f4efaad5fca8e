import {
  DEFAULT_PAGE,
  FLEET_PLAYERS_READ_PRIVATE,
  type FleetAuditEntry,
  FleetAuditEntry as FleetAuditShape,
  type FleetPlayer,
  getFleetAudit,
  getFleetEvents,
  getFleetPlayer,
  holds,
  MAX_PAGE,
  Refusal,
  type RouteQuery,
  searchFleetPlayers,
  watchFleetEvents,
} from '@palatine/contract';
import { parseWorldKey, type WorldKey } from '@palatine/fleet';
import type { FastifyInstance } from 'fastify';
import { exportLines } from '../../data-folder/export-lines.ts';
import type { Token } from '../../data-folder/tokens.ts';
import type { Clock } from '../../game/clock.ts';
import { serialize } from '../../game/responses.ts';
import { auditQueryOf, exportFiltersOf, exportFormatOf } from '../../http/audit-query.ts';
import type { RequestPolicy } from '../../http/authorize.ts';
import { type EventSource, EventStreams, type EventText } from '../../http/event-streams.ts';
import { mountRead, mountResponse, mountStream } from '../../http/mount.ts';
import { PageExports } from '../../http/page-exports.ts';
import { sendCachedResponse } from '../../http/respond.ts';
import { StreamTokens } from '../../http/stream-tokens.ts';
import { type FleetAuditQuery, fleetAuditEntryOf } from './audit-pages.ts';
import type { VisibleWorlds } from './conditions.ts';
import {
  EVENT_LINES,
  type FleetEventFilters,
  type FleetEventQuery,
  fleetEventOf,
  fleetEventText,
} from './event-pages.ts';
import { fileNumberOf } from './fleet-database.ts';
import type { PlayerRow } from './player-rows.ts';
import type { PlayerCursor, PlayerQuery } from './player-search.ts';
import type { Projection } from './projection.ts';

const FIELDS = Object.keys(FleetAuditShape.properties) as (keyof FleetAuditEntry)[];
const LINES = exportLines('audit', FIELDS, (entry: FleetAuditEntry) => entry);

/** Mounts the routes that the projection answers: players, audit and events of all worlds that a token may see. */
export function mountProjection(
  app: FastifyInstance,
  policy: RequestPolicy,
  projection: Projection,
  options: Omit<Projected, 'projection'>,
): void {
  const projected = { projection, ...options };
  mountPlayers(app, policy, projected);
  mountFleetAudit(app, policy, projected);
  mountFleetEvents(app, policy, projected);
}

/** Mounts the audit of all worlds: a page of it, or an export. */
function mountFleetAudit(app: FastifyInstance, policy: RequestPolicy, projected: Projected): void {
  const { projection, worldsOf, nameOf } = projected;
  const exports = new PageExports('audit of the fleet');

  function pageOf(query: FleetAuditQuery) {
    const { rows, next } = projection.auditPage(query);
    const Entries = rows.map((row) => fleetAuditEntryOf(row, nameOf));
    return next === undefined ? { Entries } : { Entries, Next: String(next) };
  }

  mountResponse(app, policy, getFleetAudit, async ({ query, token, request, reply }) => {
    const { World, ...others } = query;
    const world = worldOfQuery({ World });
    const scope = { worlds: worldsOf(token), ...(world === undefined ? {} : { world }) };
    const format = exportFormatOf(query);
    if (format === undefined) {
      return sendCachedResponse(request, reply, serialize(pageOf({ ...auditQueryOf(others), ...scope })));
    }
    const filters = exportFiltersOf(others);
    return exports.send(reply, LINES[format], async (cursor) =>
      pageOf({ ...filters, ...scope, limit: MAX_PAGE, cursor }),
    );
  });
}

/** Mounts the search for players in all worlds, and where one of them is known. */
function mountPlayers(app: FastifyInstance, policy: RequestPolicy, projected: Projected): void {
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

/** Mounts the events of all worlds: those that have happened, or an export of them, and those that happen. */
function mountFleetEvents(app: FastifyInstance, policy: RequestPolicy, projected: Projected): void {
  mountPastEvents(app, policy, projected);
  mountEventStream(app, policy, projected);
}

function mountPastEvents(app: FastifyInstance, policy: RequestPolicy, projected: Projected): void {
  const { projection, worldsOf, nameOf } = projected;
  const exports = new PageExports('events of the fleet');

  function pageOf(query: FleetEventQuery) {
    const { rows, next } = projection.eventPage(query);
    const Entries = rows.map((row) => fleetEventOf(row, nameOf));
    return next === undefined ? { Entries } : { Entries, Next: next };
  }

  mountResponse(app, policy, getFleetEvents, async ({ query, token, request, reply }) => {
    const { Before: before, Limit: limit = DEFAULT_PAGE, Format: format = 'json' } = query;
    const filters = { ...filtersOf(query), worlds: worldsOf(token) };
    if (format === 'json') {
      return sendCachedResponse(request, reply, serialize(pageOf({ ...filters, before, limit })));
    }
    assertNoPage(query);
    return exports.send(reply, EVENT_LINES[format], async (cursor) =>
      pageOf({ ...filters, before: cursor, limit: MAX_PAGE }),
    );
  });
}

/** Mounts the stream. It ends with the gateway, and when its token may not watch it any more. */
function mountEventStream(app: FastifyInstance, policy: RequestPolicy, projected: Projected): void {
  const streams = new EventStreams({
    source: fleetEvents(projected),
    clock: projected.clock,
    busy: 'too many watch the events of the fleet already',
    collectMs: COLLECT_MS,
    retryMs: RETRY_MS,
  });
  const held = new StreamTokens(policy.tokens);
  app.addHook('preClose', (done) => {
    held.close();
    streams.close();
    done();
  });

  mountStream(app, policy, watchFleetEvents, (call) => {
    const { token } = call;
    const visible = () => {
      const worlds = projected.worldsOf(policy.tokens.byId(token.id) ?? token);
      return ({ world = '' }: EventText) => worlds === 'all' || worlds.has(world);
    };
    held.open(watchFleetEvents, call, (onEnd) => streams.open(call, onEnd, visible));
  });
}

/** Events of a page, of some hundred bytes each. */
const PAGE = 200;
/** Events that arrive within so short a time are passed on together. */
const COLLECT_MS = 50;
/** Until the file is read again that could not be read: the readers of its streams fail as well, and log why. */
const RETRY_MS = 1000;

/** The events of all worlds, for streams. Those of a file that was made anew have other ids. */
function fleetEvents({ projection, nameOf }: Projected): EventSource {
  return {
    get newestId() {
      return projection.newestEventId;
    },
    pageAfter(id) {
      const { rows, until } = projection.eventsAfter(id, PAGE);
      const events = rows.map((row) => {
        return { id: row.id, world: row.world, text: fleetEventText(fleetEventOf(row, nameOf)) };
      });
      return { events, until };
    },
    isOwn: (id) => fileNumberOf(id) === fileNumberOf(projection.newestEventId),
    watch: (onNews) => projection.onEvents(onNews),
  };
}

type Query = RouteQuery<typeof getFleetEvents>;

/** Throws VALIDATION_FAILED for a world that is no key. */
function filtersOf(query: Query): FleetEventFilters {
  const { Type, Player: player, Text: text, From, To } = query;
  return {
    world: worldOfQuery(query),
    // Any type counts: a newer world may send some that are not in the contract.
    types: Type?.split(',').map((type) => type.trim().toLowerCase()),
    player,
    text,
    fromMs: From === undefined ? undefined : Date.parse(From),
    toMs: To === undefined ? undefined : Date.parse(To),
  };
}

/** Throws VALIDATION_FAILED for an export with what belongs to pages. */
function assertNoPage(query: Query): void {
  for (const name of ['Limit', 'Before'] as const) {
    if (query[name] === undefined) continue;
    const message = `${name} belongs to pages; Format=${query.Format} answers with all events, From and To bound them`;
    throw new Refusal('VALIDATION_FAILED', message);
  }
}

/** The world that a query names; undefined for all. Throws VALIDATION_FAILED for what is no key. */
function worldOfQuery({ World }: { World?: string | undefined }): WorldKey | undefined {
  if (World === undefined) return undefined;
  const world = parseWorldKey(World);
  if (world !== undefined) return world;
  throw new Refusal(
    'VALIDATION_FAILED',
    'World must be the key of a world, as GET /v1/fleet/worlds lists it',
  );
}

/** What the routes of the projection stand on. */
interface Projected {
  projection: Projection;
  clock: Clock;
  /** The worlds that a token may see. */
  worldsOf(token: Token): VisibleWorlds;
  /** Has the worlds that are online say who is there now, of those the token may see. @returns which did not answer. */
  refresh(token: Token, world: WorldKey | undefined): Promise<WorldKey[]>;
  /** The name of a world; '' when unknown. */
  nameOf(world: WorldKey): string;
}
