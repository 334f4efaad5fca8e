import type { DatabaseSync } from 'node:sqlite';
import {
  type EventData,
  type EventType,
  type FleetEvent,
  isUserId,
  LIMITS,
  parseGuid,
} from '@palatine/contract';
import type { WorldKey } from '@palatine/fleet';
import Type, { type Static } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { exportLines } from '../../data-folder/export-lines.ts';
import { isObject } from '../../data-folder/is-object.ts';
import { type Condition, type Page, pagesOf, preparedStatements, rowsBy } from '../../store/pages.ts';
import { playerCondition, type VisibleWorlds, worldConditions } from './conditions.ts';
import type { WorldBatch } from './stream-message.ts';

const FIELDS = ['Id', 'World', 'WorldName', 'Incarnation', 'EventId', 'Time', 'Type', 'Data'] as const;
/** How events are written as a file. */
export const EVENT_LINES = exportLines('events', FIELDS, ({ Event, ...entry }: FleetEvent) => ({
  ...entry,
  EventId: Event.Id,
  Time: Event.Time,
  Type: Event.Type,
  Data: JSON.stringify(Event.Data),
}));

/** The SQL function behind the filter by a text of an event. */
const EVENT_CONTAINS = 'palatine_event_contains';

/** An event of any type: a newer world may send types that are not in the contract. */
const EventRecord = Type.Object({
  Id: Type.Integer({ minimum: 0 }),
  Time: Type.String({ maxLength: 64 }),
  Type: Type.String({ minLength: 1, maxLength: LIMITS.idChars }),
  Data: Type.Record(Type.String(), Type.Unknown()),
});
/** The data of one event, in characters as JSON. */
const MAX_DATA = 1024 * 1024;
const EVENTS_TABLE = {
  name: 'events',
  columns: 'id, world, incarnation, seq, at, type, player_uid, player_user_id, player_name, data',
};

export interface FleetEventFilters {
  world?: WorldKey | undefined;
  /** In lower case. */
  types?: readonly string[] | undefined;
  /** PlayerUID, UserId or whole name. */
  player?: string | undefined;
  /** A part of any text, in any case. */
  text?: string | undefined;
  /** Events from this time on, in ms since 1970. */
  fromMs?: number | undefined;
  /** Events before this time. */
  toMs?: number | undefined;
}

export interface FleetEventQuery extends FleetEventFilters {
  worlds: VisibleWorlds;
  /** Only what follows the event with this id, in the order of the query. */
  before?: number | undefined;
  limit: number;
}

/** Reads the events of all worlds by pages, newest first; a page may come short and still have a next. */
export function fleetEventPages(database: DatabaseSync): (query: FleetEventQuery) => Page<EventRow> {
  database.function(EVENT_CONTAINS, { deterministic: true }, eventContains);
  const pageOf = pagesOf<EventRow>(preparedStatements(database), EVENTS_TABLE);

  return ({ worlds, world, before, limit, ...filters }) => {
    const ofWorlds = worldConditions('events', worlds, world);
    if (ofWorlds === undefined) return { rows: [], next: undefined };
    const ofPlayer = filters.player === undefined ? [] : [playerCondition('events', filters.player)];
    const conditions = [...ofPlayer, ...conditionsOf(filters), ...ofWorlds];
    return pageOf({ conditions, cursor: before, limit });
  };
}

function conditionsOf({ types, text, fromMs, toMs }: FleetEventFilters): Condition[] {
  const conditions: Condition[] = [];
  if (types !== undefined) conditions.push(ofTypes(types));
  if (fromMs !== undefined || toMs !== undefined) {
    const values = [fromMs ?? Number.MIN_SAFE_INTEGER, toMs ?? Number.MAX_SAFE_INTEGER];
    conditions.push({ sql: 'at >= ? and at < ?', values, index: rowsBy('events', 'time') });
  }
  if (text !== undefined) {
    conditions.push({ sql: `${EVENT_CONTAINS}(?, type, data)`, values: [text.toLowerCase()] });
  }
  return conditions;
}

function ofTypes(types: readonly string[]): Condition {
  const [only, ...others] = types;
  if (only !== undefined && others.length === 0) {
    return { sql: 'type = ?', values: [only], index: rowsBy('events', 'type') };
  }
  const sql = 'type in (select value from json_each(?))';
  return { sql, values: [JSON.stringify(types)] };
}

/** An event as it is kept. */
export interface EventRow {
  /** Of the projection. */
  id: number;
  world: WorldKey;
  incarnation: string;
  /** Of the world. */
  seq: number;
  /** ms since 1970. */
  at: number;
  type: string;
  player_uid: string;
  player_user_id: string;
  player_name: string;
  /** JSON. */
  data: string;
}

