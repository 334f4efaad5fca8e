import { type MessagePort, workerData } from 'node:worker_threads';
import {
  type Heat,
  isInBox,
  MAX_HEAT_ROWS,
  MAX_TRAIL_POINTS,
  type PlayerSessions,
  REGION_BOXES,
  regionOf,
  type Series,
  TRAILS,
  type Trail,
  type TrailPoint,
  type TrailsPage,
} from '@palatine/contract';
import { isCorrupt } from '../data-folder/sqlite.ts';
import { serialize } from '../game/responses.ts';
import { type HistoryBook, historyBook } from './history-book.ts';
import { openHistoryFile } from './history-file.ts';
import type {
  FromHistory,
  HistoryData,
  HistoryEntry,
  HistoryQueries,
  HistoryQuery,
  HistoryQueryKind,
  ToHistory,
} from './history-protocol.ts';
import { seriesRange } from './series-store.ts';
import { type TrailPlace, thinTrail } from './trail-store.ts';

// The thread of the history; a test imports answerQuery into a thread of its own, which has no data.
if (workerData !== null) {
  const { port, ...data } = workerData as HistoryData & { port: MessagePort }; // made by history-client.ts
  startHistoryLoop(data, port);
}

/** Starts the history on a port: it owns its file, and nothing else writes it. Throws when there can be none. */
function startHistoryLoop({ file, nowMs }: HistoryData, port: MessagePort): void {
  const post = (message: FromHistory, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);
  let book = open(nowMs);

  function open(atMs: number): HistoryBook {
    const { database, movedAside } = openHistoryFile(file, atMs);
    if (movedAside !== undefined) {
      const { file: aside, reason } = movedAside;
      post({
        type: 'warning',
        message: `the history could not be read (${reason}); it begins anew, the old one is ${aside}`,
      });
    }
    return historyBook(database);
  }

  /** Opens the file again after an error that is its own fault: it is moved aside then. */
  function mend(error: unknown, atMs: number): void {
    if (!isCorrupt(error)) return;
    try {
      book.close();
    } catch {
      // it cannot be closed properly either; the next line opens a new one
    }
    book = open(atMs);
  }

  function record(number: number, entries: readonly HistoryEntry[]): void {
    try {
      book.add(entries);
      post({ type: 'recorded', number, problem: '' });
    } catch (error) {
      post({ type: 'recorded', number, problem: (error as Error).message });
      mend(error, entries.at(-1)?.atMs ?? nowMs);
    }
  }

  function ask(id: number, query: HistoryQuery): void {
    try {
      const response = serialize(answerQuery(book, query));
      post({ type: 'answer', id, response }, [response.bytes.buffer]);
    } catch (error) {
      post({ type: 'failed', id, problem: (error as Error).message });
      mend(error, query.nowMs);
    }
  }

  port.on('message', (message: ToHistory) => {
    if (message.type === 'record') record(message.number, message.entries);
    else if (message.type === 'ask') ask(message.id, message.query);
    else {
      book.close();
      post({ type: 'stopped' });
      port.close();
    }
  });
}

const CM_PER_METRE = 100;
/** Players whose trails are read at once. */
const PLAYERS_AT_ONCE = 50;

type Answers = {
  [K in HistoryQueryKind]: (book: HistoryBook, input: HistoryQueries[K], nowMs: number) => object;
};

const ANSWERS: Answers = { series, trails, heat, sessions };

/** The reply of a route to a query of the history. */
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
    Values: book.series.read(names, range).map((values) => values.map(rounded)),
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
  const wanted = [...new Set(numbers)].filter((number) => number > after);
  const found: Trail[] = [];
  let points = 0;
  let next: number | undefined;
  for (let at = 0; at < wanted.length && next === undefined; at += PLAYERS_AT_ONCE) {
    for (const [number, places] of trails.read(wanted.slice(at, at + PLAYERS_AT_ONCE), from, to)) {
      if (next !== undefined || places.length === 0) continue;
      const thinned = stepSeconds > TRAILS.stepSeconds ? thinTrail(places, stepSeconds) : places;
      if (points > 0 && points + thinned.length > MAX_TRAIL_POINTS) {
        next = number - 1;
        continue;
      }
      points += thinned.length;
      const Points = thinned.map((place) => pointOf(place, from));
      found.push({ Uid: players.uidOf(number) ?? '', Points });
    }
  }
  return {
    From: timeOf(from),
    To: timeOf(to),
    Trails: found,
    ...(next !== undefined && { Next: String(next) }),
  };
}

function heat({ heat }: HistoryBook, { fromMs, toMs, factor, region }: HistoryQueries['heat']): Heat {
  const edgeCm = TRAILS.cellCm * factor;
  const inRegion = (x: number, y: number) => {
    const [middleX, middleY] = [(x + 0.5) * edgeCm, (y + 0.5) * edgeCm];
    if (region === undefined) return true;
    return regionOf(middleX, middleY) === region && isInBox(REGION_BOXES[region], middleX, middleY);
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

function sessions(
  { sessions }: HistoryBook,
  query: HistoryQueries['sessions'],
  nowMs: number,
): PlayerSessions {
  const page = sessions.read(query, nowMs);
  return {
    Uid: query.uid,
    Total: page.total,
    Matching: page.matching,
    TotalSeconds: page.totalSeconds,
    Sessions: page.sessions,
    ...(page.next !== undefined && { Next: String(page.next) }),
  };
}

function pointOf({ at, x, y, z }: TrailPlace, from: number): TrailPoint {
  const [metresX, metresY, metresZ] = [x, y, z].map((cm) => Math.round(cm / CM_PER_METRE)) as [
    number,
    number,
    number,
  ];
  return [at - from, metresX, metresY, metresZ];
}

function timeOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}

/** Four digits are enough for a chart. */
function rounded(value: number | null): number | null {
  return value === null ? null : Number(value.toPrecision(4));
}
