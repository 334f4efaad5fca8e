import {
  DEFAULT_PAGE,
  type Guid,
  getHeat,
  getPlayerSessions,
  getSeries,
  getSessions,
  getTrails,
  holds,
  MAX_SESSION_DAYS,
  MAX_TRAIL_PLAYERS,
  PLAYERS_READ_PRIVATE,
  parseGuid,
  Refusal,
  type RouteQuery,
  SERIES_NAMES,
  type SeriesName,
  type SessionsPage,
  TRAILS,
} from '@palatine/contract';
import { cursorNumber } from '@palatine/platform/export-lines';
import { serialize } from '@palatine/platform/response-bytes';
import type { Routes } from '@palatine/web/routes';
import type { Service } from '../service/service.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const SERIES_POINTS = 1500;
const METERS_PER_CELL = TRAILS.cellCm / 100;

/** Mounts the routes that the history answers: series, trails, heat, and the sessions of a player. */
export function mountHistory(routes: Routes, { history, game, clock }: Service): void {
  routes.read(getSeries, ({ query }) =>
    history.ask('series', {
      names: seriesNamesOf(query),
      ...rangeOf(query, clock.now(), HOUR_MS),
      points: query.Points ?? SERIES_POINTS,
    }),
  );

  routes.read(getTrails, ({ query }) =>
    history.ask('trails', {
      uids: playersOf(query),
      ...rangeOf(query, clock.now(), HOUR_MS),
      stepSeconds: query.Step ?? 1,
      after: cursorNumber(query.Cursor) ?? 0,
    }),
  );

  routes.read(getHeat, ({ query }) =>
    history.ask('heat', {
      ...rangeOf(query, clock.now(), DAY_MS),
      factor: cellFactorOf(query),
      region: query.Region,
    }),
  );

  routes.read(getPlayerSessions, ({ params, query, token }) =>
    history.ask('sessions', {
      uid: game.reads.playerUid(params.uid),
      ...rangeOf({ From: query.From, To: query.To }, clock.now(), Number.POSITIVE_INFINITY),
      limit: query.Limit ?? DEFAULT_PAGE,
      before: cursorNumber(query.Cursor) ?? Number.MAX_SAFE_INTEGER,
      withAddress: holds(token.permissions, PLAYERS_READ_PRIVATE),
    }),
  );

  routes.read(getSessions, async ({ query, token }) => {
    const { Player, Limit = DEFAULT_PAGE, Cursor } = query;
    const range = rangeOf({ From: query.From, To: query.To }, clock.now(), DAY_MS);
    if (range.toMs - range.fromMs > MAX_SESSION_DAYS * DAY_MS) {
      throw new Refusal('VALIDATION_FAILED', `From must be at most ${MAX_SESSION_DAYS} days before To`);
    }
    const withPrivate = holds(token.permissions, PLAYERS_READ_PRIVATE);
    const { bytes } = await history.ask('presence', {
      ...range,
      uid: Player === undefined ? undefined : game.reads.playerUid(Player),
      limit: Limit,
      before: cursorNumber(Cursor) ?? Number.MAX_SAFE_INTEGER,
      withAddress: withPrivate,
    });
    const page = JSON.parse(Buffer.from(bytes).toString()) as SessionsPage; // of the history, still without names
    const sessions = page.Sessions.map((row) => ({
      ...row,
      ...game.reads.playerFacts(row.Uid, withPrivate),
    }));
    return serialize({ ...page, Sessions: sessions });
  });
}

/** A range of time, by default up to now. Throws VALIDATION_FAILED for one that ends before it begins. */
function rangeOf(
  { From, To }: { From?: string | undefined; To?: string | undefined },
  nowMs: number,
  longMs: number,
): { fromMs: number; toMs: number } {
  const toMs = To === undefined ? nowMs : Date.parse(To);
  const fromMs = From === undefined ? Math.max(0, toMs - longMs) : Date.parse(From);
  if (fromMs < toMs) return { fromMs, toMs };
  throw new Refusal('VALIDATION_FAILED', 'From must be before To, which defaults to now');
}

/** Throws VALIDATION_FAILED for an unknown name. */
function seriesNamesOf({ Names }: RouteQuery<typeof getSeries>): SeriesName[] {
  if (Names === undefined) return SERIES_NAMES;
  const names = Names.split(',').map((text) => {
    const name = SERIES_NAMES.find((name) => name.toLowerCase() === text.trim().toLowerCase());
    if (name !== undefined) return name;
    throw new Refusal('VALIDATION_FAILED', `Names must be some of ${SERIES_NAMES.join(', ')}`);
  });
  return [...new Set(names)];
}

/** Throws VALIDATION_FAILED for an invalid PlayerUID, and for too many. */
function playersOf({ Player }: RouteQuery<typeof getTrails>): Guid[] | undefined {
  const texts = Player?.split(',');
  if (texts !== undefined && texts.length > MAX_TRAIL_PLAYERS) {
    throw new Refusal('VALIDATION_FAILED', `Player must name at most ${MAX_TRAIL_PLAYERS} players`);
  }
  return texts?.map((text) => {
    const uid = parseGuid(text.trim());
    if (uid !== undefined) return uid;
    throw new Refusal('VALIDATION_FAILED', 'Player must be PlayerUIDs separated by commas');
  });
}

/** Throws VALIDATION_FAILED unless it is a multiple of the smallest cell. */
function cellFactorOf({ Cell = METERS_PER_CELL }: RouteQuery<typeof getHeat>): number {
  if (Cell % METERS_PER_CELL === 0) return Cell / METERS_PER_CELL;
  throw new Refusal('VALIDATION_FAILED', `Cell must be a multiple of ${METERS_PER_CELL}`);
}
