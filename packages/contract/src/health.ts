import Type, { type Static } from 'typebox';
import { route } from './route.ts';
import { closedObject, oneOf, Text } from './shapes.ts';

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

export const Attention = closedObject({
  Kind: oneOf(ATTENTION_KINDS),
  Level: oneOf(ATTENTION_LEVELS),
  Message: Type.String({ description: 'What is wrong, and what to do about it' }),
});
export type Attention = Static<typeof Attention>;

const Bytes = Type.Integer({ minimum: 0, description: 'Bytes' });
const Count = Type.Integer({ minimum: 0 });
const P95 = Type.Optional(
  Type.Number({
    description: '95 of 100 were shorter, within the last five seconds; left out where there were none',
  }),
);
const Time = (description: string) =>
  Type.Optional(Type.String({ description: `${description}: ISO 8601, UTC` }));

export const getHealthDetails = route('GET /v1/palatine/health', {
  tag: 'Service',
  permission: 'Palatine.Metrics.Read',
  title: 'Get health',
  summary: 'How the service is: game, queue, store, disk, memory, watchers, and what needs attention',
  notes:
    'The probes `/healthz` and `/readyz` need no token and say less. Answers also while the game stands still.',
  reply: closedObject({
    At: Type.String({ description: 'ISO 8601, UTC' }),
    StartedAt: Type.String({ description: 'ISO 8601, UTC' }),
    Game: closedObject({
      Frozen: Type.Boolean({ description: 'Whether an injected fault has it stand still' }),
      StepP95Ms: P95,
      HoldP95Ms: P95,
      CommitP95Ms: P95,
    }),
    Queue: closedObject({ Depth: Count, Limit: Count }),
    Answers: closedObject({
      P95Ms: P95,
      PerSecond: Type.Number({ minimum: 0 }),
      ErrorsLastHour: Type.Integer({
        minimum: 0,
        description: 'Answers with a status of 500 or more; since the start, where that is later',
      }),
    }),
    Store: closedObject({ Bytes, WalBytes: Bytes, LastCommitAt: Time('The last commit') }),
    History: closedObject({
      Bytes,
      WalBytes: Bytes,
      LastSampleAt: Time('When something was last recorded'),
      Problem: Type.String({ description: 'Why nothing is recorded; empty when all is well' }),
    }),
    Disk: Type.Optional(
      closedObject(
        { FreeBytes: Bytes, TotalBytes: Bytes },
        'Of the disk with the data folder; left out where it cannot be told',
      ),
    ),
    Memory: closedObject({ RssBytes: Bytes, HeapUsedBytes: Bytes, HeapTotalBytes: Bytes }),
    Watchers: closedObject({
      Events: Count,
      Positions: Count,
      Full: Type.Integer({ minimum: 0, description: 'Streams whose reader is behind' }),
      Limit: Type.Integer({ minimum: 0, description: 'Of each kind' }),
    }),
    Connections: closedObject({ Open: Count, Refused: Count, Limit: Count }),
    Limits: Type.Array(closedObject({ Name: Text, Hits: Count }), {
      description: 'Bounds that were reached since the start, by error code or name',
    }),
    Attention: Type.Array(Attention, { description: 'The worst first' }),
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
export type HealthDetails = Static<typeof getHealthDetails.reply>;
