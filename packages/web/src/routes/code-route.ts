import {
  type ErrorCode,
  pathOf,
  Refusal,
  type RouteBody,
  type RouteReply,
  type RouteShape,
} from '@palatine/contract';
import type { Clock } from '@palatine/platform/clock';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { bodyValidator, parseBody, readBytes } from '../request/read-input.ts';

const BODY_BYTES = 4096;
/** Wrong codes of one address in a minute: guessing is hopeless anyway, but each try costs a search. */
const MAX_WRONG_CODES = 10;
const MINUTE_MS = 60_000;
const MAX_ADDRESSES = 10_000;

interface CodeRouteOptions {
  readonly clock: Pick<Clock, 'elapsed'>;
  /** The code with which the handler refuses a wrong code. */
  readonly refusal: ErrorCode;
  addressOf?(request: FastifyRequest): string;
}

/** Mounts a route that takes a code in its body instead of a token. */
export function mountCodeRoute<R extends RouteShape>(
  app: FastifyInstance,
  route: R,
  { clock, refusal, addressOf = ({ ip }) => ip }: CodeRouteOptions,
  handler: (body: RouteBody<R>, request: FastifyRequest) => Promise<RouteReply<R>>,
): void {
  const check = bodyValidator(route);
  /** The wrong codes of each address in this minute. */
  const wrong = new Map<string, number>();
  let minute = 0;
  const wrongOf = (address: string): number => {
    const now = Math.floor(clock.elapsed() / MINUTE_MS);
    if (now !== minute) wrong.clear();
    minute = now;
    return wrong.get(address) ?? 0;
  };
  app.route({
    method: route.method,
    url: pathOf(route),
    async handler(request, reply) {
      const body = check(parseBody(await readBytes(request.raw, BODY_BYTES))) as RouteBody<R>; // checked by its shape
      const address = addressOf(request);
      if (wrongOf(address) >= MAX_WRONG_CODES)
        throw new Refusal('RATE_LIMITED', 'too many wrong codes from this address', { RetryAfter: 60 });
      const answer = await handler(body, request).catch((error: unknown) => {
        const isWrong = error instanceof Refusal && error.code === refusal;
        if (isWrong && wrong.size < MAX_ADDRESSES) wrong.set(address, wrongOf(address) + 1);
        throw error;
      });
      return reply.header('cache-control', 'no-store').send(answer);
    },
  });
}
