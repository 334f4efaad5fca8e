import { getMetrics } from '../observability/get-metrics.ts';
import type { JsonObject } from './schemas.ts';

/** What is asked about the service itself and answers in no envelope. */
export function operationsPaths(): JsonObject {
  return {
    [getMetrics.path]: {
      get: {
        operationId: 'getMetrics',
        summary: getMetrics.summary,
        description: `Needs the permission \`${getMetrics.permission}\`.`,
        tags: ['Service'],
        'x-permission': getMetrics.permission,
        responses: {
          200: {
            description: 'The figures, in the text format of Prometheus.',
            content: { 'text/plain': { schema: { type: 'string' }, example: 'palatine_world_online 10\n' } },
          },
          401: { description: '`INVALID_TOKEN`' },
          403: { description: '`MISSING_PERMISSION`' },
        },
      },
    },
    '/healthz': {
      get: {
        operationId: 'getHealth',
        summary: 'Whether the process lives',
        tags: ['Service'],
        security: [],
        responses: {
          200: answerOf('It lives.', { Alive: { type: 'boolean' }, UptimeSeconds: { type: 'integer' } }),
        },
      },
    },
    '/readyz': {
      get: {
        operationId: 'getReadiness',
        summary: 'Whether the service can do its work: the game thread is up and the store answers',
        tags: ['Service'],
        security: [],
        responses: {
          200: answerOf('It can.', READINESS),
          503: answerOf('It cannot now; `Missing` says why.', READINESS),
        },
      },
    },
  };
}

const READINESS: JsonObject = {
  Ready: { type: 'boolean' },
  Missing: { type: 'array', items: { type: 'string' } },
};

function answerOf(description: string, properties: JsonObject): JsonObject {
  const schema = { type: 'object', required: Object.keys(properties), properties };
  return { description, content: { 'application/json': { schema } } };
}
