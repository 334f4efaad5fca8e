import type { RouteShape } from '@palatine/contract';
import type { RouteExample } from './examples.ts';
import { type JsonObject, toSchema } from './schemas.ts';

const FROM_DEMO = 'From the demo world; long lists are cut short';

/** What a route answers when it does not refuse. */
export function successOf(route: RouteShape, { answer }: RouteExample): JsonObject {
  if (route.stream) {
    return {
      description: 'A stream of server-sent events that goes on until one side closes it.',
      content: {
        'text/event-stream': {
          schema: {
            type: 'string',
            description: 'The `data` of each message is one event.',
            contentMediaType: 'application/json',
            contentSchema: toSchema(route.reply),
          },
          example: answer,
        },
      },
    };
  }
  return {
    description: route.method === 'GET' ? 'The reply.' : 'Applied, and on disk.',
    content: {
      'application/json': {
        schema: toSchema(route.reply),
        examples: { demo: { summary: FROM_DEMO, value: answer } },
      },
      ...Object.fromEntries(otherFormats(route)),
    },
  };
}

function otherFormats({ formats = {} }: RouteShape): [contentType: string, content: JsonObject][] {
  return Object.entries(formats).map(([type, description]) => [
    type,
    { schema: { type: 'string', description } },
  ]);
}
