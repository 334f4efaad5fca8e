import {
  EVENT_TYPES,
  exampleEvent,
  getMetrics,
  LIMITS,
  OFFLINE_PLAYERS,
  parameterNames,
  type RouteShape,
  reachesOffline,
  writes,
} from '@palatine/contract';
import { eventText } from '../streams/event-streams.ts';
import { FROM_DEMO, MESSAGES, PATH_PARAMETERS, RESUMABLE } from '../texts/api-document.ts';
import { type JsonObject, type RouteExample, toSchema } from './schemas.ts';

/** Path, query and headers of a route. The introduction has the headers of every route. */
export function parametersOf(route: RouteShape, { params, query }: RouteExample): JsonObject[] {
  const inPath = parameterNames(route).map((name) => ({
    name,
    in: 'path',
    required: true,
    description: PATH_PARAMETERS[name] ?? name,
    schema: { type: 'string', maxLength: LIMITS.idChars },
    ...(params?.[name] === undefined ? {} : { examples: { demo: { value: params[name] } } }),
  }));
  return [...inPath, ...inQuery(route, query), ...headersOf(route)];
}

function inQuery(route: RouteShape, example: RouteExample['query']): JsonObject[] {
  if (route.query === undefined) return [];
  const { properties = {} } = toSchema(route.query);
  return Object.entries(properties as Record<string, JsonObject>).map(
    ([name, { description, ...schema }]) => ({
      name,
      in: 'query',
      schema,
      ...(description === undefined ? {} : { description }),
      ...(example?.[name] === undefined ? {} : { examples: { demo: { value: example[name] } } }),
    }),
  );
}

function headersOf(route: RouteShape): JsonObject[] {
  const names = [
    ...(route.resumable ? ['LastEventId'] : []),
    ...(writes(route) ? ['IdempotencyKey'] : []),
    ...(route.versioned ? ['IfMatch', 'IfNoneMatch'] : []),
    ...(reachesOffline(route) ? ['OfflinePlayers'] : []),
  ];
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
}

export const SHARED_PARAMETERS: JsonObject = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Makes a retry safe: once a request was applied, another with the same key, route and body gets its stored ' +
      'outcome for 24 hours and changes nothing. A refusal leaves the key free. ' +
      `1 to ${LIMITS.keyChars} visible ASCII characters, such as an order number or a UUID.`,
    schema: { type: 'string', pattern: '^[!-~]+$', maxLength: LIMITS.keyChars },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'The `ETag` of the version to replace, as returned by the service. Exactly one, not `*`.',
    schema: { type: 'string', pattern: '^"[^"]+"$', maxLength: LIMITS.idChars },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: '`*` where there is no file yet.',
    schema: { type: 'string', enum: ['*'] },
  },
  OfflinePlayers: {
    name: OFFLINE_PLAYERS.header,
    in: 'header',
    description: `Serves a known player who is offline too, whatever \`playerResolution\` is. Needs the permission \`${OFFLINE_PLAYERS.permission}\`.`,
    schema: { type: 'string', enum: [OFFLINE_PLAYERS.value] },
  },
  LastEventId: {
    name: 'Last-Event-ID',
    in: 'header',
    description: 'Id of the last event you saw; the stream starts with those after it.',
    schema: { type: 'string' },
  },
};

/** The response 200 of a route. */
export function successOf(route: RouteShape, { answer }: RouteExample): JsonObject {
  if (route.stream) {
    return {
      description: `${route.resumable ? RESUMABLE : MESSAGES}, and the limits.`,
      content: {
        'text/event-stream': {
          schema: {
            type: 'string',
            description: `The \`data\` of each message is one ${route.resumable ? 'event' : 'of these'}.`,
            contentMediaType: 'application/json',
            contentSchema: toSchema(route.reply),
          },
          examples: route.resumable ? eventExamples() : { demo: { summary: FROM_DEMO, value: answer } },
        },
      },
    };
  }
  const otherFormats = Object.entries(route.formats ?? {}).map(([type, description]) => {
    return [type, { schema: { type: 'string', description } }];
  });
  return {
    description: writes(route) ? 'Applied, and on disk.' : 'The reply.',
    content: {
      'application/json': {
        schema: replySchema(route),
        ...(answer === undefined ? {} : { examples: { demo: { summary: FROM_DEMO, value: answer } } }),
      },
      ...Object.fromEntries(otherFormats),
    },
  };
}

/** Where a token decides the answer form: one of both. */
function replySchema({ reply, wrapped }: RouteShape): JsonObject {
  return wrapped ? { oneOf: [toSchema(reply), toSchema(wrapped.reply)] } : toSchema(reply);
}

/** One message of each event type, as the stream sends it. */
function eventExamples(): JsonObject {
  return Object.fromEntries(
    EVENT_TYPES.map((type) => [type, { summary: type, value: eventText(exampleEvent(type)) }]),
  );
}

/** The operations routes: metrics and probes, which answer without the envelope. */
export function operationsPaths(
  refusalsOfMetrics: JsonObject,
  readiness = 'Whether the game is up and the store answers.',
): JsonObject {
  return {
    [getMetrics.path]: {
      get: {
        operationId: 'getMetrics',
        summary: getMetrics.title,
        description: `${getMetrics.summary}. Needs the permission \`${getMetrics.permission}\`.`,
        tags: ['Service'],
        'x-permission': getMetrics.permission,
        responses: {
          200: {
            description: 'The metrics in the text format of Prometheus.',
            content: { 'text/plain': { schema: { type: 'string' }, example: 'palatine_world_online 10\n' } },
          },
          ...refusalsOfMetrics,
        },
      },
    },
    '/healthz': {
      get: {
        operationId: 'getHealth',
        summary: 'Liveness probe',
        description: 'Whether the process runs. Takes no token.',
        tags: ['Service'],
        security: [],
        responses: {
          200: jsonResponse('The process is running.', {
            Alive: { type: 'boolean' },
            UptimeSeconds: { type: 'integer' },
          }),
        },
      },
    },
    '/readyz': {
      get: {
        operationId: 'getReadiness',
        summary: 'Readiness probe',
        description: `${readiness} Takes no token.`,
        tags: ['Service'],
        security: [],
        responses: {
          200: jsonResponse('Ready.', READINESS),
          503: jsonResponse('Not ready; `Missing` lists why.', READINESS),
        },
      },
    },
  };
}

const READINESS: JsonObject = {
  Ready: { type: 'boolean' },
  Missing: { type: 'array', items: { type: 'string' } },
};

function jsonResponse(description: string, properties: JsonObject): JsonObject {
  const schema = { type: 'object', required: Object.keys(properties), properties };
  return { description, content: { 'application/json': { schema } } };
}
