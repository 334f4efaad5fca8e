import { EVENT_TYPES, exampleEvent, type RouteShape, writes } from '@palatine/contract';
import type { WorldEvent } from '@palatine/world';
import { eventText } from '../world-events.ts';
import type { RouteExample } from './examples.ts';
import { type JsonObject, toSchema } from './schemas.ts';

const FROM_DEMO = 'From the demo world; long lists are cut short';

const RESUMABLE =
  'Messages of the lines `id`, `event` and `data` and an empty line, and a heartbeat `: ` between them, until one ' +
  'side closes the connection. The description of the route says how to begin and resume (`Last-Event-ID`), ' +
  'what a gap does';
const MESSAGES =
  'Messages of the lines `event` and `data` and an empty line, and a heartbeat `: ` between them, until one side ' +
  'closes the connection. The description of the route says how to read them';

/** What a route answers when it does not refuse. */
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
  return {
    description: writes(route) ? 'Applied, and on disk.' : 'The reply.',
    content: {
      'application/json': {
        schema: toSchema(route.reply),
        ...(answer === undefined ? {} : { examples: { demo: { summary: FROM_DEMO, value: answer } } }),
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

/** One message of each event type, as the stream sends it. */
function eventExamples(): JsonObject {
  return Object.fromEntries(
    EVENT_TYPES.map((type) => {
      const { Id, Time, Data } = exampleEvent(type);
      const atMs = Date.parse(Time);
      return [type, { summary: type, value: eventText({ id: Id, type, atMs, data: Data } as WorldEvent) }];
    }),
  );
}
