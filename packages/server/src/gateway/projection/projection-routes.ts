import {
  type AuditEntry,
  DEFAULT_PAGE,
  FLEET_PLAYERS_READ_PRIVATE,
  type FleetAuditEntry,
  FleetAuditEntry as FleetAuditShape,
  type FleetEvent,
  type FleetPlayer,
  getFleetAudit,
  getFleetEvents,
  holds,
  MAX_PAGE,
  Refusal,
  type RouteQuery,
  searchFleetPlayers,
  watchFleetEvents,
} from '@palatine/contract';
import { parseWorldKey, type WorldKey } from '@palatine/fleet';
import { exportLines } from '../../data-folder/export-lines.ts';
import type { Token } from '../../data-folder/tokens.ts';
import type { Clock } from '../../game/clock.ts';
import { serialize } from '../../game/responses.ts';
import { auditQueryOf, exportFiltersOf } from '../../http/audit-query.ts';
import { type EventSource, EventStreams, type EventText } from '../../http/event-streams.ts';
import { PageExports } from '../../http/page-exports.ts';
import type { Routes } from '../../http/routes.ts';
import { fileNumberOf } from './fleet-database.ts';
import type { PlayerRow } from './player-rows.ts';
import type { PlayerCursor, PlayerQuery } from './player-search.ts';
import type { Projection } from './projection.ts';
import type { FleetAuditQuery, FleetEventQuery, VisibleWorlds } from './row-pages.ts';
import { recordOf, type StoredRow } from './rows.ts';

const AUDIT_FIELDS = Object.keys(FleetAuditShape.properties) as (keyof FleetAuditEntry)[];
const AUDIT_LINES = exportLines('audit', AUDIT_FIELDS, (entry: FleetAuditEntry) => entry);
const EVENT_FIELDS = ['Id', 'World', 'WorldName', 'Incarnation', 'EventId', 'Time', 'Type', 'Data'] as const;
const EVENT_LINES = exportLines('events', EVENT_FIELDS, ({ Event, ...entry }: FleetEvent) => ({
  ...entry,
  EventId: Event.Id,
  Time: Event.Time,
  Type: Event.Type,
  Data: JSON.stringify(Event.Data),
}));

/** Mounts the routes that the projection answers: players, audit and events of all worlds that a token may see. */
export function mountProjection(
  routes: Routes,
  projection: Projection,
  options: Omit<Projected, 'projection'>,
): void {
  const projected = { projection, ...options };
  mountPlayers(routes, projected);
  mountFleetAudit(routes, projected);
  mountFleetEvents(routes, projected);
}

/** Mounts the audit of all worlds: a page of it, or an export. */
function mountFleetAudit(routes: Routes, projected: Projected): void {
  const { projection, worldsOf, nameOf } = projected;
  const exports = new PageExports('audit of the fleet');

  function pageOf(query: FleetAuditQuery) {
    const { rows, next } = projection.use((tables) => tables.auditPage(query));
    const Entries = rows.map(
      (row): FleetAuditEntry => ({ ...worldIn(row, nameOf), ...recordOf<AuditEntry>(row) }),
    );
    return next === undefined ? { Entries } : { Entries, Next: String(next) };
  }

  routes.read(getFleetAudit, async ({ query, token }) => {
    const { World, Format: format = 'json', ...others } = query;
    const world = worldOfQuery({ World });
    const scope = { worlds: worldsOf(token), ...(world === undefined ? {} : { world }) };
    if (format === 'json') return serialize(pageOf({ ...auditQueryOf(others), ...scope }));
    const filters = exportFiltersOf(query);
    return exports.open(AUDIT_LINES[format], async (cursor) =>
      pageOf({ ...filters, ...scope, limit: MAX_PAGE, cursor }),
    );
  });
}

