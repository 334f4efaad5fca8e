import {
  type Heat,
  isInBox,
  MAX_HEAT_ROWS,
  MAX_TRAIL_POINTS,
  REGION_BOXES,
  regionOf,
  type Series,
  TRAILS,
  type Trail,
  type TrailPoint,
  type TrailsPage,
} from '@palatine/contract';
import type { HistoryBook } from './history-book.ts';
import type { HistoryQueries, HistoryQuery, HistoryQueryKind } from './history-protocol.ts';
import { metres } from './position-view.ts';
import { seriesRange } from './series-store.ts';
import { thinTrail } from './trail-store.ts';

const CM_PER_METRE = 100;
const SHOWN_DIGITS = 4;
const PLAYERS_AT_ONCE = 50;

type Answers = {
  [K in HistoryQueryKind]: (book: HistoryBook, input: HistoryQueries[K], nowMs: number) => object;
};

const ANSWERS: Answers = {
  series,
  trails,
  heat,
  sessions: ({ sessions }, query, nowMs) => sessions.read(query, nowMs),
};

export function answerQuery<K extends HistoryQueryKind>(book: HistoryBook, query: HistoryQuery<K>): object {
  return ANSWERS[query.kind](book, query.input, query.nowMs);
}

function series(
  book: HistoryBook,
  { names, fromMs, toMs, points }: HistoryQueries['series'],
  nowMs: number,
): Series {
  const range = seriesRange({ from: fromMs / 1000, to: toMs / 1000, points }, nowMs / 1000);
  const marks = book.series.marks(range.from, range.from + range.count * range.stepSeconds);
  return {
    Names: [...names],
    From: timeOf(range.from),
    StepSeconds: range.stepSeconds,
    Values: book.series
      .read(names, range)
      .map((values) => values.map((value) => value && Number(value.toPrecision(SHOWN_DIGITS)))),
    Marks: marks.map(({ at, kind }) => ({ At: timeOf(at), Kind: kind })),
  };
}

function trails(
  { trails, players }: HistoryBook,
  { uids, fromMs, toMs, stepSeconds, after }: HistoryQueries['trails'],
): TrailsPage {
  const [from, to] = [Math.floor(fromMs / 1000), Math.ceil(toMs / 1000)];
  const numbers =
    uids?.map((uid) => players.find(uid) ?? 0).sort((a, b) => a - b) ?? trails.players(from, to);
  const remaining = [...new Set(numbers)].filter((number) => number > after);
  const collected: Trail[] = [];
  let points = 0;
  let next: number | undefined;
  for (let at = 0; at < remaining.length && next === undefined; at += PLAYERS_AT_ONCE) {
    for (const [number, places] of trails.read(remaining.slice(at, at + PLAYERS_AT_ONCE), from, to)) {
      if (next !== undefined || places.length === 0) continue;
      const thinned = stepSeconds > TRAILS.stepSeconds ? thinTrail(places, stepSeconds) : places;
      if (points > 0 && points + thinned.length > MAX_TRAIL_POINTS) {
        next = number - 1;
        continue;
      }
      points += thinned.length;
      const Points = thinned.map(
        (place): TrailPoint => [place.at - from, metres(place.x), metres(place.y), metres(place.z)],
      );
      collected.push({ Uid: players.uidOf(number) ?? '', Points });
    }
  }
  return {
    From: timeOf(from),
    To: timeOf(to),
    Trails: collected,
    ...(next !== undefined && { Next: String(next) }),
  };
}

function heat({ heat }: HistoryBook, { fromMs, toMs, factor, region }: HistoryQueries['heat']): Heat {
  const edgeCm = TRAILS.cellCm * factor;
  const inRegion = (x: number, y: number) => {
    const [middleX, middleY] = [(x + 0.5) * edgeCm, (y + 0.5) * edgeCm];
    if (region === undefined) return true;
    return regionOf(middleX) === region && isInBox(REGION_BOXES[region], middleX, middleY);
  };
  const cells = [...heat.read(fromMs / 1000, toMs / 1000, factor).values()].filter(({ x, y }) =>
    inRegion(x, y),
  );
  cells.sort((a, b) => b.seconds - a.seconds || a.x - b.x || a.y - b.y);
  const edge = edgeCm / CM_PER_METRE;
  return {
    From: new Date(fromMs).toISOString(),
    To: new Date(toMs).toISOString(),
    Cell: edge,
    TotalSeconds: cells.reduce((sum, { seconds }) => sum + seconds, 0),
    Rows: cells.slice(0, MAX_HEAT_ROWS).map(({ x, y, seconds }) => [x * edge, y * edge, seconds]),
  };
}

function timeOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
