import type { ServerResponse } from 'node:http';
import { Refusal } from '@palatine/contract';
import type { WorldEvent } from '@palatine/world';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GameClient } from '../game/game-client.ts';
import type { EventsSince } from '../game/protocol.ts';
import type { Service } from './service.ts';

/** Streams at once; each holds a connection. */
const MAX_STREAMS = 100;
/** A watcher that does not read is disconnected when so much waits for it. */
const MAX_UNREAD_BYTES = 1024 * 1024;
/** So that proxies and callers notice a dead connection. */
const HEARTBEAT_MS = 15_000;

/** The event streams that are open. */
export function eventStreams({ game, clock }: Pick<Service, 'game' | 'clock'>) {
  const open = new Set<ServerResponse>();
  return {
    /** Answers a request with a stream of events that goes on until one side ends it. */
    async open(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      if (open.size >= MAX_STREAMS) throw new Refusal('SERVER_BUSY', 'too many watch the events already');
      const { raw } = reply;
      const sender = eventSender(raw);
      const { past, stop } = await subscribe(game, resumeAt(request), sender);

      open.add(raw);
      reply.hijack();
      raw.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      });
      // Send the current id first, so that a client dropped before any event can still resume.
      raw.write(`: watching\nid: ${past.since}\n\n`);
      sender.begin(past);
      const stopHeartbeat = clock.every(HEARTBEAT_MS, () => raw.write(': \n\n'));
      raw.on('close', () => {
        open.delete(raw);
        stopHeartbeat();
        stop();
      });
    },

    close(): void {
      for (const raw of open) raw.end();
    },
  };
}

/** The id of the last event that a reconnecting client has seen. */
function resumeAt({ headers }: FastifyRequest): number | 'now' {
  const lastId = headers['last-event-id'];
  return typeof lastId === 'string' && /^[0-9]{1,15}$/.test(lastId) ? Number(lastId) : 'now';
}

type EventSender = ReturnType<typeof eventSender>;

/** Writes events to a stream, each once and in order. Before `begin` they wait for those that were missed. */
function eventSender(raw: ServerResponse) {
  let lastSent = 0;
  let early: WorldEvent[] | undefined = [];
  function write(events: readonly WorldEvent[]): void {
    for (const event of events) {
      if (event.id <= lastSent) continue;
      lastSent = event.id;
      raw.write(toStreamEvent(event));
    }
    if (raw.writableLength > MAX_UNREAD_BYTES) raw.destroy();
  }
  return {
    send(events: readonly WorldEvent[]): void {
      if (early === undefined) write(events);
      else early.push(...events);
    },
    begin({ since, events }: EventsSince): void {
      lastSent = since;
      write(events);
      write(early ?? []);
      early = undefined;
    },
  };
}

/** Watch first, look back second: no event falls between, and the sender drops the second of two. */
async function subscribe(game: GameClient, since: number | 'now', sender: EventSender) {
  const stop = game.watch((events) => sender.send(events));
  try {
    return { past: await game.eventsSince(since), stop };
  } catch (error) {
    stop();
    throw error;
  }
}

function toStreamEvent({ id, type, atMs, data }: WorldEvent): string {
  const body = JSON.stringify({ Id: id, Time: new Date(atMs).toISOString(), Type: type, Data: data });
  return `id: ${id}\nevent: ${type}\ndata: ${body}\n\n`; // JSON holds no line breaks
}
