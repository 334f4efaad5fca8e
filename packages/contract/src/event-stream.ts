import { PalatineEvent } from './events.ts';
import { route } from './route.ts';
import * as notes from './texts/notes.ts';
import * as Type from './type.ts';
import { groupedDigits } from './visible-text.ts';

export const EVENT_STREAM = {
  /** Between two heartbeats, so that proxies and callers notice a dead connection. */
  heartbeatMs: 15_000,
  /** A connection that reads nothing of its backlog for this long is closed. */
  stallMs: 60_000,
  /** Maximum streams at once; each holds a connection. */
  streams: 100,
  /** Events that the service keeps for watchers that come back, and their bytes as JSON: whichever is reached first. */
  keptEvents: 10_000,
  keptBytes: 16 * 1024 * 1024,
} as const;

export const getEvents = route('GET /v1/palatine/events', 'Stream events', {
  tag: 'Service',
  permission: 'Palatine.Events.Read',
  summary: 'Events of the world and the service, as server-sent events',
  notes: notes.getEvents({ ...EVENT_STREAM, keptEvents: groupedDigits(EVENT_STREAM.keptEvents) }),
  stream: true,
  resumable: true,
  reply: PalatineEvent,
  errors: ['VALIDATION_FAILED', 'SERVER_BUSY'],
  meanings: { VALIDATION_FAILED: '`Last-Event-ID` is not a whole number.' },
});

export const getPastEvents = route('GET /v1/palatine/events/past', 'List past events', {
  tag: 'Service',
  permission: 'Palatine.Events.Read',
  summary: 'Past events, newest first, as far back as they are kept',
  notes:
    `The service keeps the last ${groupedDigits(EVENT_STREAM.keptEvents)} events. Filters combine with AND. ` +
    '`Type=message` is the log of what was said.',
  game: true,
  query: Type.Object({
    Type: Type.filter('Types of events, with commas between them'),
    Player: Type.filter('PlayerUID, UserId or name of a player whom the event is about'),
    Guild: Type.filter('GUID of a guild that the event is about'),
    Text: Type.filter('A part of any text of the event, in any case'),
    From: Type.time('Events from this time on: ISO 8601, such as `2026-11-22` or `2026-11-22T10:00:00Z`'),
    To: Type.time('Events before this time; UTC, as in `From`, unless it has an offset'),
    Before: Type.wholeNumber('Events before the one with this Id', 1, Number.MAX_SAFE_INTEGER),
    Limit: Type.PAGE.Limit,
  }),
  reply: Type.closedObject({
    Total: Type.LIST_META.Total,
    Matching: Type.LIST_META.Matching,
    Entries: Type.Array(PalatineEvent),
    Next: Type.Optional(
      Type.Integer({ minimum: 1, description: '`Before` of the next page, left out on the last one' }),
    ),
  }),
  examples: [{ query: { Type: 'grant', Limit: 3 } }],
});
