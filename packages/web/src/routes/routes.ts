import {
  mayCall,
  pathOf,
  Refusal,
  type RouteBody,
  type RouteParams,
  type RouteQuery,
  type RouteShape,
  writes,
} from '@palatine/contract';
import type { AuditSubject, Outcome } from '@palatine/contract/audit-records';
import { requestSummary } from '@palatine/contract/audit-summary';
import type { Token } from '@palatine/contract/tokens';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  authenticate,
  authorize,
  callerAddress,
  type Principal,
  type RequestPolicy,
} from '../request/authorize.ts';
import {
  auditSubject,
  bodyValidator,
  carriesBody,
  idempotencyOf,
  parseBody,
  queryOf,
  type RequestHeaders,
  reachesOfflinePlayers,
  readBytes,
} from '../request/read-input.ts';
import type { RefusalAudit } from '../request/refusal-audit.ts';
import type { Answer, BytesAnswer, DownloadAnswer, HttpExchange, StreamAnswer } from '../response/answers.ts';
import { sendCachedResponse, sendDownload, sendOutcome, sendSaveAge } from '../response/respond.ts';
import { sendStream, streamTokens } from '../streams/stream-connection.ts';

export { callerAddress, type Principal } from '../request/authorize.ts';
export { auditSubject, bodyValidator, replacedVersion } from '../request/read-input.ts';
export {
  type Answer,
  type BytesAnswer,
  pipeToWire,
  type StreamAnswer,
  type StreamWire,
} from '../response/answers.ts';

/** A request without its body, over HTTP or over a fleet. */
export interface RouteInput {
  /** The request id, for logs and the audit. */
  readonly id: string;
  readonly params: unknown;
  /** Unparsed. */
  readonly query: unknown;
  /** Those that routes read: Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, Palatine-Offline-Players. */
  readonly headers: RequestHeaders;
  /** ms since 1970 after which a write must not begin; absent for no limit. */
  readonly notAfter?: number;
}

/** The input of a handler, after every check. */
export interface Call<R extends RouteShape = RouteShape> {
  readonly params: RouteParams<R>;
  readonly query: RouteQuery<R>;
  readonly token: Token;
  readonly headers: RequestHeaders;
}

/** The input of a handler that writes. */
export interface WriteCall<R extends RouteShape = RouteShape> extends Call<R> {
  readonly body: RouteBody<R>;
  readonly ip: string;
  readonly audit: AuditSubject;
  readonly idempotency: ReturnType<typeof idempotencyOf>;
  readonly notAfter: number | undefined;
  /** Whether it serves offline players too, whatever `playerResolution` is. */
  readonly reaching: boolean;
}

const EMPTY = new Uint8Array(0);
/** The path parameter with the target of a passed request; no route has one of this name. */
const TARGET_PARAMETER = 'passed_to';

type MaybeLater<T> = T | Promise<T>;
type Handler = (call: Call, input: RouteInput, principal: Principal, json: unknown) => MaybeLater<Answer>;

/** A request that is passed on; its target validates query and body. */
export interface PassedCall {
  /** The path segment between the base and the path of the route. */
  readonly target: string;
  readonly input: RouteInput;
  readonly principal: Principal;
  /** Raw; empty for none. */
  readonly body: Uint8Array;
}

/** A request to a route, over HTTP or over a fleet. */
interface Incoming {
  readonly principal: Principal;
  readonly input: RouteInput;
  /** Reads the raw body; undefined for none. */
  readBody(): MaybeLater<Uint8Array | undefined>;
}

type Serve = (incoming: Incoming) => Promise<Answer>;

/** The routes of a service: each handler is called over HTTP, and without HTTP by `handle`. */
export class Routes {
  readonly app: FastifyInstance;
  readonly policy: RequestPolicy;
  readonly refusals: RefusalAudit;
  readonly #served = new Map<RouteShape, Serve>();
  readonly #streams: ReturnType<typeof streamTokens>;

