import { route } from './route.ts';
import * as Type from './type.ts';

/** What is recorded over time, with its unit. */
export const SERIES = {
  online: 'Players online',
  queue: 'Requests that wait for the game or run on it',
  stepP95Ms: 'A step of the simulation in ms: 95 of 100 were shorter',
  holdP95Ms: 'How long requests held the game at once, in ms: 95 of 100 were shorter',
  commitP95Ms: 'A commit until it was on disk, in ms: 95 of 100 were shorter',
  answerP95Ms: 'From the head of a request to the head of its answer, in ms: 95 of 100 were shorter',
  answers: 'Requests answered, per second',
  errors: 'Requests answered with a status of 500 or more, per second',
  refusals: 'Requests answered with a status of 400 to 499, per second',
  rssBytes: 'Memory that the process holds',
  eventLoopP99Ms: 'How late the event loop of the HTTP side was, in ms: 99 of 100 turns were less late',
  watchers: 'Streams of events and positions that are open',
} as const;
export type SeriesName = keyof typeof SERIES;
export const SERIES_NAMES = Object.keys(SERIES) as SeriesName[];

/** How finely the past is kept: `stepSeconds` between two values, for `keptSeconds`. The finest comes first. */
export const SERIES_RESOLUTIONS = [
  { stepSeconds: 5, keptSeconds: 3600 },
  { stepSeconds: 60, keptSeconds: 48 * 3600 },
  { stepSeconds: 900, keptSeconds: 90 * 24 * 3600 },
] as const;

/** Most values of one series in a reply. */
export const MAX_SERIES_POINTS = 3000;

/** What happened to the service itself, as a vertical line in a chart. */
export const MARK_KINDS = ['Started', 'Stopped', 'Reloaded'] as const;
export type MarkKind = (typeof MARK_KINDS)[number];

export const getSeries = route('GET /v1/palatine/series', {
  tag: 'Service',
  permission: 'Palatine.Metrics.Read',
  title: 'Get series',
  summary: 'How the service did over time: players online, answers, queue, memory',
  notes:
    'Kept every 5 seconds for an hour, every minute for two days and every quarter of an hour for 90 days. The reply ' +
    'takes the finest of these that goes back to `From` and has at most `Points` values in the range; values beyond ' +
    'that are put together. A value is `null` where the service was not running, or had nothing to measure.\n\n' +
    SERIES_NAMES.map((name) => `- \`${name}\`: ${SERIES[name]}`).join('\n'),
  query: Type.Object({
    Names: Type.filter('Series by name, with commas between them; all unless given'),
    From: Type.time('ISO 8601, such as `2026-11-22T10:00:00Z`; an hour before `To` unless given'),
    To: Type.time('ISO 8601; now unless given'),
    Points: Type.wholeNumber('Most values of a series; 1500 unless given', 1, MAX_SERIES_POINTS),
  }),
  reply: Type.closedObject({
    Names: Type.Array(Type.oneOf(SERIES_NAMES)),
    From: Type.text('When the first value begins: ISO 8601, UTC'),
    StepSeconds: Type.Integer({ minimum: 1, description: 'Between two values' }),
    Values: Type.list(
      Type.Array(Type.Union([Type.Number(), Type.Null()])),
      'A list for each of `Names`, all of the same length, oldest first',
    ),
    Marks: Type.list(
      Type.closedObject({ At: Type.IsoTime, Kind: Type.oneOf(MARK_KINDS) }),
      'What happened to the service in this range, oldest first',
    ),
  }),
  errors: ['SERVER_BUSY'],
  examples: [{ query: { Names: 'online,answerP95Ms', Points: 3 } }],
});
export type Series = Type.Static<typeof getSeries.reply>;
