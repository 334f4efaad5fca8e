import type { RouteShape } from '@palatine/contract';
import type { RouteExample } from './examples.ts';
import { type JsonObject, toSchema } from './schemas.ts';

/** The request body of a route, optional unless the route has a code for a missing one. */
export function requestBody(route: RouteShape, { body }: RouteExample): JsonObject {
  if (route.body === undefined) return {};
  return {
    requestBody: {
      required: route.bodyErrors?.missing !== undefined,
      content: {
        'application/json': {
          schema: toSchema(route.documentedBody ?? route.body),
          ...(body === undefined ? {} : { examples: { demo: { summary: 'An example', value: body } } }),
        },
      },
    },
  };
}
