import { Refusal } from '@palatine/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Throws SERVER_BUSY when no further stream may be opened. */
export function assertStreamFree(open: {
  closed: boolean;
  count: number;
  limit: number;
  busy: string;
}): void {
  if (open.closed) throw new Refusal('SERVER_BUSY', 'the service is stopping');
  if (open.count >= open.limit) throw new Refusal('SERVER_BUSY', open.busy);
}

/** The last event id of a reconnecting client; undefined for none or ''. Throws VALIDATION_FAILED. */
export function lastEventId({ headers }: FastifyRequest): number | undefined {
  const { 'last-event-id': id = '' } = headers;
  if (id === '') return undefined;
  if (typeof id === 'string' && /^[0-9]+$/.test(id)) return Number(id);
  throw new Refusal(
    'VALIDATION_FAILED',
    'the header Last-Event-ID must be a whole number, the Id of an event; without it the stream begins with the next event',
  );
}

/** The head of a stream of server-sent events. */
export function streamHeaders(reply: FastifyReply): Record<string, string> {
  return {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  };
}

/** Takes the response over from Fastify. False when the watcher has left already. */
export function hijack(request: FastifyRequest, reply: FastifyReply): boolean {
  const { socket } = request.raw;
  reply.hijack();
  if (!socket.destroyed && !socket.readableEnded) return true;
  reply.raw.destroy();
  return false;
}