export function eventWriter(database: DatabaseSync) {
  const isEvent = Compile(EventRecord) as unknown as Validator;
  const insert = database.prepare(
    `insert into events (world, incarnation, seq, at, type, player_uid, player_user_id, player_name, data)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict (world, incarnation, seq) do nothing`,
  );

  /** False for a record that is no event. */
  function add({ world, incarnation }: WorldBatch, seq: number, record: unknown): boolean {
    if (!isEvent.Check(record)) return false;
    const { Time, Type: type, Data } = record as Static<typeof EventRecord>; // it has just been checked
    const atMs = Date.parse(Time);
    if (Number.isNaN(atMs) || !isWithinDepth(Data, LIMITS.bodyDepth)) return false;
    const data = JSON.stringify(Data);
    if (data.length > MAX_DATA) return false;
    const { uid, userId, name } = playerOf(Data);
    insert.run(world, incarnation, seq, atMs, type, uid, userId, name, data);
    return true;
  }

  return { add };
}

/** Events that follow one, oldest first. */
export interface EventsAfter {
  rows: EventRow[];
  /** Up to which id these are all: that of the last, or the newest where there are no more. */
  until: number;
}

/** Reads the next events, at most `limit`. */
export function eventsAfter(database: DatabaseSync) {
  const next = database.prepare(
    `select ${EVENTS_TABLE.columns} from events where id > ? order by id limit ?`,
  );
  const newest = database.prepare("select seq from sqlite_sequence where name = 'events'");

  /** The id of the newest event that this file ever had. */
  const newestId = (): number => (newest.get() as { seq: number }).seq;

  function read(after: number, limit: number): EventsAfter {
    const rows = next.all(after, limit) as unknown as EventRow[]; // its columns
    const last = rows.at(-1)?.id ?? after;
    return { rows, until: rows.length < limit ? Math.max(last, newestId()) : last };
  }

  return { read, newestId };
}

/** The player whom an event is about; '' for what it does not say, and for an event about several. */
interface AboutPlayer {
  uid: string;
  userId: string;
  name: string;
}

/** Of the data of an event, also of a type that this version does not know. */
function playerOf(data: Readonly<Record<string, unknown>>): AboutPlayer {
  const { player, target, recipients } = data;
  if (isObject(player)) return named(player);
  const about = named(data);
  if (about.uid !== '' || about.userId !== '') return about;
  if (typeof target === 'string') return identified(target);
  if (Array.isArray(recipients) && recipients.length === 1) return identified(textOf(recipients[0]));
  return { uid: '', userId: '', name: '' };
}

/** Whether a text of an event, or its type, contains another in any case; the wanted one is in lower case. */
function eventContains(wanted: unknown, type: unknown, data: unknown): number {
  const text = String(wanted);
  const matches = (found: string) => found.toLowerCase().includes(text);
  return Number(matches(String(type)) || anyText(JSON.parse(String(data)), matches));
}

/** Whether lists and objects lie within each other in at most so many levels. */
function isWithinDepth(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((inside) => isWithinDepth(inside, levels - 1));
}

function anyText(value: unknown, matches: (text: string) => boolean): boolean {
  if (typeof value === 'string') return matches(value);
  if (Array.isArray(value)) return value.some((entry) => anyText(entry, matches));
  return isObject(value) && Object.values(value).some((entry) => anyText(entry, matches));
}

function named({ uid, userId, name }: Readonly<Record<string, unknown>>): AboutPlayer {
  return { uid: parseGuid(textOf(uid)) ?? '', userId: textOf(userId), name: textOf(name) };
}

function identified(text: string): AboutPlayer {
  return { uid: parseGuid(text) ?? '', userId: isUserId(text) ? text : '', name: '' };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** `nameOf`: the name of a world. */
export function fleetEventOf(row: EventRow, nameOf: (world: WorldKey) => string): FleetEvent {
  const { id, world, incarnation, seq, at, type, data } = row;
  return {
    Id: id,
    World: world,
    WorldName: nameOf(world),
    Incarnation: incarnation,
    // A newer world may send types that are not listed in the contract, which says so.
    Event: {
      Id: seq,
      Time: new Date(at).toISOString(),
      Type: type as EventType,
      Data: JSON.parse(data) as EventData,
    } as FleetEvent['Event'],
  };
}

/** An event as text/event-stream. */
export function fleetEventText(event: FleetEvent): string {
  // A type is free text of a world: only letters, digits, dots and hyphens make a line of their own.
  const type = event.Event.Type.replaceAll(/[^\w.-]/g, '_');
  return `id: ${event.Id}\nevent: ${type}\ndata: ${JSON.stringify(event)}\n\n`; // JSON holds no line breaks
}
