import {
  pathOf,
  Refusal,
  type RouteBody,
  type RouteParams,
  type RouteQuery,
  type RouteShape,
  writes,
} from '@palatine/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Token } from '../data-folder/tokens.ts';
import { requestSummary } from '../game/audit-summary.ts';
import type { AuditSubject, CachedResponse, Outcome } from '../game/calls.ts';
import { auditSubject, idempotencyOf } from './audit-entry.ts';
import { authenticate, authorize, type RequestPolicy } from './authorize.ts';
import { bodyValidator, carriesBody, queryOf, readBody } from './read-input.ts';
import { callerAddress } from './request-identity.ts';
import { sendCachedResponse, sendOutcome } from './respond.ts';

/** The input of a handler, after every check. */
export interface RequestContext<R extends RouteShape = RouteShape> {
  params: RouteParams<R>;
  query: RouteQuery<R>;
  token: Token;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** The input of a handler that writes. */
export interface WriteContext<R extends RouteShape = RouteShape> extends RequestContext<R> {
  body: RouteBody<R>;
  /** The client's address. */
  ip: string;
  audit: AuditSubject;
  idempotency: { key: string; fingerprint: string } | undefined;
  /** ms since 1970 after which it may not begin any more; undefined for a request that needs nobody's leave. */
  beginBefore: number | undefined;
}

/** Mounts a read: token (401), rate limit (429), permission (403), body (413, 415), shape, handler. */
export function mountRead<R extends RouteShape>(
  app: FastifyInstance,
  policy: RequestPolicy,
  route: R,
  handler: (call: RequestContext<R>) => CachedResponse | Promise<CachedResponse>,
): void {
  mount(app, policy, route, (call) => {
    const response = handler(call as RequestContext<R>); // the router has filled every parameter of the path
    const { request, reply } = call;
    return response instanceof Promise
      ? response.then((late) => sendCachedResponse(request, reply, late))
      : sendCachedResponse(request, reply, response);
  });
}

/**
 * Mounts a route that writes. A refusal before the handler is audited too, and an Idempotency-Key makes a retry safe.
 * A write that came over a fleet asks for leave as the last step before the handler.
 */
export function mountWrite<R extends RouteShape>(
  app: FastifyInstance,
  policy: RequestPolicy,
  route: R,
  handler: (call: WriteContext<R>) => Promise<Outcome>,
): void {
  const check = bodyValidator(route);
  const url = pathOf(route);
  mount(app, policy, route, async (call, json) => {
    const { request, token, params } = call;
    const ip = callerAddress(policy, request);
    const audit = auditSubject(route, { token: token.name, ip }, request, json, url);
    let outcome: Promise<Outcome>;
    try {
      const body = check(json);
      const idempotency = idempotencyOf(request.headers['idempotency-key'], route, params, body);
      const leave = policy.leaveOf?.(request.headers.authorization);
      const beginBefore = leave && (await leave());
      outcome = handler({ ...call, ip, body, audit, idempotency, beginBefore } as WriteContext<R>);
    } catch (error) {
      auditRefusal(policy, token, audit, error, () => requestSummary(route, json));
      throw error;
    }
    return sendOutcome(call.reply, await outcome);
  });
}

/** Mounts a route that reads and sends its response itself, since it answers in several formats. */
export function mountResponse<R extends RouteShape>(
  app: FastifyInstance,
  policy: RequestPolicy,
  route: R,
  handler: (call: RequestContext<R>) => Promise<FastifyReply>,
): void {
  mount(app, policy, route, (call) => handler(call as RequestContext<R>));
}

/** Mounts a stream. Token and permission are checked as everywhere; the handler writes the response. */
export function mountStream<R extends RouteShape>(
  app: FastifyInstance,
  policy: RequestPolicy,
  route: R,
  handler: (call: RequestContext<R>) => void,
): void {
  mount(app, policy, route, (call) => handler(call as RequestContext<R>));
}

type Handler = (call: RequestContext, json: unknown) => unknown;

function mount(app: FastifyInstance, policy: RequestPolicy, route: RouteShape, next: Handler): void {
  function withToken(token: Token, request: FastifyRequest, reply: FastifyReply) {
    const refused = (error: unknown): never => {
      if (writes(route)) {
        const caller = { token: token.name, ip: callerAddress(policy, request) };
        auditRefusal(policy, token, auditSubject(route, caller, request, undefined), error);
      }
      throw error;
    };
    try {
      authorize(token, route);
    } catch (error) {
      return refused(error);
    }
    const call: RequestContext = {
      params: request.params as RequestContext['params'],
      query: queryOf(route, request),
      token,
      request,
      reply,
    };
    if (!carriesBody(request.raw)) return next(call, undefined);
    return readBody(request.raw, policy.settings.current.rest.Limits['Max-Body-Bytes']).then(
      (json) => next(call, json),
      refused,
    );
  }

  app.route({
    method: route.method,
    url: pathOf(route),
    // No promise where none is needed: a cached response costs no turn of the event loop.
    handler(request, reply) {
      const token = authenticate(policy, request.headers.authorization);
      return token instanceof Promise
        ? token.then((found) => withToken(found, request, reply))
        : withToken(token, request, reply);
    },
  });
}

function auditRefusal(
  policy: RequestPolicy,
  token: Token,
  subject: AuditSubject,
  error: unknown,
  summaryOf?: () => string,
): void {
  if (error instanceof Refusal) policy.refusals.add(token, subject, error, summaryOf);
}
