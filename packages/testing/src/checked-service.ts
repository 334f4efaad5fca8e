import assert from 'node:assert/strict';
import {
  ALL_ROUTES,
  type AnyRouteName,
  type controlSimulation,
  fillPath,
  PALATINE_ROUTES,
  type Problem,
  type RouteBody,
  type RouteReply,
  type RouteShape,
  writes,
} from '@palatine/contract';
import { assertContract, type ResultCode } from './contract-assert.ts';
import { assertUnchanged, COMMON_PATHS, type Snapshot, snapshotOf, takeSnapshot } from './snapshot.ts';
import { endedAfterTests, startService, type TestOptions, type TestService } from './start-service.ts';

interface Call {
  params?: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
  raw?: string;
  headers?: Record<string, string>;
  /** '' sends no header. */
  authorization?: string;
}

interface CallResult {
  status: number;
  code: ResultCode;
  answer: unknown;
  problems: Problem[];
  headers: Headers;
}

interface EmittedEvent {
  id: number;
  type: string;
  data: Record<string, unknown>;
}

/** A service that asserts the contract on every answer, and on every refusal that it changed nothing. */
export interface CheckedService extends TestService {
  call(name: AnyRouteName, request?: Call): Promise<CallResult>;
  succeeds<Name extends AnyRouteName>(
    name: Name,
    request?: Call,
  ): Promise<RouteReply<(typeof ALL_ROUTES)[Name]>>;
  /** Sends a request that must be refused with `code` and change nothing. `at`: the body path of a problem. */
  isRefused(name: AnyRouteName, request: Call, code: ResultCode, at?: string): Promise<CallResult>;
  control(body: RouteBody<typeof controlSimulation>): Promise<void>;
  events(): Promise<EmittedEvent[]>;
}

/** A checked service for all tests of a file. */
export const sharedChecked = async (options?: TestOptions) => endedAfterTests(await startChecked(options));

/** Starts a service with fault injection on. Disposing of it makes the last full comparison. */
export async function startChecked(options: TestOptions = {}): Promise<CheckedService> {
  const service = await startService({ faults: true, ...options });
  /** Taken before the first refusal since the last write; undefined without one. */
  let snapshot: Snapshot | undefined;
  let lastEvent = 0;

  /**
   * Compares everything with the snapshot, before the next write. After each refusal only COMMON_PATHS are
   * compared: reading every route each time takes too long.
   */
  async function assertRefusalsChangedNothing(): Promise<void> {
    const before = snapshot;
    snapshot = undefined;
    if (before !== undefined) assertUnchanged(before, await takeSnapshot(service, before));
  }

  async function call(name: AnyRouteName, request: Call = {}): Promise<CallResult> {
    if (writes(ALL_ROUTES[name])) await assertRefusalsChangedNothing();
    return send(service, ALL_ROUTES[name], request);
  }

  return {
    ...service,
    call,
    async succeeds(name, request) {
      const { status, answer } = await call(name, request);
      assert.equal(status, 200, `${name}: ${JSON.stringify(answer).slice(0, 500)}`);
      return answer as never; // assertContract has just held it to the shape of the route
    },
    async isRefused(name, request, code, at) {
      snapshot ??= await takeSnapshot(service);
      const result = await send(service, ALL_ROUTES[name], request);
      assert.equal(result.code, code, `${name}: ${JSON.stringify(result.answer).slice(0, 500)}`);
      if (at !== undefined) {
        const paths = result.problems.map(({ Path }) => Path);
        assert.ok(paths.includes(at), `no problem at ${at}, only at: ${paths.join(', ') || 'no path'}`);
      }
      assertUnchanged(snapshot, await snapshotOf(service, COMMON_PATHS, snapshot));
      return result;
    },
    async control(body) {
      await assertRefusalsChangedNothing();
      const { status, answer } = await send(service, PALATINE_ROUTES.controlSimulation, { body });
      assert.equal(status, 200, JSON.stringify(answer));
    },
    async events() {
      const events = await eventsSince(service, lastEvent);
      lastEvent = events.at(-1)?.id ?? lastEvent;
      return events;
    },
    async [Symbol.asyncDispose]() {
      try {
        await assertRefusalsChangedNothing();
      } finally {
        await service[Symbol.asyncDispose]();
      }
    },
  };
}

async function send(service: TestService, route: RouteShape, request: Call): Promise<CallResult> {
  const { params = {}, body, raw, headers, authorization } = request;
  const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const response = await service.fetch(fillPath(route, params), {
    method: route.method,
    ...(sent === undefined ? {} : { body: sent }),
    ...(headers === undefined ? {} : { headers }),
    ...(authorization === undefined ? {} : { authorization }),
  });
  const { status } = response;
  const contentType = response.headers.get('content-type');
  const result = assertContract(route, { status, contentType, text: await response.text() });
  return { status, headers: response.headers, ...result };
}

async function eventsSince(service: TestService, since: number): Promise<EmittedEvent[]> {
  const { events } = service.game.reads.eventsSince(since);
  return events as unknown as EmittedEvent[]; // the union of all event shapes, read as one
}
