import Type, { type Static } from 'typebox';
import { OWN_PATH, route } from './route.ts';
import { closedObject, Int32, oneOf, Text } from './shapes.ts';

/** What needs somebody's attention. */
export const ATTENTION_KINDS = [
  'TokenFile',
  'Banlist',
  'Settings',
  'Catalogue',
  'Import',
  'Queue',
  'Thread',
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
    description: '95 of 100 were shorter, within the last minute; left out where there were none',
  }),
);
const Time = (description: string) =>
  Type.Optional(Type.String({ description: `${description}: ISO 8601, UTC` }));

export const getHealthDetails = route({
  method: 'GET',
  tag: 'Service',
  base: OWN_PATH,
  path: '/health',
  permission: 'Palatine.Metrics.Read',
  title: 'Get health',
  summary: 'How the service is: game thread, queue, store, disk, memory, watchers, and what needs attention',
  notes:
    'The probes `/healthz` and `/readyz` need no token and say less. Answers also while the game thread stands still.',
  game: false,
  reply: closedObject({
    At: Type.String({ description: 'ISO 8601, UTC' }),
    StartedAt: Type.String({ description: 'ISO 8601, UTC' }),
    Thread: closedObject({
      Up: Type.Boolean({ description: 'Whether the game thread runs and its world is loaded' }),
      Restarts: Int32,
      RestartedAt: Time('When it died and was started again for the last time'),
      StepP95Ms: P95,
      HoldP95Ms: P95,
      CommitP95Ms: P95,
    }),
    Queue: closedObject({ Depth: Count, Limit: Count }),
    Answers: closedObject({
      P95Ms: P95,
      PerSecond: Type.Number({ minimum: 0 }),
      ErrorsLastHour: Type.Optional(
        Type.Integer({
          minimum: 0,
          description: 'Answers with a status of 500 or more; left out while the record cannot be read',
        }),
      ),
    }),
    Store: closedObject({ Bytes, WalBytes: Bytes, LastCommitAt: Time('The last commit, since the start') }),
    History: closedObject({
      Bytes,
      WalBytes: Bytes,
      LastSampleAt: Time('When something was last recorded'),
      Problem: Type.String({ description: 'Why nothing is recorded; empty when all is well' }),
    }),
    Disk: closedObject({ FreeBytes: Bytes, TotalBytes: Bytes }, 'Of the disk with the data folder'),
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
  errors: [],
  examples: [{}],
});
export type HealthDetails = Static<typeof getHealthDetails.reply>;
