import { EVENT_STREAM } from './event-stream.ts';
import { MAP_REGIONS } from './map-regions.ts';
import { route } from './route.ts';
import * as notes from './texts/notes.ts';
import * as Type from './type.ts';

export const POSITION_STREAM = {
  /** Between two samples of the players. */
  everyMs: 1000,
  /** Players who have moved less since their last row are left out. Units: cm. */
  movedCm: 100,
  heartbeatMs: EVENT_STREAM.heartbeatMs,
  stallMs: EVENT_STREAM.stallMs,
  /** Maximum streams at once; each holds a connection. */
  streams: EVENT_STREAM.streams,
  /** Maximum different filters at once; each has its own messages every second. */
  parts: 16,
} as const;

const Meters = Type.integer('World coordinate in whole meters: 100 Unreal units');
const Online = Type.Union([Type.Literal(0), Type.Literal(1)], { description: '1 for online' });
const Index = Type.count('Index into the list');

/** A player of the list: PlayerUID, x, y and z in whole meters, 1 for online or 0. */
export const PositionRow = Type.Tuple([Type.text('PlayerUID'), Meters, Meters, Meters, Online]);
export type PositionRow = Type.Static<typeof PositionRow>;

/** Current position of a player of the list: index into the list, x, y and z in whole meters. */
export const PositionMove = Type.Tuple([Index, Meters, Meters, Meters]);
export type PositionMove = Type.Static<typeof PositionMove>;

/** Current status of a player of the list: index into the list, 1 (online) or 0. */
export const PositionStatus = Type.Tuple([Index, Online]);
export type PositionStatus = Type.Static<typeof PositionStatus>;

export const PositionsSnapshot = Type.closedObject(
  {
    Type: Type.Literal('snapshot'),
    At: Type.IsoTime,
    Rows: Type.list(PositionRow, 'The list, which replaces any before it'),
  },
  'Where everybody is',
);
export type PositionsSnapshot = Type.Static<typeof PositionsSnapshot>;

export const PositionsMoves = Type.closedObject(
  {
    Type: Type.Literal('moves'),
    At: Type.IsoTime,
    Rows: Type.list(PositionMove, 'Players who have moved more than 1 m'),
    Added: Type.optionalList(PositionRow, 'Players to put at the end of the list, before `Rows` count'),
    Online: Type.optionalList(PositionStatus, 'Players of the list who have come or gone; their rows stay'),
  },
  'Changes since the previous message',
);
export type PositionsMoves = Type.Static<typeof PositionsMoves>;

export const PositionsMessage = Type.Unsafe<PositionsSnapshot | PositionsMoves>(
  Type.Union([PositionsSnapshot, PositionsMoves]),
);
export type PositionsMessage = Type.Static<typeof PositionsMessage>;

export const getPositions = route('GET /v1/palatine/positions', 'Stream positions', {
  tag: 'Players',
  permission: 'Palatine.Positions.Read',
  summary: 'Where the players are, as server-sent events, once a second',
  notes: notes.getPositions(POSITION_STREAM),
  stream: true,
  query: Type.Object({
    Region: Type.choice(MAP_REGIONS, 'Only players on this map'),
    Box: Type.filter('Only players inside: two corners `X1,Y1,X2,Y2` in world coordinates (cm)'),
  }),
  reply: PositionsMessage,
  errors: ['SERVER_BUSY'],
  examples: [{ query: { Region: 'Main' } }],
});

export const TRAILS = {
  /** Seconds between two points of a player who has moved further than `movedCm`. */
  stepSeconds: 10,
  /** The same while more than `manyOnline` players are online. */
  stepSecondsOfMany: 60,
  manyOnline: 500,
  movedCm: 500,
  /** After a day a trail has a point a minute; after a week it is gone. */
  fineSeconds: 24 * 3600,
  coarseStepSeconds: 60,
  keptSeconds: 7 * 24 * 3600,
  /** Edge of a cell of the heat. Units: cm. */
  cellCm: 10_000,
  /** The heat is kept by the hour for so long, then by the day. */
  hourlyHeatSeconds: 8 * 24 * 3600,
  heatKeptSeconds: 90 * 24 * 3600,
} as const;

/** Maximum points of a reply; the players beyond it are on the next page. */
export const MAX_TRAIL_POINTS = 50_000;
/** Maximum cells of a reply: the warmest. */
export const MAX_HEAT_ROWS = 20_000;
export const MAX_TRAIL_PLAYERS = 100;

/** A point of a trail: seconds since `From` of the reply, then x, y and z in whole meters. */
export const TrailPoint = Type.Tuple([Type.integer('Seconds since `From`'), Meters, Meters, Meters]);
export type TrailPoint = Type.Static<typeof TrailPoint>;

export const Trail = Type.closedObject({
  Uid: Type.text('PlayerUID'),
  Points: Type.list(TrailPoint, 'Oldest first'),
});
export type Trail = Type.Static<typeof Trail>;

const TRAILS_READ = { tag: 'Players', permission: 'Palatine.Trails.Read', errors: ['SERVER_BUSY'] } as const;

export const getTrails = route('GET /v1/palatine/trails', 'Get trails', {
  ...TRAILS_READ,
  summary: 'Where players have been',
  notes: notes.getTrails,
  query: Type.Object({
    Player: Type.filter(
      `PlayerUIDs, at most ${MAX_TRAIL_PLAYERS}, with commas between them; everybody unless given`,
    ),
    From: Type.time('ISO 8601; an hour before `To` unless given'),
    To: Type.time('ISO 8601; now unless given'),
    Step: Type.wholeNumber('Minimum seconds between two points; as recorded unless given', 1, 3600),
    Cursor: Type.filter('`Next` of the page before'),
  }),
  reply: Type.closedObject({
    ...Type.eachOf(['From', 'To'], Type.IsoTime),
    Trails: Type.list(Trail, 'Players without a point in the range are left out'),
    Next: Type.optionalText(
      `Cursor of the next players, left out on the last page; a page has at most ${MAX_TRAIL_POINTS} points, unless one player has more`,
    ),
  }),
  examples: [{ query: { Step: 60 } }],
});
export type TrailsPage = Type.Static<typeof getTrails.reply>;

/** A cell of the heat: its lower corner, x and y in whole meters, and the seconds that players spent in it. */
export const HeatRow = Type.Tuple([Meters, Meters, Type.count('Seconds')]);
export type HeatRow = Type.Static<typeof HeatRow>;

export const getHeat = route('GET /v1/palatine/heat', 'Get heat', {
  ...TRAILS_READ,
  summary: 'Where players spent their time: seconds in each cell of the map',
  notes: notes.getHeat,
  query: Type.Object({
    From: Type.time('ISO 8601; a day before `To` unless given'),
    To: Type.time('ISO 8601; now unless given'),
    Cell: Type.wholeNumber('Edge of a cell in meters, a multiple of 100; 100 unless given', 100, 10_000),
    Region: Type.choice(MAP_REGIONS, 'Only cells of this map'),
  }),
  reply: Type.closedObject({
    ...Type.eachOf(['From', 'To'], Type.IsoTime),
    Cell: Type.integer('Edge of a cell in meters'),
    TotalSeconds: Type.count('In all cells together'),
    Rows: Type.list(HeatRow, `The warmest first, at most ${MAX_HEAT_ROWS}`),
  }),
  examples: [{ query: { Cell: 500 } }],
});
export type Heat = Type.Static<typeof getHeat.reply>;
