import { route } from './route.ts';
import * as Type from './type.ts';

/** What needs somebody's attention. */
export const ATTENTION_KINDS = [
  'TokenFile',
  'Banlist',
  'Settings',
  'Catalogue',
  'Import',
  'Queue',
  'Disk',
  'History',
  'GameServer',
] as const;
export const ATTENTION_LEVELS = ['Error', 'Warning'] as const;

export const Attention = Type.closedObject({
  Kind: Type.oneOf(ATTENTION_KINDS),
  Level: Type.oneOf(ATTENTION_LEVELS),
  Message: Type.text('What is wrong, and what to do about it'),
});
export type Attention = Type.Static<typeof Attention>;

const Bytes = Type.count('Bytes');
const Count = Type.Integer({ minimum: 0 });
const P95 = Type.Optional(
  Type.number('95 of 100 were shorter, within the last five seconds; left out where there were none'),
);
const Time = (description: string) => Type.optionalText(`${description}: ISO 8601, UTC`);

export const getHealthDetails = route('GET /v1/palatine/health', {
  tag: 'Service',
  permission: 'Palatine.Metrics.Read',
  title: 'Get health',
  summary: 'How the service is: game, queue, store, disk, memory, watchers, and what needs attention',
  notes:
    'The probes `/healthz` and `/readyz` need no token and say less. Answers also while the game stands still.',
  reply: Type.closedObject({
    At: Type.IsoTime,
    StartedAt: Type.IsoTime,
    Game: Type.closedObject({
      Frozen: Type.boolean('Whether an injected fault has it stand still'),
      StepP95Ms: P95,
      HoldP95Ms: P95,
      CommitP95Ms: P95,
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
      Problem: Type.text('Why nothing is recorded; empty when all is well'),
    }),
    Disk: Type.optionalObject(
      { FreeBytes: Bytes, TotalBytes: Bytes },
      'Of the disk with the data folder; left out where it cannot be told',
    ),
    Memory: Type.closedObject({ RssBytes: Bytes, HeapUsedBytes: Bytes, HeapTotalBytes: Bytes }),
    Watchers: Type.closedObject({
      Events: Count,
      Positions: Count,
      Full: Type.count('Streams whose reader is behind'),
      Limit: Type.count('Of each kind'),
    }),
    Connections: Type.closedObject({ Open: Count, Refused: Count, Limit: Count }),
    Limits: Type.list(
      Type.closedObject({ Name: Type.Text, Hits: Count }),
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
        Message:
          '3.6 GiB of 50 GiB are free on the disk with the data folder. Make room, or let old backups and archives be removed (backups.keepDays in Config.json): on a full disk every change is refused.',
      },
    ],
  },
});
export type HealthDetails = Type.Static<typeof getHealthDetails.reply>;

/** The text that Prometheus scrapes, with a token. Not one of `ALL_ROUTES`. */
export const getMetrics = route('GET /metrics', {
  tag: 'Service',
  permission: 'Palatine.Metrics.Read',
  title: 'Get metrics',
  summary: 'What the service counts, for Prometheus',
  reply: Type.String(),
});