/** Mounts the search for players in all worlds, and where one of them is known. */
function mountPlayers(routes: Routes, projected: Projected): void {
  const { projection, worldsOf, nameOf } = projected;
  const saysUserIds = ({ permissions }: Token) => holds(permissions, FLEET_PLAYERS_READ_PRIVATE);
  const asPlayers = (rows: readonly PlayerRow[], token: Token) =>
    rows.map((row) => playerOf(row, nameOf(row.world), saysUserIds(token)));

  routes.read(searchFleetPlayers, ({ query, token }) => {
    const asked = queryOf(query);
    const scope = { worlds: worldsOf(token), byUserId: saysUserIds(token) };
    const { rows, next } = projection.use((tables) => tables.searchPlayers({ ...asked, ...scope }));
    return serialize({
      Rows: asPlayers(rows, token),
      ...(next !== undefined && { Next: cursorText(next) }),
    });
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
function mountFleetEvents(routes: Routes, projected: Projected): void {
  mountPastEvents(routes, projected);
  mountEventStream(routes, projected);
}

function mountPastEvents(routes: Routes, projected: Projected): void {
  const { projection, worldsOf, nameOf } = projected;
  const exports = new PageExports('events of the fleet');

  function pageOf(query: FleetEventQuery) {
    const { rows, next } = projection.use((tables) => tables.eventPage(query));
    const Entries = rows.map((row) => fleetEventOf(row, nameOf));
    return next === undefined ? { Entries } : { Entries, Next: next };
  }

  routes.read(getFleetEvents, async ({ query, token }) => {
    const { Before: cursor, Limit: limit = DEFAULT_PAGE, Format: format = 'json' } = query;
    const filters = { ...filtersOf(query), worlds: worldsOf(token) };
    if (format === 'json') {
      return serialize(pageOf({ ...filters, cursor, limit }));
    }
    assertNoPage(query);
    return exports.open(EVENT_LINES[format], async (next) =>
      pageOf({ ...filters, cursor: next, limit: MAX_PAGE }),
    );
  });
}

/** Mounts the stream. It ends with the gateway, and when its token may not watch it any more. */
function mountEventStream(routes: Routes, projected: Projected): void {
  const streams = new EventStreams({
    source: fleetEvents(projected),
    clock: projected.clock,
    busy: 'too many watch the events of the fleet already',
    collectMs: COLLECT_MS,
    retryMs: RETRY_MS,
  });
  routes.app.addHook('preClose', (done) => {
    streams.close();
    done();
  });

  routes.read(watchFleetEvents, (call) => {
    const { token } = call;
    return streams.answer(call, () => {
      const worlds = projected.worldsOf(routes.policy.tokens.byId(token.id) ?? token);
      return ({ world = '' }: EventText) => worlds === 'all' || worlds.has(world);
    });
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
      return projection.use((tables) => tables.newestEventId());
    },
    pageAfter(id) {
      const { rows, until } = projection.use((tables) => tables.eventsAfter(id, PAGE));
      const events = rows.map((row) => {
        return { id: row.id, world: row.world, text: fleetEventText(fleetEventOf(row, nameOf)) };
      });
      return { events, until };
    },
    isOwn: (id) => fileNumberOf(id) === fileNumberOf(projection.use((tables) => tables.newestEventId())),
    watch: (onNews) => projection.onEvents(onNews),
  };
}

/** The world of a row. */
function worldIn({ world, incarnation }: StoredRow, nameOf: Projected['nameOf']) {
  return { World: world, WorldName: nameOf(world), Incarnation: incarnation };
}

/** An event of a world, which may be newer and send types that are not in the contract. */
export function fleetEventOf(row: StoredRow, nameOf: Projected['nameOf']): FleetEvent {
  return { Id: row.id, ...worldIn(row, nameOf), Event: recordOf(row) };
}

/** An event as text/event-stream. */
export function fleetEventText(event: FleetEvent): string {
  // A type is free text of a world: only letters, digits, dots and hyphens make a line of their own.
  const type = event.Event.Type.replaceAll(/[^\w.-]/g, '_');
  return `id: ${event.Id}\nevent: ${type}\ndata: ${JSON.stringify(event)}\n\n`; // JSON holds no line breaks
}

type Query = RouteQuery<typeof getFleetEvents>;

/** Throws VALIDATION_FAILED for a world that is no key. */
function filtersOf(query: Query): Omit<FleetEventQuery, 'worlds' | 'limit'> {
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
  /** The name of a world; '' when unknown. */
  nameOf(world: WorldKey): string;
}