  constructor(app: FastifyInstance, policy: RequestPolicy, refusals: RefusalAudit) {
    this.app = app;
    this.policy = policy;
    this.refusals = refusals;
    this.#streams = streamTokens(policy.tokens);
    app.addHook('preClose', async () => void this.#streams.close());
  }

  /** Adds a route that reads: token (401), rate limit (429), permission (403), body (413, 415), shape, handler. */
  read<R extends RouteShape>(
    route: R,
    handler: (call: Call<R>) => MaybeLater<BytesAnswer | DownloadAnswer | StreamAnswer>,
  ): void {
    this.#add(route, (call) => handler(call as Call<R>)); // the router has filled every parameter of the path
  }

  /** Adds a route that writes. A refusal before the handler is audited too, and an Idempotency-Key makes a retry safe. */
  write<R extends RouteShape>(route: R, handler: (call: WriteCall<R>) => Promise<Outcome>): void {
    const check = bodyValidator(route);
    this.#add(route, (call, input, principal, json) => {
      const { token, ip } = principal;
      const audit = auditSubject(route, principal, input, json);
      try {
        const body = check(json);
        const reaching = reachesOfflinePlayers(route, token, input.headers);
        const key = input.headers['idempotency-key'];
        const idempotency = idempotencyOf(key, route, call.params, body, reaching);
        const { notAfter } = input;
        return handler({ ...call, ip, body, audit, idempotency, notAfter, reaching } as WriteCall<R>);
      } catch (error) {
        this.#auditRefusal(token, audit, error, () => requestSummary(route, json));
        throw error;
      }
    });
  }

  /** Adds a route that is passed on, below `<base>/<target>`. `what`: the kind of target, for the audit of a refusal. */
  pass(
    route: RouteShape,
    { base, what }: { base: string; what: string },
    handler: (call: PassedCall) => Promise<Answer>,
  ): void {
    this.#mount(route, `${base}/:${TARGET_PARAMETER}${pathOf(route)}`, (incoming) => {
      const { principal, readBody } = incoming;
      const { id, query, headers } = incoming.input;
      const { [TARGET_PARAMETER]: target = '', ...params } = incoming.input.params as Record<string, string>;
      const input: RouteInput = { id, params, query, headers };
      const work = async () => {
        authorize(principal.token, route);
        return handler({ target, input, principal, body: (await readBody()) ?? EMPTY });
      };
      return this.#audited(route, { principal, input }, work, () => `of ${what} ${target}`);
    });
  }

  /** Calls a route without HTTP, with every check but that of the secret. Rejects with a Refusal. */
  async handle(
    route: RouteShape,
    principal: Principal,
    input: RouteInput,
    body?: Uint8Array,
  ): Promise<Answer> {
    const serve = this.#served.get(route);
    if (serve === undefined) throw new Refusal('ROUTE_NOT_FOUND');
    return serve({ principal, input, readBody: () => body });
  }

  /** The steps of every route but one that is passed on: permission, query, body, handler. */
  #add(route: RouteShape, handler: Handler): void {
    const serve: Serve = async ({ principal, input, readBody }) => {
      const { token } = principal;
      const caller = { principal, input };
      await this.#audited(route, caller, () => {
        authorize(token, route);
        this.policy.assertScope?.(token, route);
      });
      const query = queryOf(route, input.query);
      const json = await this.#audited(route, caller, async () => {
        const body = await readBody();
        return body === undefined ? undefined : parseBody(body);
      });
      const { params, headers } = input;
      return handler({ params, query, token, headers } as Call, input, principal, json);
    };
    this.#served.set(route, serve);
    this.#mount(route, pathOf(route), serve);
  }

  #mount(route: RouteShape, url: string, serve: Serve): void {
    const { app, policy } = this;
    const readBody = async ({ raw }: FastifyRequest) =>
      carriesBody(raw) ? readBytes(raw, policy.settings.current.rest.Limits['Max-Body-Bytes']) : undefined;
    const respond = async (request: FastifyRequest, reply: FastifyReply) => {
      const token = await authenticate(policy, request.headers.authorization);
      const principal = { token, ip: callerAddress(policy, request) };
      const answer = await serve({ principal, input: request, readBody: () => readBody(request) });
      this.#send(route, token, { request, reply }, answer);
    };
    app.route({
      method: route.method,
      url,
      // Returns no promise: Fastify would wait for the end of each response with listeners of its own.
      handler: (request, reply) =>
        void respond(request, reply).catch((error: unknown) => {
          if (reply.sent) request.log.error({ err: error }, 'a request failed after its response was sent');
          else reply.send(error);
        }),
    });
  }

  /** Does a step of a request, and audits the refusal of a write. */
  async #audited<T>(
    route: RouteShape,
    { principal, input }: Pick<Incoming, 'principal' | 'input'>,
    step: () => MaybeLater<T>,
    summaryOf?: () => string,
  ): Promise<T> {
    try {
      return await step();
    } catch (error) {
      if (writes(route)) {
        const subject = auditSubject(route, principal, input, undefined);
        this.#auditRefusal(principal.token, subject, error, summaryOf);
      }
      throw error;
    }
  }

  #send(route: RouteShape, token: Token, http: HttpExchange, answer: Answer): unknown {
    const { request, reply } = http;
    sendSaveAge(reply, answer.savedAtMs, Date.now());
    if ('bytes' in answer) return sendCachedResponse(request, reply, answer, answer.contentType);
    if ('body' in answer) return sendOutcome(reply, answer);
    if ('download' in answer) return sendDownload(reply, answer);
    const mayWatch = (current: Token) =>
      mayCall(current.permissions, route) && answer.mayWatch?.(current) !== false;
    return this.#streams.hold(token, mayWatch, (onEnd) => sendStream(http, answer, onEnd));
  }

  #auditRefusal(token: Token, subject: AuditSubject, error: unknown, summaryOf?: () => string): void {
    if (error instanceof Refusal) this.refusals.add(token, subject, error, summaryOf);
  }
}
