import { hash } from 'node:crypto';
import { ALL_ROUTES, type AnswerForm, type AnyRouteName, type RouteShape } from '@palatine/contract';
import type { Clock } from '@palatine/platform/clock';
import {
  CLOCK_STEP_MS,
  type GameContext,
  prepareBans,
  QUERIES,
  type QueryName,
  type ReadableTable,
  ROW_JSON,
  type World,
} from '@palatine/world';
import type { CachedResponse, Query } from './calls.ts';
import type { GameMetrics } from './unit-of-work.ts';

const encoder = new TextEncoder();

/** Serialises a response with an ETag of its bytes, which own their buffer. */
export function serialize(value: object): CachedResponse {
  return withEtag(ownBytes(Array.from(jsonParts(value), (text) => encoder.encode(text))));
}

/** Parts of a long list that are serialised in one turn of the event loop, for some milliseconds. */
const PARTS_AT_ONCE = 20;

function* serializeInParts(value: object): Generator<undefined, CachedResponse> {
  const parts: Uint8Array[] = [];
  for (const text of jsonParts(value)) if (parts.push(encoder.encode(text)) % PARTS_AT_ONCE === 0) yield;
  const response = withEtag(ownBytes(parts));
  yield;
  return response;
}

/** A buffer that holds nothing else: a thread can transfer it, which Node refuses for its shared pool. */
function ownBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** Rows serialised together: a single letter beyond Latin-1 makes the whole string twice as large and slow. */
const ROWS_AT_ONCE = 100;

function holdsLongList(value: unknown): value is object {
  if (Array.isArray(value)) return value.length > ROWS_AT_ONCE;
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsLongList);
}

function* jsonParts(value: unknown): Generator<string> {
  if (!holdsLongList(value)) return yield JSON.stringify(value);
  if (Array.isArray(value)) return yield* listParts(value);
  let before = '{';
  for (const [key, member] of Object.entries(value) as [string, unknown][]) {
    if (member === undefined) continue;
    yield `${before}${JSON.stringify(key)}:`;
    yield* jsonParts(member);
    before = ',';
  }
  yield '}';
}

function* listParts(rows: readonly unknown[]): Generator<string> {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    yield (at === 0 ? '[' : ',') + rowsJson(rows.slice(at, at + ROWS_AT_ONCE));
  }
  yield ']';
}

function rowsJson(rows: readonly unknown[]): string {
  if (!ROW_JSON.has(rows[0] as object)) return JSON.stringify(rows).slice(1, -1);
  return rows.map((row) => ROW_JSON.get(row as object) ?? JSON.stringify(row)).join(',');
}

export function withEtag(bytes: Uint8Array<ArrayBuffer>): CachedResponse {
  return { bytes, etag: `"${hash('sha1', bytes, 'base64url')}"` };
}

export function applyResponseFormat(name: AnyRouteName, form: AnswerForm, value: object): object {
  const route: RouteShape = ALL_ROUTES[name];
  return form === 'Wrapped' && route.wrapped ? route.wrapped.wrap(value as never) : value; // a reply of this route
}

/** Limits of the cache; a response beyond them is not cached. */
export interface CacheBounds {
  /** Memory for responses, their keys and ENTRY_BYTES each. */
  bytes: number;
  entries: number;
}

const BOUNDS: CacheBounds = { bytes: 64 * 1024 * 1024, entries: 50_000 };

/** Overhead of an entry beyond bytes and key: array, buffer header, tag, map slot. */
export const ENTRY_BYTES = 512;

/** Two bytes per character of a key, unless all are Latin-1. */
const KEY_CHAR_BYTES = 2;

/** Responses to one query, all for one version of its tables. */
interface Group {
  version: number;
  bytes: number;
  readonly responses: Map<string, CachedResponse>;
}

/** Cached responses to queries, as bytes, while the tables of their query are unchanged. */
export class ResponseCache {
  readonly #versionOf: (name: QueryName) => number;
  readonly #bounds: CacheBounds;
  readonly #groups = new Map<QueryName, Group>();

  /** `versionOf`: changes with the tables of the query. */
  constructor(versionOf: (name: QueryName) => number, bounds: CacheBounds = BOUNDS) {
    this.#versionOf = versionOf;
    this.#bounds = bounds;
  }

  get bytes(): number {
    return this.#sum(({ bytes }) => bytes);
  }

  get entries(): number {
    return this.#sum(({ responses }) => responses.size);
  }

  get(name: QueryName, key: string): CachedResponse | undefined {
    return this.#current(name).responses.get(key);
  }

