import { getEvents, getPositions } from '@palatine/contract';
import type { FastifyInstance } from 'fastify';
import type { RequestPolicy } from './authorize.ts';
import type { EventStreams } from './event-streams.ts';
import { mountStream } from './mount.ts';
import { mapPartOf } from './position-query.ts';
import type { PositionStreams } from './position-streams.ts';
import { StreamTokens } from './stream-tokens.ts';

/** The streams of each kind. */
export interface Streams {
  events: EventStreams;
  positions: PositionStreams;
}

/** Mounts the streams. Each ends with the service, and when its token may not watch it any more. */
export function mountStreams(
  app: FastifyInstance,
  policy: RequestPolicy,
  { events, positions }: Streams,
): void {
  const tokens = new StreamTokens(policy.tokens);
  app.addHook('preClose', (done) => {
    tokens.close();
    events.close();
    positions.close();
    done();
  });

  mountStream(app, policy, getEvents, (call) =>
    tokens.open(getEvents, call, (onEnd) => events.open(call, onEnd)),
  );
  mountStream(app, policy, getPositions, (call) => {
    const part = mapPartOf(call.query);
    tokens.open(getPositions, call, (onEnd) => positions.open(call, part, onEnd));
  });
}
