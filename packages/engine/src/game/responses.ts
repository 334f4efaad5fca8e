import { ALL_ROUTES, type AnswerForm, type AnyRouteName, type RouteShape } from '@palatine/contract';
import type { Clock } from '@palatine/platform/clock';
import { atOnce, inParts } from '@palatine/platform/parts';
import { type CachedResponse, serializeInParts } from '@palatine/platform/response-bytes';
import type { GameContext } from '@palatine/world/game-context';
import { QUERIES, type QueryName } from '@palatine/world/queries';
import { CLOCK_STEP_MS, type ReadableTable } from '@palatine/world/query';
import type { World } from '@palatine/world/world';
import type { Query } from './calls.ts';
import type { GameQueue } from './game-queue.ts';
import type { GameMetrics } from './unit-of-work.ts';

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

interface QueryOptions {
  readonly game: GameContext;
  readonly clock: Clock;
  readonly queue: Pick<GameQueue, 'frozen' | 'run'>;
  readonly versions: TableVersions;
  readonly metrics: GameMetrics;
}

/** Runs queries, and caches their responses while their tables are unchanged. */
export class QueryResponses {
  readonly cache: ResponseCache;
  readonly versions: TableVersions;
  readonly #options: QueryOptions;
  /** Responses that are being computed in parts, by query and version of its tables. */
  readonly #running = new Map<string, Promise<CachedResponse>>();

  constructor(options: QueryOptions) {
    this.#options = options;
    this.versions = options.versions;
    this.cache = new ResponseCache((name) => this.versions.of(QUERIES[name].reads));
  }

  cached(query: Query): CachedResponse | undefined {
    return this.cache.get(query.name, this.#keyOf(query));
  }

  /** The response to a query; a promise if it runs in parts or the game is frozen. Throws the refusal of the query. */
  get(query: Query): CachedResponse | Promise<CachedResponse> {
    const cached = this.cached(query);
    if (cached !== undefined) return cached;
    const { queue } = this.#options;
    const start = () => (QUERIES[query.name].inParts ? this.#shared(query) : this.run(query));
    const { game }: RouteShape = ALL_ROUTES[query.name];
    return queue.frozen && game !== false ? queue.run(start, { expires: true }) : start();
  }

  /** Runs a query in parts. An equal one that comes meanwhile, with its tables unchanged, gets the same response. */
  #shared(query: Query): Promise<CachedResponse> {
    const key = `${this.#keyOf(query)} ${this.versions.of(QUERIES[query.name].reads)}`;
    const running =
      this.#running.get(key) ?? inParts(this.runInParts(query)).finally(() => this.#running.delete(key));
    this.#running.set(key, running);
    return running;
  }

  /** A reply of a route in the form that its caller asks for. */
  inForm(name: AnyRouteName, form: AnswerForm, reply: object): object {
    const route: RouteShape = ALL_ROUTES[name];
    return form === 'Wrapped' && route.wrapped ? route.wrapped.wrap(reply as never) : reply;
  }

  /** Throws the refusal of the query. */
  run(query: Query): CachedResponse {
    const response = this.#options.metrics.holdSeconds.time(() => atOnce(this.#partsOf(query)));
    this.cache.set(query.name, this.#keyOf(query), response);
    return response;
  }

  /** As `run`, and yields after each part of the work. */
  *runInParts(query: Query): Generator<undefined, CachedResponse> {
    const { holdSeconds } = this.#options.metrics;
    const { reads } = QUERIES[query.name];
    const version = this.versions.of(reads);
    const parts = this.#partsOf(query);
    for (;;) {
      const part = holdSeconds.time(() => parts.next());
      if (part.done) {
        if (version === this.versions.of(reads)) this.cache.set(query.name, this.#keyOf(query), part.value);
        return part.value;
      }
      yield;
    }
  }

  *#partsOf({ name, params, form, input }: Query): Generator<undefined, CachedResponse> {
    const { run, inParts } = QUERIES[name];
    const { game } = this.#options;
    // The route table vouches for the parameters: the HTTP side has filled those of the path and validated the query.
    const reply = inParts
      ? yield* inParts(game, params as never, input as never)
      : run(game, params as never, input as never);
    return yield* serializeInParts(this.inForm(name, form, reply));
  }

  /** Equal keys have equal responses while the tables of the query are unchanged. */
  #keyOf({ name, params, form, input }: Query): string {
    let key = `${name} ${form}`;
    for (const param in params) key += ` ${JSON.stringify(params[param])}`; // by name, in the order of the path
    if (input === undefined) return key;
    const { clock }: { clock?: true } = QUERIES[name];
    const step = clock === true ? Math.floor(this.#options.clock.now() / CLOCK_STEP_MS) : 0;
    return `${key} ${JSON.stringify([input.query, input.granted])} ${step}`;
  }
}
