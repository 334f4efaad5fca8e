import {
  DEFAULT_PAGE,
  getFleetEvents,
  MAX_PAGE,
  Refusal,
  type RouteQuery,
  watchFleetEvents,
} from '@palatine/contract';
import type { FastifyInstance } from 'fastify';
import { serialize } from '../../game/response-format.ts';
import { mountResponse, mountStream } from '../../http/mount.ts';
import { PageExports } from '../../http/page-exports.ts';
import type { RequestPolicy } from '../../http/request-policy.ts';
import { sendCachedResponse } from '../../http/respond.ts';
import { StreamTokens } from '../../http/stream-tokens.ts';
import type { FleetEventFilters, FleetEventQuery } from './event-pages.ts';
import { EVENT_LINES, fleetEventOf } from './fleet-event.ts';
import { FleetEventStreams } from './fleet-event-streams.ts';
import type { Projected } from './projected.ts';
import { worldOfQuery } from './world-of-query.ts';

/** Mounts the events of all worlds: those that have happened, or an export of them, and those that happen. */
export function mountFleetEvents(app: FastifyInstance, policy: RequestPolicy, projected: Projected): void {
  mountPastEvents(app, policy, projected);
  mountEventStream(app, policy, projected);
}

function mountPastEvents(app: FastifyInstance, policy: RequestPolicy, projected: Projected): void {
  const { projection, clock, worldsOf, nameOf } = projected;
  const exports = new PageExports('events of the fleet', clock);

  function pageOf(query: FleetEventQuery) {
    const { rows, next } = projection.eventPage(query);
    const Entries = rows.map((row) => fleetEventOf(row, nameOf));
    return next === undefined ? { Entries } : { Entries, Next: next };
  }

  mountResponse(app, policy, getFleetEvents, async ({ query, token, request, reply }) => {
    const { Before: before, Limit: limit = DEFAULT_PAGE, Format: format = 'json' } = query;
    const filters = { ...filtersOf(query), worlds: worldsOf(token) };
    if (format === 'json') {
      return sendCachedResponse(request, reply, serialize(pageOf({ ...filters, before, limit })));
    }
    assertNoPage(query);
    return exports.send(reply, EVENT_LINES[format], async (cursor) =>
      pageOf({ ...filters, before: cursor, limit: MAX_PAGE }),
    );
  });
}

/** Mounts the stream. It ends with the gateway, and when its token may not watch it any more. */
function mountEventStream(app: FastifyInstance, policy: RequestPolicy, projected: Projected): void {
  const streams = new FleetEventStreams(projected);
  const held = new StreamTokens(policy.tokens);
  app.addHook('preClose', (done) => {
    held.close();
    streams.close();
    done();
  });

  mountStream(app, policy, watchFleetEvents, (call) => {
    const { token } = call;
    const worlds = () => projected.worldsOf(policy.tokens.byId(token.id) ?? token);
    held.open(watchFleetEvents, call, (onEnd) => streams.open(call, worlds, onEnd));
  });
}

type Query = RouteQuery<typeof getFleetEvents>;

/** Throws VALIDATION_FAILED for a world that is no key. */
function filtersOf(query: Query): FleetEventFilters {
  const { Type, Player: player, Text: text, From, To } = query;
  return {
    world: worldOfQuery(query),
    // Any type counts: a newer world may send some that are not in the contract.
    types: Type?.split(',').map((type) => type.trim().toLowerCase()),
    player,
    text,
    fromMs: From === undefined ? undefined : Date.parse(From),
    toMs: To === undefined ? undefined : Date.parse(To),
  };
}

/** Throws VALIDATION_FAILED for an export with what belongs to pages. */
function assertNoPage(query: Query): void {
  for (const name of ['Limit', 'Before'] as const) {
    if (query[name] === undefined) continue;
    const message = `${name} belongs to pages; Format=${query.Format} answers with all events, From and To bound them`;
    throw new Refusal('VALIDATION_FAILED', message);
  }
}
