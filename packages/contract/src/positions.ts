import Type, { type Static } from 'typebox';
import { EVENT_STREAM } from './event-stream.ts';
import { choice, IsoTime } from './lists.ts';
import { MAP_REGIONS } from './map-regions.ts';
import { filter } from './request-shapes.ts';
import { route } from './route.ts';
import { closedObject } from './shapes.ts';

/** Bounds of the stream of positions. */
export const POSITION_STREAM = {
  /** Between two looks at the players. */
  everyMs: 1000,
  /** Who has moved less since the last row is left out. Units: cm. */
  movedCm: 100,
  heartbeatMs: EVENT_STREAM.heartbeatMs,
  stallMs: EVENT_STREAM.stallMs,
  /** Streams at once; each holds a connection. */
  streams: EVENT_STREAM.streams,
  /** Different filters at once; each makes messages of its own every second. */
  parts: 16,
} as const;

const Metres = Type.Integer({ description: 'World coordinate in whole metres: 100 Unreal units' });
const Online = Type.Union([Type.Literal(0), Type.Literal(1)], { description: '1 for online' });
const Index = Type.Integer({ minimum: 0, description: 'Index into the list' });

/** A player of the list: PlayerUID, x, y and z in whole metres, 1 for online or 0. */
export const PositionRow = Type.Tuple([
  Type.String({ description: 'PlayerUID' }),
  Metres,
  Metres,
  Metres,
  Online,
]);
export type PositionRow = Static<typeof PositionRow>;

/** Where a player of the list is by now: index into the list, x, y and z in whole metres. */
export const PositionMove = Type.Tuple([Index, Metres, Metres, Metres]);
export type PositionMove = Static<typeof PositionMove>;

/** Whether a player of the list is online by now: index into the list, 1 or 0. */
export const PositionStatus = Type.Tuple([Index, Online]);
export type PositionStatus = Static<typeof PositionStatus>;

export const PositionsSnapshot = closedObject(
  {
    Type: Type.Literal('snapshot'),
    At: IsoTime,
    Rows: Type.Array(PositionRow, { description: 'The list, which replaces any before it' }),
  },
  'Where everybody is',
);
export type PositionsSnapshot = Static<typeof PositionsSnapshot>;

export const PositionsMoves = closedObject(
  {
    Type: Type.Literal('moves'),
    At: IsoTime,
    Rows: Type.Array(PositionMove, { description: 'Who has moved more than 1 m' }),
    Added: Type.Optional(
      Type.Array(PositionRow, { description: 'Players to put at the end of the list, before `Rows` count' }),
    ),
    Online: Type.Optional(
      Type.Array(PositionStatus, { description: 'Who of the list has come or gone; their rows stay' }),
    ),
  },
  'What has changed since the message before',
);
export type PositionsMoves = Static<typeof PositionsMoves>;

/** The data of one message. */
export const PositionsMessage = Type.Unsafe<PositionsSnapshot | PositionsMoves>(
  Type.Union([PositionsSnapshot, PositionsMoves]),
);
export type PositionsMessage = Static<typeof PositionsMessage>;

const { heartbeatMs, stallMs, streams, parts } = POSITION_STREAM;

const NOTES = `
Messages of two lines and an empty one; \`data\` is one line of JSON that holds everything:

\`\`\`
event: snapshot
data: {"Type":"snapshot","At":"2026-07-12T18:15:02.113Z","Rows":[["D894F2B1-00000000-00000000-00000000",-3217,2142,2,1]]}

event: moves
data: {"Type":"moves","At":"2026-07-12T18:15:03.114Z","Rows":[[0,-3211,2139,2]]}
\`\`\`

- **Unit.** Coordinates are world coordinates in whole metres; times 100 they are the cm of the other routes.
- **Snapshot.** The first message lists every player whose place is known, online or not. Keep the list: later messages name players by their index in it. Another snapshot, which comes after a pause of the service, or for a reader that was too slow, replaces the list.
- **Moves.** Once a second, unless nothing has changed: who has moved more than 1 m since their last row. \`Added\` are players who were not in the list: put them at its end first. \`Online\` says who has come (1) or gone (0).
- **Filter.** With \`Region\` or \`Box\` the list holds who is inside. Somebody who walks in is in \`Added\`, or moves again where the list has them already; somebody who walks out gets one last row, outside.
- **No history.** There are no ids and nothing to resume: connect again and begin with the snapshot.
- **Heartbeat.** A comment (\`: \`) comes every ${heartbeatMs / 1000} seconds. After ${(3 * heartbeatMs) / 1000} seconds without a byte, connect again.
- **Limits.** ${streams} streams at once, with ${parts} different filters; one more is 503 \`SERVER_BUSY\`. Those with the same \`Region\` and \`Box\` share one. A connection that reads nothing for ${stallMs / 1000} seconds is closed.
- **Rights.** The stream ends within a second when its token goes or loses the permission.
`.trim();

export const getPositions = route('GET /v1/palatine/positions', {
  tag: 'Players',
  permission: 'Palatine.Positions.Read',
  title: 'Stream positions',
  summary: 'Where the players are, as server-sent events, once a second',
  notes: NOTES,
  stream: true,
  query: Type.Object({
    Region: choice(MAP_REGIONS, 'Only players on this map'),
    Box: filter('Only players inside: two corners `X1,Y1,X2,Y2` in world coordinates (cm)'),
  }),
  reply: PositionsMessage,
  errors: ['VALIDATION_FAILED', 'SERVER_BUSY'],
  examples: [{ query: { Region: 'Main' } }],
});
