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