  set(name: QueryName, key: string, response: CachedResponse): void {
    const group = this.#current(name);
    // The whole buffer of its bytes, not only the part that they fill.
    const bytes = response.bytes.buffer.byteLength + key.length * KEY_CHAR_BYTES + ENTRY_BYTES;
    if (!this.#hasRoom(bytes)) {
      for (const outdated of this.#groups.keys()) this.#current(outdated);
      if (!this.#hasRoom(bytes)) return;
    }
    group.responses.set(key, response);
    group.bytes += bytes;
  }

  #hasRoom(bytes: number): boolean {
    return this.entries < this.#bounds.entries && this.bytes + bytes <= this.#bounds.bytes;
  }

  /** Valid responses to a query. Drops those of another version. */
  #current(name: QueryName): Group {
    const version = this.#versionOf(name);
    const current = this.#groups.get(name);
    if (current?.version === version) return current;
    const group: Group = { version, bytes: 0, responses: new Map() };
    this.#groups.set(name, group);
    return group;
  }

  #sum(of: (group: Group) => number): number {
    return [...this.#groups.values()].reduce((sum, group) => sum + of(group), 0);
  }
}

/** Minimum time between published moves: each invalidates the lists that show them. */
const MOVES_MS = 200;

/** Versions of the tables of a world, to invalidate responses. */
export class TableVersions {
  readonly #world: World;
  #epoch = 0;
  #heldMoves = 0;
  /** Time of the last published moves, on the monotonic clock. */
  #movesMs = Number.NEGATIVE_INFINITY;

  constructor(world: World) {
    this.#world = world;
  }

  /** Changes with any of the tables: versions only increase. */
  of(tables: readonly ReadableTable[]): number {
    let sum = this.#epoch;
    for (const table of tables) sum += this.#world[table].version;
    return tables.includes('locations') ? sum - this.#heldMoves : sum;
  }

  /** For changes outside tables: rules, faults, survey, and whatever accompanies the bans. */
  changeAll(): void {
    this.#epoch += 1;
  }

  /** Publishes moves of a simulation step, but not too often. `moves`: their number; other changes are not held. */
  publishMoves(moves: number, nowMs: number): void {
    this.#heldMoves += moves;
    if (nowMs - this.#movesMs < MOVES_MS) return;
    this.#movesMs = nowMs;
    this.#heldMoves = 0;
  }
}

/** Runs queries, and caches their responses while their tables are unchanged. */
export class QueryResponses {
  readonly cache: ResponseCache;
  readonly versions: TableVersions;
  readonly #game: GameContext;
  readonly #clock: Clock;
  readonly #metrics: GameMetrics;

  constructor(game: GameContext, clock: Clock, metrics: GameMetrics) {
    this.#game = game;
    this.#clock = clock;
    this.#metrics = metrics;
    this.versions = new TableVersions(game.world);
    this.cache = new ResponseCache((name) => this.versions.of(QUERIES[name].reads));
  }

  /** The response if it is cached and still valid. */
  cached(query: Query): CachedResponse | undefined {
    return this.cache.get(query.name, this.#keyOf(query));
  }

  /** Throws the refusal of the query. */
  run(query: Query): CachedResponse {
    const response = this.#metrics.timeHold(() => serialize(this.#replyTo(query)));
    this.cache.set(query.name, this.#keyOf(query), response);
    return response;
  }

  /** As `run`, and yields after each part of the work. */
  *runBanlist(query: Query): Generator<undefined, CachedResponse> {
    yield* prepareBans(this.#game.world);
    const { reads } = QUERIES[query.name];
    const version = this.versions.of(reads);
    const reply = this.#metrics.timeHold(() => this.#replyTo(query));
    yield;
    const response = yield* serializeInParts(reply);
    if (version === this.versions.of(reads)) this.cache.set(query.name, this.#keyOf(query), response);
    return response;
  }

  #replyTo({ name, params, form, input }: Query): object {
    // The route table vouches for the parameters: the HTTP side has filled those of the path and validated the query.
    const reply = QUERIES[name].run(this.#game, params as never, input as never);
    return applyResponseFormat(name, form, reply);
  }

  /** Equal keys have equal responses while the tables of the query are unchanged. */
  #keyOf({ name, params, form, input }: Query): string {
    let key = `${name} ${form}`;
    for (const param in params) key += ` ${JSON.stringify(params[param])}`; // by name, in the order of the path
    if (input === undefined) return key;
    const { clock }: { clock?: true } = QUERIES[name];
    const step = clock === true ? Math.floor(this.#clock.now() / CLOCK_STEP_MS) : 0;
    return `${key} ${JSON.stringify([input.query, input.granted])} ${step}`;
  }
}
