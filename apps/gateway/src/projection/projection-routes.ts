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
import type { Token } from '@palatine/contract/tokens';
import { parseWorldKey, type WorldKey } from '@palatine/fleet/messages';
import type { Clock } from '@palatine/platform/clock';
import { assertNoPage, auditFiltersOf, cursorNumber, exportLines } from '@palatine/platform/export-lines';
import { serialize } from '@palatine/platform/response-bytes';
import type { Page } from '@palatine/platform/sql-pages';
import { type EventSource, type EventText, eventStreams, pageExports } from '@palatine/web/event-streams';
import type { Routes } from '@palatine/web/routes';
import { fileNumberOf } from './fleet-database.ts';
import type { PlayerRow } from './players.ts';
import type { Projection } from './projection.ts';
import type { ProjectionTables } from './projection-tables.ts';
import { type FleetQuery, recordOf, type StoredRow, type VisibleWorlds } from './rows.ts';

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
export function mountProjection(routes: Routes, options: ProjectionOptions): void {
  mountPlayers(routes, options);
  mountFleetAudit(routes, options);
  mountPastEvents(routes, options);
  mountEventStream(routes, options);
}

/** Answers queries for rows of all worlds with a page or an export. */
function rowAnswers<Entry>(
  { projection, worldsOf }: ProjectionOptions,
  what: string,
  lines: ReturnType<typeof exportLines<Entry, string>>,
  entryOf: (row: StoredRow) => Entry,
) {
  const exports = pageExports(what);
  return async (
    query: Pick<RouteQuery<typeof getFleetEvents>, 'World' | 'Limit' | 'Cursor' | 'Format'>,
    token: Token,
    read: (tables: ProjectionTables, page: FleetQuery) => Page<StoredRow>,
  ) => {
    const scope = { world: worldOfQuery(query), worlds: worldsOf(token) };
    const pageOf = (bounds: Pick<FleetQuery, 'limit' | 'cursor'>) => {
      const { rows, next } = projection.use((tables) => read(tables, { ...scope, ...bounds }));
      return { Entries: rows.map(entryOf), ...(next !== undefined && { Next: String(next) }) };
    };
    const { Format: format = 'json', Limit: limit = DEFAULT_PAGE, Cursor } = query;
    if (format === 'json') return serialize(pageOf({ limit, cursor: cursorNumber(Cursor) }));
    assertNoPage(query);
    return exports(lines[format], async (cursor) => pageOf({ limit: MAX_PAGE, cursor }));
  };
}

function mountFleetAudit(routes: Routes, options: ProjectionOptions): void {
  const entryOf = (row: StoredRow): FleetAuditEntry => ({
    ...worldIn(row, options.nameOf),
    ...recordOf<AuditEntry>(row),
  });
  const answer = rowAnswers(options, 'audit of the fleet', AUDIT_LINES, entryOf);
  routes.read(getFleetAudit, ({ query, token }) => {
    const filters = auditFiltersOf(query);
    return answer(query, token, (tables, page) => tables.auditPage({ ...filters, ...page }));
  });
}

function mountPlayers(routes: Routes, { projection, worldsOf, nameOf }: ProjectionOptions): void {
  routes.read(searchFleetPlayers, ({ query, token }) => {
    const { Find: find = '', Online: online, Limit: limit = DEFAULT_PAGE, Cursor: cursor } = query;
    const byUserId = holds(token.permissions, FLEET_PLAYERS_READ_PRIVATE);
    const scope = { world: worldOfQuery(query), worlds: worldsOf(token), byUserId };
    const filters = { find: find === '' ? undefined : find, online, limit, cursor };
    const { rows, next } = projection.use((tables) => tables.searchPlayers({ ...filters, ...scope }));
    return serialize({
      Rows: rows.map((row) => playerOf(row, nameOf(row.world), byUserId)),
      ...(next !== undefined && { Next: next }),
    });
  });
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

function mountPastEvents(routes: Routes, options: ProjectionOptions): void {
  const entryOf = (row: StoredRow) => fleetEventOf(row, options.nameOf);
  const answer = rowAnswers(options, 'events of the fleet', EVENT_LINES, entryOf);
  routes.read(getFleetEvents, ({ query, token }) => {
    const { Type, Player: player, Text: text, From, To } = query;
    const filters = {
      // Any type is allowed: a newer world may send some that are not in the contract.
      types: Type?.split(',').map((type) => type.trim().toLowerCase()),
      player,
      text,
      fromMs: From === undefined ? undefined : Date.parse(From),
      toMs: To === undefined ? undefined : Date.parse(To),
    };
    return answer(query, token, (tables, page) => tables.eventPage({ ...filters, ...page }));
  });
}

/** Mounts the stream. It ends with the gateway, and when its token loses the permission. */
function mountEventStream(routes: Routes, options: ProjectionOptions): void {
  const streams = eventStreams({
    source: fleetEvents(options),
    clock: options.clock,
    busy: 'too many event streams of the fleet are open',
    collectMs: COLLECT_MS,
    retryMs: RETRY_MS,
  });
  routes.app.addHook('preClose', async () => streams.close());

  routes.read(watchFleetEvents, (call) => {
    const { token } = call;
    return streams.answer(call, () => {
      const worlds = options.worldsOf(routes.policy.tokens.byId(token.id) ?? token);
      return ({ world = '' }: EventText) => worlds === 'all' || worlds.has(world);
    });
  });
}

/** Events of a page, of some hundred bytes each. */
const PAGE = 200;
/** Events within this time are sent together. */
const COLLECT_MS = 50;
/** Pause before a failed file is read again: the readers of the stream fail as well, and log why. */
const RETRY_MS = 1000;

/** The events of all worlds, for streams. A rebuilt file has other ids. */
function fleetEvents({ projection, nameOf }: ProjectionOptions): EventSource {
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
    watch: (onEvents) => projection.onEvents(onEvents),
  };
}

function worldIn({ world, incarnation }: StoredRow, nameOf: ProjectionOptions['nameOf']) {
  return { World: world, WorldName: nameOf(world), Incarnation: incarnation };
}

/** An event of a world, which may be newer and send types that are not in the contract. */
export function fleetEventOf(row: StoredRow, nameOf: ProjectionOptions['nameOf']): FleetEvent {
  return { Id: row.id, ...worldIn(row, nameOf), Event: recordOf(row) };
}

export function fleetEventText(event: FleetEvent): string {
  // A type is free text of a world: it must not contain line breaks.
  const type = event.Event.Type.replaceAll(/[^\w.-]/g, '_');
  return `id: ${event.Id}\nevent: ${type}\ndata: ${JSON.stringify(event)}\n\n`; // JSON holds no line breaks
}

/** The world of a query; undefined for all. Throws VALIDATION_FAILED for an invalid key. */
function worldOfQuery({ World }: { World?: string | undefined }): WorldKey | undefined {
  if (World === undefined) return undefined;
  const world = parseWorldKey(World);
  if (world !== undefined) return world;
  throw new Refusal(
    'VALIDATION_FAILED',
    'World must be the key of a world, as GET /v1/fleet/worlds lists it',
  );
}

interface ProjectionOptions {
  projection: Projection;
  clock: Clock;
  worldsOf(token: Token): VisibleWorlds;
  /** The name of a world; '' when unknown. */
  nameOf(world: WorldKey): string;
}
