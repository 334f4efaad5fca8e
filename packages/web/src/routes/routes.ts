import { mayCall, pathOf, Refusal, type RouteShape, writes } from '@palatine/contract';
import type { Token } from '@palatine/data-dir/tokens';
import { auditSubject, requestSummary } from '@palatine/engine/audit-entry';
import type { AuditSubject, Outcome } from '@palatine/engine/calls';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { authenticate, authorize, callerAddress, type RequestPolicy } from '../request/authorize.ts';
import {
  bodyValidator,
  carriesBody,
  idempotencyOf,
  parseBody,
  queryOf,
  readBytes,
} from '../request/read-input.ts';
import { sendCachedResponse, sendDownload, sendOutcome, sendSaveAge } from '../response/respond.ts';
import type {
  Answer,
  BytesAnswer,
  Call,
  DownloadAnswer,
  HttpExchange,
  Principal,
  RouteInput,
  StreamAnswer,
  WriteCall,
} from '../response/route-calls.ts';
import { StreamTokens, sendStream } from '../streams/stream-connection.ts';

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

/** An authorized request that waits for its body. */
interface Admitted {
  /** Runs the handler. `body`: raw; undefined for none. */
  run(body: Uint8Array | undefined): MaybeLater<Answer>;
  /** Audits why a write was refused, and throws it. */
  refused(error: unknown): never;
}

type Admit = (principal: Principal, input: RouteInput) => Admitted;

/** The sender of an HTTP request; the address is computed on demand. A class: V8 keeps a literal with an accessor for long. */
class Caller implements Principal {
  readonly token: Token;
  readonly #policy: RequestPolicy;
  readonly #request: FastifyRequest;

  constructor(token: Token, policy: RequestPolicy, request: FastifyRequest) {
    this.token = token;
    this.#policy = policy;
    this.#request = request;
  }

  get ip(): string {
    return callerAddress(this.#policy, this.#request);
  }
}

/** The routes of a service: each handler is called over HTTP, and without HTTP by `handle`. */
export class Routes {
  readonly app: FastifyInstance;
  readonly policy: RequestPolicy;
  readonly #admits = new Map<RouteShape, Admit>();
  readonly #streams: StreamTokens;

  constructor(app: FastifyInstance, policy: RequestPolicy) {
    this.app = app;
    this.policy = policy;
    this.#streams = new StreamTokens(policy.tokens);
    app.addHook('preClose', async () => this.#streams.close());
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
    const url = pathOf(route);
    this.#add(route, (call, input, { token, ip }, json) => {
      const audit = auditSubject(route, { token: token.name, ip }, input, json, url);
      try {
        const body = check(json);
        const idempotency = idempotencyOf(input.headers['idempotency-key'], route, call.params, body);
        const { notAfter } = input;
        return handler({ ...call, ip, body, audit, idempotency, notAfter } as WriteCall<R>);
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
    this.#mount(route, `${base}/:${TARGET_PARAMETER}${pathOf(route)}`, (principal, request) => {
      const { [TARGET_PARAMETER]: target = '', ...params } = request.params as Record<string, string>;
      const { id, query, headers } = request;
      const input: RouteInput = { id, params, query, headers };
      const refused = (error: unknown) =>
        this.#refused(route, principal, input, error, () => `of ${what} ${target}`);
      try {
        authorize(principal.token, route);
      } catch (error) {
        refused(error);
      }
      return { run: (body = EMPTY) => handler({ target, input, principal, body }).catch(refused), refused };
    });
  }

  /** Calls a route without HTTP, with every check but that of the secret. Throws, or rejects with, a Refusal. */
  handle(route: RouteShape, principal: Principal, input: RouteInput, body?: Uint8Array): MaybeLater<Answer> {
    const admit = this.#admits.get(route);
    if (admit === undefined) throw new Refusal('ROUTE_NOT_FOUND');
    return admit(principal, input).run(body);
  }

  #add(route: RouteShape, handler: Handler): void {
    const admit: Admit = (principal, input) => {
      const { token } = principal;
      const refused = (error: unknown) => this.#refused(route, principal, input, error);
      try {
        authorize(token, route);
        this.policy.assertScope?.(token, route);
      } catch (error) {
        refused(error);
      }
      const call: Call = {
        params: input.params as Call['params'],
        query: queryOf(route, input.query),
        token,
        headers: input.headers,
      };
      const parsed = (body: Uint8Array) => {
        try {
          return parseBody(body);
        } catch (error) {
          return refused(error);
        }
      };
      return {
        run: (body) => handler(call, input, principal, body === undefined ? undefined : parsed(body)),
        refused,
      };
    };
    this.#admits.set(route, admit);
    this.#mount(route, pathOf(route), admit);
  }

  #mount(route: RouteShape, url: string, admit: Admit): void {
    const { app, policy } = this;
    const serve = (token: Token, request: FastifyRequest, reply: FastifyReply) => {
      const principal = new Caller(token, policy, request);
      const { run, refused } = admit(principal, request);
      const send = (answer: Answer) => this.#send(route, token, { request, reply }, answer);
      if (carriesBody(request.raw)) {
        const maxBytes = policy.settings.current.rest.Limits['Max-Body-Bytes'];
        return readBytes(request.raw, maxBytes).then(run, refused).then(send);
      }
      const answer = run(undefined);
      return answer instanceof Promise ? answer.then(send) : send(answer);
    };
    app.route({
      method: route.method,
      url,
      // No promise where none is needed: a cached response costs no turn of the event loop.
      handler: (request, reply) => {
        const token = authenticate(policy, request.headers.authorization);
        return token instanceof Promise
          ? token.then((token) => serve(token, request, reply))
          : serve(token, request, reply);
      },
    });
  }

  #refused(
    route: RouteShape,
    { token, ip }: Principal,
    input: RouteInput,
    error: unknown,
    summaryOf?: () => string,
  ): never {
    if (writes(route)) {
      const subject = auditSubject(route, { token: token.name, ip }, input, undefined);
      this.#auditRefusal(token, subject, error, summaryOf);
    }
    throw error;
  }

  #send(route: RouteShape, token: Token, http: HttpExchange, answer: Answer): FastifyReply | undefined {
    const { request, reply } = http;
    sendSaveAge(reply, answer.savedAtMs, Date.now());
    if ('bytes' in answer) return sendCachedResponse(request, reply, answer, answer.contentType);
    if ('body' in answer) return sendOutcome(reply, answer);
    if ('download' in answer) return sendDownload(reply, answer);
    const mayWatch = (current: Token) =>
      mayCall(current.permissions, route) && answer.mayWatch?.(current) !== false;
    this.#streams.hold(token, mayWatch, (onEnd) => sendStream(http, answer, onEnd));
    return undefined;
  }

  #auditRefusal(token: Token, subject: AuditSubject, error: unknown, summaryOf?: () => string): void {
    if (error instanceof Refusal) this.policy.refusals.add(token, subject, error, summaryOf);
  }
}
