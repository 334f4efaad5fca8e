import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ErrorCode } from '@palatine/contract';
import { Histogram, secondsSince } from '@palatine/platform/histogram';
import type { FastifyInstance } from 'fastify';

/** node:http. An import statement would load its WebSocket client too, which takes 20 ms of every start. */
export const http = process.getBuiltinModule('node:http');

/** Cached responses take tens of microseconds; the deadline of the game is 5 s. */
const LATENCY_SECONDS = [
  0.000_05, 0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5,
];

export class RouteTraffic {
  readonly method: string;
  /** The path as the router knows it, parameters as `:name`. */
  readonly route: string;
  readonly seconds = new Histogram(LATENCY_SECONDS);
  readonly refusals = new Map<ErrorCode, number>();
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
   * event streams, whose body continues. Cheaper than a hook of Fastify's, and no response bypasses it.
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
