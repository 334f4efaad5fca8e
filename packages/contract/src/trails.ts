import Type, { type Static } from 'typebox';
import { choice, IsoTime, time, wholeNumber } from './lists.ts';
import { MAP_REGIONS } from './map-regions.ts';
import { filter } from './request-shapes.ts';
import { route } from './route.ts';
import { closedObject } from './shapes.ts';

/** What is kept of where the players were. */
export const TRAILS = {
  /** A point every so many seconds, of a player who has moved further than `movedCm`. */
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

/** Most points of a reply; the players beyond it are on the next page. */
export const MAX_TRAIL_POINTS = 50_000;
/** Most cells of a reply: the warmest. */
export const MAX_HEAT_ROWS = 20_000;
/** Most players whose trails a request names. */
export const MAX_TRAIL_PLAYERS = 100;

const Metres = Type.Integer({ description: 'World coordinate in whole metres: 100 Unreal units' });

/** A point of a trail: seconds since `From` of the reply, then x, y and z in whole metres. */
export const TrailPoint = Type.Tuple([
  Type.Integer({ description: 'Seconds since `From`' }),
  Metres,
  Metres,
  Metres,
]);
export type TrailPoint = Static<typeof TrailPoint>;

export const Trail = closedObject({
  Uid: Type.String({ description: 'PlayerUID' }),
  Points: Type.Array(TrailPoint, { description: 'Oldest first' }),
});
export type Trail = Static<typeof Trail>;

export const getTrails = route('GET /v1/palatine/trails', {
  tag: 'Players',
  permission: 'Palatine.Trails.Read',
  title: 'Get trails',
  summary: 'Where players have been',
  notes:
    'A point is recorded every 10 seconds (every minute while more than 500 players are online) of each player who ' +
    'has moved more than 5 m since their last one: a gap is a rest, or an absence. After a day a trail has a point ' +
    'a minute, and after a week it is gone; the heat remains. Coordinates are world coordinates in whole metres.',
  query: Type.Object({
    Player: filter(
      `PlayerUIDs, at most ${MAX_TRAIL_PLAYERS}, with commas between them; everybody unless given`,
    ),
    From: time('ISO 8601; an hour before `To` unless given'),
    To: time('ISO 8601; now unless given'),
    Step: wholeNumber('Seconds between two points at least; as recorded unless given', 1, 3600),
    Cursor: filter('`Next` of the page before'),
  }),
  reply: closedObject({
    From: IsoTime,
    To: IsoTime,
    Trails: Type.Array(Trail, { description: 'Players without a point in the range are left out' }),
    Next: Type.Optional(
      Type.String({
        description: `Cursor of the next players, left out on the last page; a page has at most ${MAX_TRAIL_POINTS} points, unless one player has more`,
      }),
    ),
  }),
  errors: ['VALIDATION_FAILED', 'SERVER_BUSY'],
  examples: [{ query: { Step: 60 } }],
});
export type TrailsPage = Static<typeof getTrails.reply>;

/** A cell of the heat: its lower corner, x and y in whole metres, and the seconds that players spent in it. */
export const HeatRow = Type.Tuple([Metres, Metres, Type.Integer({ minimum: 0, description: 'Seconds' })]);
export type HeatRow = Static<typeof HeatRow>;

export const getHeat = route('GET /v1/palatine/heat', {
  tag: 'Players',
  permission: 'Palatine.Trails.Read',
  title: 'Get heat',
  summary: 'Where players spent their time: seconds in each cell of the map',
  notes:
    'Counted for everybody online, moving or not. Kept by the hour for 8 days, then by the day for 90: a range takes ' +
    'in every hour or day that it touches.',
  query: Type.Object({
    From: time('ISO 8601; a day before `To` unless given'),
    To: time('ISO 8601; now unless given'),
    Cell: wholeNumber('Edge of a cell in metres, a multiple of 100; 100 unless given', 100, 10_000),
    Region: choice(MAP_REGIONS, 'Only cells of this map'),
  }),
  reply: closedObject({
    From: IsoTime,
    To: IsoTime,
    Cell: Type.Integer({ description: 'Edge of a cell in metres' }),
    TotalSeconds: Type.Integer({ minimum: 0, description: 'In all cells together' }),
    Rows: Type.Array(HeatRow, { description: `The warmest first, at most ${MAX_HEAT_ROWS}` }),
  }),
  errors: ['VALIDATION_FAILED', 'SERVER_BUSY'],
  examples: [{ query: { Cell: 500 } }],
});
export type Heat = Static<typeof getHeat.reply>;
