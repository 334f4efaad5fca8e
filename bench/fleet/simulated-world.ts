import { randomBytes } from 'node:crypto';
import {
  BUCKETS,
  BucketFollower,
  connectBroker,
  type Heartbeat,
  parseListKey,
  rosterNowReply,
  SUBJECTS,
  type WorldKey,
} from '@palatine/fleet';
import { startFence } from '@palatine/server/fleet/fence.ts';
import { ForwardedCalls } from '@palatine/server/fleet/forwarded-calls.ts';
import { sendHeartbeats } from '@palatine/server/fleet/heartbeats.ts';
import { WorldRequests } from '@palatine/server/fleet/world-requests.ts';
import { systemClock } from '@palatine/server/game/clock.ts';
import type { GameClient } from '@palatine/server/game/game-client.ts';
import type { LocalRequest, LocalResponse } from '@palatine/server/http/local-request.ts';
import { toRefusal } from '@palatine/server/http/respond.ts';
import type { Logger } from 'pino';

/** About as much as a read of one player. */
const BODY = Buffer.from(JSON.stringify({ Simulated: true, Text: 'x'.repeat(1000) }));
const LIST = 'main';

export interface SimulatedWorldOptions {
  server: string;
  key: WorldKey;
  /** The world has taken over the ban of somebody. */
  onBan(id: string): void;
  log: Logger;
}

/**
 * Takes part in a fleet as a world does, with the link's own code and a connection of its own; there is no game behind
 * it. Resolves when it takes requests.
 */
export async function startSimulatedWorld(options: SimulatedWorldOptions): Promise<void> {
  const { server, key: world, onBan, log } = options;
  const clock = systemClock;
  const connection = await connectBroker({
    servers: [server],
    name: `world ${world}`,
    inboxPrefix: `_INBOX_${world}`,
  });
  const instance = randomBytes(12).toString('hex');
  const calls = new ForwardedCalls(['*']);
  const requests = new WorldRequests({
    ...{ connection, world, instance, calls, attached: false, clock, log },
    answer: (request) => answer(calls, request),
    game: { call: (() => Promise.resolve(undefined)) as GameClient['call'] }, // asked only for ends of lost writes
  });
  connection.subscribe(SUBJECTS.probe(world, instance), {
    callback: (_error, message) => void message.respond(),
  });
  connection.subscribe(SUBJECTS.rosterNow(world), {
    callback: (_error, message) => void message.respond(rosterNowReply.pack({ sequence: 1 })),
  });
  connection.subscribe(`${BUCKETS.tokens.republished}.>`, { callback: () => {} });
  sendHeartbeats(connection, world, clock, () => heartbeatOf(world, instance));
  new BucketFollower({
    connection,
    bucket: BUCKETS.lists,
    prefixes: [LIST],
    seen: { sequence: 0, timeMs: 0 },
    take(messages) {
      for (const { key } of messages) {
        const of = parseListKey(key);
        if (of?.of === 'Entry') onBan(of.subject.Id);
      }
    },
    report: (problem, error) => log.debug({ err: error, world }, problem),
  }).start();
  await new Promise<void>((resolve) => {
    const onChange = (may: boolean) => {
      if (!may) return requests.close();
      requests.open();
      resolve();
    };
    startFence({ connection, world, instance, clock, log, onChange });
  });
  await connection.flush();
}

/** Asks for leave as the routes of a service do, and answers. */
async function answer(calls: ForwardedCalls, { headers }: LocalRequest): Promise<LocalResponse> {
  try {
    await calls.leaveOf(headers.authorization)?.();
    return responseOf(200, BODY);
  } catch (error) {
    const refusal = toRefusal(error);
    return responseOf(refusal.status, Buffer.from(JSON.stringify(refusal.toEnvelope())));
  }
}

function responseOf(status: number, bytes: Buffer): LocalResponse {
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(bytes.byteLength),
  };
  return { status, headers, body: onePart(bytes), cancel() {} };
}

async function* onePart(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

function heartbeatOf(world: WorldKey, instance: string): Heartbeat {
  return {
    ...{ name: `Simulated ${world.slice(-5)}`, tags: ['bench'], instance, previous: '' },
    ...{ incarnation: instance, version: 'bench', attached: false, ready: true, players: 8, queue: 0 },
    ...{ lag: { events: 0, audit: 0 }, lists: [LIST], allow: ['*'] },
  };
}
