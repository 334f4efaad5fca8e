import Type, { type Static } from 'typebox';
import { AUDIT_FORMATS } from './audit.ts';
import { EVENT_STREAM } from './event-stream.ts';
import { PalatineEvent } from './events.ts';
import { OF_HISTORY } from './fleet-audit.ts';
import { WORLD_FILTER } from './fleet-search.ts';
import { choice, PAGE, time, wholeNumber } from './lists.ts';
import { filter } from './request-shapes.ts';
import { route } from './route.ts';
import { closedObject } from './shapes.ts';

const FLEET_EVENTS_READ = 'Palatine.Fleet.Events.Read';

/** An event of a world, as a gateway passes it on. */
export const FleetEvent = closedObject({
  Id: Type.Integer({ description: 'Counts up at this gateway, in the order in which events arrive there' }),
  ...OF_HISTORY,
  Event: PalatineEvent,
});
export type FleetEvent = Static<typeof FleetEvent>;

export const getFleetEvents = route('GET /v1/fleet/events/past', {
  tag: 'Fleet',
  permission: FLEET_EVENTS_READ,
  title: 'List past events of the fleet',
  summary: 'What has happened in every world that the token may see, newest first',
  notes:
    'In the order in which this gateway received the events; with `From` or `To` in the order of their times. Filters ' +
    'combine with AND. `Format=csv` and `Format=jsonl` answer with all matching events as one stream, and take neither ' +
    '`Limit` nor `Before`.',
  query: Type.Object({
    World: WORLD_FILTER,
    Type: filter('Types of events, with commas between them'),
    Player: filter('PlayerUID, UserId or name of the player whom the event is about'),
    Text: filter('A part of any text of the event, in any case'),
    From: time('Events from this time on: ISO 8601'),
    To: time('Events before this time'),
    Before: wholeNumber('Events before the one with this Id', 1, Number.MAX_SAFE_INTEGER),
    Limit: PAGE.Limit,
    Format: choice(AUDIT_FORMATS, '`json` unless given'),
  }),
  reply: closedObject({
    Entries: Type.Array(FleetEvent),
    Next: Type.Optional(
      Type.Integer({
        minimum: 1,
        description:
          '`Before` of the next page, left out on the last one. With filters a page may hold fewer events than ' +
          '`Limit`, or none, and still have a `Next`: the gateway looks at a bounded number of events for it.',
      }),
    ),
  }),
  formats: {
    'text/csv': 'The events as CSV (RFC 4180) with a header; what is special to a type as JSON in one field.',
    'application/jsonl': 'One event as JSON on each line.',
  },
  errors: ['VALIDATION_FAILED', 'SERVER_BUSY'],
  examples: [{ query: { Type: 'punishment', Limit: 3 } }],
});
export type FleetEventsPage = Static<typeof getFleetEvents.reply>;

const { heartbeatMs, stallMs, streams } = EVENT_STREAM;

export const watchFleetEvents = route('GET /v1/fleet/events', {
  tag: 'Fleet',
  permission: FLEET_EVENTS_READ,
  title: 'Stream events of the fleet',
  summary: 'What happens in every world that the token may see, as server-sent events',
  notes: `
Like \`GET /v1/palatine/events\`, with the world beside each event, as \`GET /v1/fleet/events/past\` lists it.

- **Order.** The events of one world come in their order; those of different worlds in the order in which the gateway receives them.
- **Begin.** The first message is a comment with the id at which the stream begins. Without \`Last-Event-ID\` that is the newest event.
- **Resume.** \`Last-Event-ID\` is the \`Id\` of the last event that you have seen: you receive what you have missed, then what happens. Ids belong to one gateway and to its file; with an id of another one, or of a file that was deleted, the stream begins with the oldest event that is kept, so that you may see events again and miss none. \`World\`, \`Incarnation\` and the \`Id\` of the event itself tell them apart everywhere.
- **Bounds.** A comment comes every ${heartbeatMs / 1000} seconds. ${streams} streams at once; one more is 503 \`SERVER_BUSY\`. A connection that reads nothing for ${stallMs / 1000} seconds is closed, and can resume.
`.trim(),
  stream: true,
  resumable: true,
  reply: FleetEvent,
  errors: ['VALIDATION_FAILED', 'SERVER_BUSY'],
  meanings: { VALIDATION_FAILED: '`Last-Event-ID` is not a whole number.' },
});
