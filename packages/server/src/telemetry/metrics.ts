import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ErrorCode } from '@palatine/contract';
import type { World } from '@palatine/world';
import type { FastifyInstance } from 'fastify';

/** node:http. An import statement would load its WebSocket client too, which takes 20 ms of every start. */
export const http = process.getBuiltinModule('node:http');

/** One line of a metric as prom-client prints it. */
export interface Sample {
  metricName: string;
  labels: Record<string, string | number>;
  value: number;
}

/** A histogram: observations counted by the bucket they fall in. Counting allocates nothing. */
export class Histogram {
  /** Upper bounds, ascending; values above the last have a bucket of their own. */
  readonly bounds: readonly number[];
  /** One count per bucket, then the sum of the observations. */
  readonly #cells: Float64Array;

  constructor(bounds: readonly number[]) {
    this.bounds = bounds;
    this.#cells = new Float64Array(bounds.length + 2);
  }

  observe(value: number): void {
    const { bounds } = this;
    let at = 0;
    while (at < bounds.length && value > (bounds[at] as number)) at += 1;
    const cells = this.#cells;
    cells[at] = (cells[at] as number) + 1;
    const sumAt = bounds.length + 1;
    cells[sumAt] = (cells[sumAt] as number) + value;
  }

  /** How many observations fell into a bucket; the one after the last bound has those above it. */
  countOf(bucket: number): number {
    return this.#cells[bucket] ?? 0;
  }

  /** As Prometheus counts them: each bucket holds those below it too. */
  samples(name: string, labels: Record<string, string> = {}): Sample[] {
    let count = 0;
    const buckets = [...this.bounds, '+Inf'].map((le, at) => {
      count += this.#cells[at] ?? 0;
      return { metricName: `${name}_bucket`, labels: { ...labels, le }, value: count };
    });
    return [
      ...buckets,
      { metricName: `${name}_sum`, labels, value: this.#cells.at(-1) ?? 0 },
      { metricName: `${name}_count`, labels, value: count },
    ];
  }
}

const BATCH_SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256];
const COMMIT_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];
const STEP_SECONDS = [0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25];
const HOLD_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** The counters of the game. */
export class GameMetrics {
  readonly batchSizes = new Histogram(BATCH_SIZES);
  readonly commitSeconds = new Histogram(COMMIT_SECONDS);
  readonly stepSeconds = new Histogram(STEP_SECONDS);
  /** How long a batch, a read or other work of the game held the event loop. */
  readonly holdSeconds = new Histogram(HOLD_SECONDS);
  /** Changes that the store did not take: of commands, and of the game itself (simulation, locations, pruning). */
  readonly storageFailures = { command: 0, own: 0 };
  /** How many Idempotency-Keys the store holds. */
  keys = 0;
  #longestHold = 0;

  /** Runs work of the game and counts how long it held the event loop. */
  timeHold<T>(work: () => T): T {
    const startedMs = performance.now();
    try {
      return work();
    } finally {
      const seconds = secondsSince(startedMs);
      this.holdSeconds.observe(seconds);
      this.#longestHold = Math.max(this.#longestHold, seconds);
    }
  }

  /** Runs a commit and counts how long it took, also when it fails. */
  timeCommit(commit: () => void): void {
    const startedMs = performance.now();
    try {
      commit();
    } finally {
      this.commitSeconds.observe(secondsSince(startedMs));
    }
  }

  /** The longest hold since the last call, in seconds. */
  takeLongestHold(): number {
    const longest = this.#longestHold;
    this.#longestHold = 0;
    return longest;
  }
}

/** How many records a world has, and the bytes of its events. */
export function worldSizes(world: World) {
  const { accounts, sessions, guilds, camps, characters, eventLog, deliveriesByState } = world;
  return {
    players: accounts.size,
    online: sessions.size,
    guilds: guilds.size,
    camps: camps.size,
    characters: characters.size,
    events: eventLog.size,
    event_bytes: eventLog.bytes,
    deliveries_pending: deliveriesByState.keys('Pending').size,
    deliveries_delivering: deliveriesByState.keys('Delivering').size,
  };
}

/** Cached responses take tens of microseconds; the deadline of the game is 5 s. */
const LATENCY_SECONDS = [
  0.000_05, 0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5,
];

/** The requests of one route, and their responses. */
export class RouteTraffic {
  readonly method: string;
  /** The path as the router knows it, parameters as `:name`. */
  readonly route: string;
  readonly seconds = new Histogram(LATENCY_SECONDS);
  /** Refusals by error code. */
  readonly refusals = new Map<ErrorCode, number>();
  /** Each status that was sent at least once, with its count. */
  readonly statuses = new Map<number, number>();

  constructor(method: string, route: string) {
    this.method = method;
    this.route = route;
  }

  count(status: number, seconds: number): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    this.seconds.observe(seconds);
  }

  countRefusal(code: ErrorCode): void {
    this.refusals.set(code, (this.refusals.get(code) ?? 0) + 1);
  }
}

/** Every request the server answers, by route. */
export class Traffic {
  /** Requests that match no route. */
  readonly unmatched = new RouteTraffic('any', 'none');
  readonly routes: RouteTraffic[] = [this.unmatched];

  /** All routes together: answers, those that failed, and those that refused. */
  totals(): { answers: number; errors: number; refusals: number } {
    const totals = { answers: 0, errors: 0, refusals: 0 };
    for (const route of this.routes) {
      for (const [status, count] of route.statuses) {
        totals.answers += count;
        if (status >= 500) totals.errors += count;
        else if (status >= 400) totals.refusals += count;
      }
    }
    return totals;
  }

  /** Counts for every route that is put on the app from now on. */
  watch(app: FastifyInstance): void {
    app.addHook('onRoute', (options) => {
      const counts = new RouteTraffic(String(options.method), options.url);
      this.routes.push(counts);
      const { handler } = options;
      options.handler = function counted(request, reply) {
        (reply.raw as ServerResponse & CountedResponse).counts = counts; // made by responseClass below
        return handler.call(this, request, reply);
      };
    });
  }

  /**
   * The class of the server's responses: one that counts itself when its head is written, which also holds for
   * event streams, whose body goes on. Cheaper than a hook of Fastify's, and no response bypasses it.
   */
  responseClass(): typeof ServerResponse {
    const { unmatched } = this;
    class Response extends http.ServerResponse implements CountedResponse {
      counts: RouteTraffic;
      readonly #startedMs: number;

      constructor(request: IncomingMessage) {
        super(request);
        this.counts = unmatched;
        this.#startedMs = performance.now();
      }

      override writeHead(status: number, ...more: never[]): this {
        this.counts.count(status, secondsSince(this.#startedMs));
        return super.writeHead(status, ...more);
      }
    }
    return Response as unknown as typeof ServerResponse; // which is generic in the kind of request
  }
}

interface CountedResponse {
  counts: RouteTraffic;
}

/** Counts a refusal for the route of a response; nothing for one that no app made. */
export function countRefusal(response: ServerResponse & Partial<CountedResponse>, code: ErrorCode): void {
  response.counts?.countRefusal(code);
}

function secondsSince(startedMs: number): number {
  return (performance.now() - startedMs) / 1000;
}
