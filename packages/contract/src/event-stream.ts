import { PalatineEvent } from './events.ts';
import { route } from './route.ts';
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

const { heartbeatMs, stallMs, streams, keptEvents, keptBytes } = EVENT_STREAM;

/** The format of the stream, for the API document and docs/events.md. */
export const EVENT_STREAM_NOTES = `
Every event that happens while you watch is sent once, in order, as a message of three lines and an empty one:

\`\`\`
id: 4711
event: player.joined
data: {"Id":4711,"Time":"2026-07-12T18:15:02.113Z","Type":"player.joined","Data":{…}}
\`\`\`

\`data\` is one line of JSON that holds everything, so a client needs no other line. A newer service may send types that are not listed here: skip them.

- **Begin.** The first message is a comment with the id at which the stream begins, without \`data\`. Without \`Last-Event-ID\` that is the newest event: you receive what happens from now on.
- **Resume.** After a lost connection, connect again with the \`Id\` of the last event that you have seen as \`Last-Event-ID\`, as \`EventSource\` does by itself. You receive what you have missed, then what happens. Ids count up over restarts of the service. \`Last-Event-ID: 0\` sends everything that is kept. An empty header counts as none; anything but a whole number is 400 \`VALIDATION_FAILED\`.
- **Gap.** The service keeps the last ${groupedDigits(keptEvents)} events, at most ${keptBytes / 1024 / 1024} MiB of them as JSON. If events that you had not seen were dropped, the stream continues with the oldest kept event, and its \`Id\` is more than one above yours: read the state again. An id above the newest belongs to another world (a restored backup or a replaced world): the stream then begins with the oldest kept event.
- **Heartbeat.** A comment (\`: \`) comes every ${heartbeatMs / 1000} seconds. After ${(3 * heartbeatMs) / 1000} seconds without a byte, connect again.
- **Limits.** ${streams} streams at once; one more is 503 \`SERVER_BUSY\`. A connection that reads nothing for ${stallMs / 1000} seconds is closed, and can resume. One event is below 1 MiB.
- **Rights.** A token with the permission \`Palatine.Events.Read\` sees every event of every type, addresses of banned players included.
`.trim();

export const getEvents = route('GET /v1/palatine/events', 'Stream events', {
  tag: 'Service',
  permission: 'Palatine.Events.Read',
  summary: 'Events of the world and the service, as server-sent events',
  notes: EVENT_STREAM_NOTES,
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
