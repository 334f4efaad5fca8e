import { route } from './route.ts';
import { sentence, sentenceFields } from './sentences.ts';
import * as notes from './texts/notes.ts';
import * as Type from './type.ts';
import { words } from './words.ts';

/** Conditions that need an operator's attention. */
export const ATTENTION_KINDS = words(
  'TokenFile Banlist Settings Catalogue Import Queue Disk History GameServer',
);

export const Attention = Type.closedObject({
  Kind: Type.oneOf(ATTENTION_KINDS),
  Level: Type.oneOf(['Error', 'Warning']),
  ...sentenceFields('The problem and how to fix it'),
});
export type Attention = Type.Static<typeof Attention>;

const Bytes = Type.count('Bytes');
const Count = Type.Integer({ minimum: 0 });
const P95 = Type.Optional(
  Type.number('95 of 100 were shorter, within the last five seconds; left out where there were none'),
);
const Time = (description: string) => Type.optionalText(`${description}: ISO 8601, UTC`);

export const getHealthDetails = route('GET /v1/palatine/health', 'Get health', {
  tag: 'Service',
  permission: 'Palatine.Metrics.Read',
  summary: 'How the service is: game, queue, store, disk, memory, watchers, and what needs attention',
  notes: notes.getHealthDetails,
  reply: Type.closedObject({
    ...Type.eachOf(['At', 'StartedAt'], Type.IsoTime),
    Game: Type.closedObject({
      Frozen: Type.boolean('Whether an injected fault has frozen it'),
      ...Type.eachOf(['StepP95Ms', 'HoldP95Ms', 'CommitP95Ms'], P95),
    }),
    Queue: Type.closedObject({ Depth: Count, Limit: Count }),
    Answers: Type.closedObject({
      P95Ms: P95,
      PerSecond: Type.Number({ minimum: 0 }),
      ErrorsLastHour: Type.count(
        'Answers with a status of 500 or more; since the start, where that is later',
      ),
    }),
    Store: Type.closedObject({ Bytes, WalBytes: Bytes, LastCommitAt: Time('The last commit') }),
    History: Type.closedObject({
      Bytes,
      WalBytes: Bytes,
      LastSampleAt: Time('When something was last recorded'),
      Problem: Type.text('Why nothing is recorded; empty while it is'),
    }),
    Disk: Type.optionalObject(
      { FreeBytes: Bytes, TotalBytes: Bytes },
      'Free space on the disk of the data folder; left out where unknown',
    ),
    Memory: Type.closedObject({ RssBytes: Bytes, HeapUsedBytes: Bytes, HeapTotalBytes: Bytes }),
    Watchers: Type.closedObject({
      Events: Count,
      Positions: Count,
      Full: Type.count('Streams with a full buffer'),
      Limit: Type.count('Maximum of each kind'),
    }),
    Connections: Type.closedObject({ Open: Count, Refused: Count, Limit: Count }),
    Limits: Type.list(
      Type.closedObject({ Name: Type.String(), Hits: Count }),
      'Bounds that were reached since the start, by error code or name',
    ),
    Attention: Type.list(Attention, 'The worst first'),
  }),
  replyExample: {
    At: '2026-07-12T18:15:02.113Z',
    StartedAt: '2026-07-12T04:00:00.512Z',
    Game: { Frozen: false, StepP95Ms: 1.9, HoldP95Ms: 0.48, CommitP95Ms: 2.4 },
    Queue: { Depth: 0, Limit: 1024 },
    Answers: { P95Ms: 3.1, PerSecond: 14.2, ErrorsLastHour: 0 },
    Store: { Bytes: 48_234_496, WalBytes: 4_152_992, LastCommitAt: '2026-07-12T18:15:01.870Z' },
    History: {
      Bytes: 21_274_624,
      WalBytes: 4_128_272,
      LastSampleAt: '2026-07-12T18:15:00.006Z',
      Problem: '',
    },
    Disk: { FreeBytes: 3_906_174_976, TotalBytes: 53_687_091_200 },
    Memory: { RssBytes: 301_989_888, HeapUsedBytes: 88_080_384, HeapTotalBytes: 117_440_512 },
    Watchers: { Events: 2, Positions: 1, Full: 0, Limit: 100 },
    Connections: { Open: 7, Refused: 0, Limit: 1024 },
    Limits: [{ Name: 'RATE_LIMITED', Hits: 12 }],
    Attention: [
      {
        Kind: 'Disk',
        Level: 'Warning',
        ...sentence('attention.disk', { free: '3.6 GiB', total: '50 GiB' }),
      },
    ],
  },
});
export type HealthDetails = Type.Static<typeof getHealthDetails.reply>;

/** The text that Prometheus scrapes, with a token. Not one of `ALL_ROUTES`. */
export const getMetrics = route('GET /metrics', 'Get metrics', {
  tag: 'Service',
  permission: 'Palatine.Metrics.Read',
  summary: 'Metrics of the service, for Prometheus',
  reply: Type.String(),
});

export type SeriesName = keyof typeof notes.SERIES;
export const SERIES_NAMES = Object.keys(notes.SERIES) as SeriesName[];

/** Resolutions of the recorded past: `stepSeconds` between two values, for `keptSeconds`. The finest comes first. */
export const SERIES_RESOLUTIONS = [
  { stepSeconds: 5, keptSeconds: 3600 },
  { stepSeconds: 60, keptSeconds: 48 * 3600 },
  { stepSeconds: 900, keptSeconds: 90 * 24 * 3600 },
] as const;

export const MAX_SERIES_POINTS = 3000;

/** Lifecycle events of the service, drawn as a vertical line in a chart. */
export const MARK_KINDS = ['Started', 'Stopped', 'Reloaded'] as const;
export type MarkKind = (typeof MARK_KINDS)[number];

export const getSeries = route('GET /v1/palatine/series', 'Get series', {
  tag: 'Service',
  permission: 'Palatine.Metrics.Read',
  summary: 'How the service did over time: players online, answers, queue, memory',
  notes: notes.getSeries(),
  query: Type.Object({
    Names: Type.filter('Series by name, with commas between them; all unless given'),
    From: Type.time('ISO 8601, such as `2026-11-22T10:00:00Z`; an hour before `To` unless given'),
    To: Type.time('ISO 8601; now unless given'),
    Points: Type.wholeNumber('Maximum values of a series; 1500 unless given', 1, MAX_SERIES_POINTS),
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
      'Lifecycle events of the service in this range, oldest first',
    ),
  }),
  errors: ['SERVER_BUSY'],
  examples: [{ query: { Names: 'online,answerP95Ms', Points: 3 } }],
});
export type Series = Type.Static<typeof getSeries.reply>;
