import { getMetrics } from '@palatine/contract';
import type { JsonObject } from './schemas.ts';

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
