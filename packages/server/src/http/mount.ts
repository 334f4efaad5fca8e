import {
  pathOf,
  type RouteBody,
  type RouteParams,
  type RouteQuery,
  type RouteShape,
} from '@palisade/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Answer } from '../game/protocol.ts';
import type { Token, Tokens } from '../operator/tokens.ts';
import { authenticate, authorize } from './authorize.ts';
import { bodyCheck } from './check-body.ts';
import { carriesBody, readBody } from './read-body.ts';
import { sendAnswer } from './send.ts';

/** What a handler is given: everything already found, allowed, read and checked. */
export interface Call<R extends RouteShape = RouteShape> {
  params: RouteParams<R>;
  query: RouteQuery<R>;
  body: RouteBody<R>;
  token: Token;
  /** The caller's address. */
  ip: string;
}

export type Handler<R extends RouteShape> = (call: Call<R>) => Answer | Promise<Answer>;

export interface Gate {
  tokens: Tokens;
  maxBodyBytes: number;
}

/**
 * Puts a route of the table on the app. Every request takes the same steps in the same order:
 * token (401), permission (403), body (413, INVALID_JSON), shape (the codes of the table), handler.
 */
export function mount<R extends RouteShape>(
  app: FastifyInstance,
  gate: Gate,
  route: R,
  handler: Handler<R>,
): void {
  const checkBody = bodyCheck(route);

  function withToken(token: Token, request: FastifyRequest, reply: FastifyReply) {
    authorize(token, route);
    if (carriesBody(request.raw)) {
      return readBody(request.raw, gate.maxBodyBytes).then((body) => withBody(body, token, request, reply));
    }
    return withBody(undefined, token, request, reply);
  }

  function withBody(body: unknown, token: Token, request: FastifyRequest, reply: FastifyReply) {
    // The router has filled every parameter of the path, and the check has looked at the body.
    const call = {
      params: request.params,
      query: route.query ? single(request.query) : undefined,
      body: checkBody(body),
      token,
      ip: request.ip,
    };
    const answer = handler(call as Call<R>);
    return answer instanceof Promise
      ? answer.then((late) => sendAnswer(request, reply, late))
      : sendAnswer(request, reply, answer);
  }

  app.route({
    method: route.method,
    url: pathOf(route),
    // Without a promise where none is needed: an answer from memory costs no turn of the event loop.
    handler(request, reply) {
      const token = authenticate(gate.tokens, request.headers.authorization);
      return token instanceof Promise
        ? token.then((found) => withToken(found, request, reply))
        : withToken(token, request, reply);
    },
  });
}

/** Of a query parameter given twice, the last counts. */
function single(query: unknown): Record<string, string> {
  const values = Object.entries(query as Record<string, string | string[]>);
  return Object.fromEntries(
    values.map(([name, value]) => [name, Array.isArray(value) ? (value.at(-1) ?? '') : value]),
  );
}
