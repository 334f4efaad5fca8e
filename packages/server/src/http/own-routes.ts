import type { ServerResponse } from 'node:http';
import { getAudit, getEvents, Refusal } from '@palatine/contract';
import type { WorldEvent } from '@palatine/world';
import type { FastifyInstance } from 'fastify';
import { serialize } from '../game/response-format.ts';
import type { EventsSince } from '../game/store-queries.ts';
import { mountRead, mountStream } from './mount.ts';
import type { RequestPolicy } from './request-policy.ts';
import type { Service } from './service.ts';

const MAX_PAGE = 500;
/** Watchers at once; each holds a connection. */
const MAX_WATCHERS = 100;
/** A watcher that does not read is let go when so much waits for it. */
const MAX_UNREAD_BYTES = 1024 * 1024;
/** So that proxies and callers notice a dead connection. */
const HEARTBEAT_MS = 15_000;

/** What is ours beside the service document: the audit and the events. */
export function mountOwnRoutes(app: FastifyInstance, policy: RequestPolicy, { game }: Service): void {
  mountRead(app, policy, getAudit, async ({ query }) => {
    for (const [name, max] of [
      ['Limit', MAX_PAGE],
      ['Cursor', Number.MAX_SAFE_INTEGER],
    ] as const) {
      const value = query[name];
      if (value === undefined || (/^[0-9]{1,16}$/.test(value) && Number(value) >= 1 && Number(value) <= max))
        continue;
      throw new Refusal('VALIDATION_FAILED', `${name} must be a whole number from 1 to ${max}`);
    }
    return serialize(await game.records('audit', query as Record<string, string>));
  });

  const watchers = new Set<ServerResponse>();
  app.addHook('preClose', (done) => {
    for (const watcher of watchers) watcher.end();
    done();
  });
  mountStream(app, policy, getEvents, async ({ request, reply }) => {
    if (watchers.size >= MAX_WATCHERS) throw new Refusal('SERVER_BUSY', 'too many watch the events already');
    const lastId = request.headers['last-event-id'];
    const resumeAt = typeof lastId === 'string' && /^[0-9]{1,15}$/.test(lastId) ? Number(lastId) : undefined;

    // Watch first, look back second: nothing falls between, and what is in both is told once.
    let lastSent = 0;
    let early: WorldEvent[] | undefined = [];
    const { raw } = reply;
    const send = (events: readonly WorldEvent[]) => {
      for (const event of events) {
        if (event.id <= lastSent) continue;
        lastSent = event.id;
        raw.write(toStreamEvent(event));
      }
      if (raw.writableLength > MAX_UNREAD_BYTES) raw.destroy();
    };
    const stopWatching = game.watch((events) => {
      if (early) early.push(...events);
      else send(events);
    });
    let past: EventsSince;
    try {
      past = await game.eventsSince(String(resumeAt ?? 'now'));
    } catch (error) {
      stopWatching();
      throw error;
    }
    lastSent = past.since;

    watchers.add(raw);
    reply.hijack();
    raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    // Who is cut off before the first event can come back to here.
    raw.write(`: watching\nid: ${past.since}\n\n`);
    send(past.events);
    send(early);
    early = undefined;
    const heartbeat = setInterval(() => raw.write(': \n\n'), HEARTBEAT_MS);
    raw.on('close', () => {
      watchers.delete(raw);
      clearInterval(heartbeat);
      stopWatching();
    });
  });
}

function toStreamEvent({ id, type, atMs, data }: WorldEvent): string {
  const body = JSON.stringify({ Id: id, Time: new Date(atMs).toISOString(), Type: type, Data: data });
  return `id: ${id}\nevent: ${type}\ndata: ${body}\n\n`; // JSON holds no line breaks
}
