import Type, { type Static } from 'typebox';
import { EVENT_STREAM } from './event-stream.ts';
import { PalatineEvent } from './events.ts';
import { LIST_META, PAGE, wholeNumber } from './lists.ts';
import { filter } from './request-shapes.ts';
import { route } from './route.ts';
import { closedObject } from './shapes.ts';
import { groupedDigits } from './visible-text.ts';

export const getPastEvents = route('GET /v1/palatine/events/past', {
  tag: 'Service',
  permission: 'Palatine.Events.Read',
  title: 'List past events',
  summary: 'What has happened, newest first, as far back as events are kept',
  notes:
    `The service keeps the last ${groupedDigits(EVENT_STREAM.keptEvents)} events. Filters combine with AND. ` +
    '`Type=message` is the log of what was said.',
  game: true,
  query: Type.Object({
    Type: filter('Types of events, with commas between them'),
    Player: filter('PlayerUID, UserId or name of a player whom the event is about'),
    Guild: filter('GUID of a guild that the event is about'),
    Text: filter('A part of any text of the event, in any case'),
    Before: wholeNumber('Events before the one with this Id', 1, Number.MAX_SAFE_INTEGER),
    Limit: PAGE.Limit,
  }),
  reply: closedObject({
    Total: LIST_META.Total,
    Matching: LIST_META.Matching,
    Entries: Type.Array(PalatineEvent),
    Next: Type.Optional(
      Type.Integer({ minimum: 1, description: '`Before` of the next page, left out on the last one' }),
    ),
  }),
  errors: ['VALIDATION_FAILED'],
  examples: [{ query: { Type: 'grant', Limit: 3 } }],
});
export type PastEvents = Static<typeof getPastEvents.reply>;
