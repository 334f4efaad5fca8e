import { TRAILS } from '@palatine/contract';
import type { Clock } from '@palatine/platform/clock';
import type { Game } from '../game/game.ts';
import type { HistoryClient } from './history-client.ts';
import type { SeriesValues } from './series-store.ts';

/** Interval of values of a series, and of messages to the history. */
const VALUES_MS = 5000;

export interface RecorderOptions {
  history: HistoryClient;
  game: Game;
  clock: Clock;
  measure(): SeriesValues;
  onReload(listener: () => void): void;
}

/** Records the game. @returns a function that stops it and sends pending entries. */
export function startRecorder(options: RecorderOptions): () => void {
  const { history, game, clock, measure, onReload } = options;
  let placesDueMs = 0;
  const nowMs = () => clock.now();
  // Half an interval early: a timer that fires a moment too soon must not skip a sample.
  const dueAfter = (seconds: number) => clock.elapsed() + seconds * 1000 - VALUES_MS / 2;

  function recordValues(): void {
    history.record({ kind: 'values', atMs: nowMs(), values: measure() });
    history.flush();
  }

  function recordPlaces(): void {
    if (clock.elapsed() < placesDueMs) return;
    const online = game.places().filter((place) => place.online);
    const many = online.length > TRAILS.manyOnline;
    placesDueMs = dueAfter(many ? TRAILS.stepSecondsOfMany : TRAILS.stepSeconds);
    history.record({
      kind: 'places',
      atMs: nowMs(),
      uids: online.map(({ uid }) => uid),
      places: Int32Array.from(online.flatMap(({ x, y, z }) => [x, y, z])),
    });
  }

  const startedMs = clock.elapsed();
  let cancelBeat = () => {};
  /** After the machine has slept, runs once instead of for each missed interval. */
  function schedule(): void {
    const lateMs = (clock.elapsed() - startedMs) % VALUES_MS;
    cancelBeat = clock.after(VALUES_MS - lateMs, () => {
      queueMicrotask(schedule); // first: the work may throw
      recordValues();
      recordPlaces();
    });
  }

  const { origin, madeAt } = game.figures;
  history.record({ kind: 'world', atMs: nowMs(), id: `${origin} ${madeAt}` });
  history.record({ kind: 'mark', atMs: nowMs(), mark: 'Started' });
  onReload(() => history.record({ kind: 'mark', atMs: nowMs(), mark: 'Reloaded' }));
  history.record({ kind: 'online', atMs: nowMs(), sessions: game.sessions() });
  const unwatch = game.watchSessions((session) =>
    history.record({ kind: 'session', atMs: nowMs(), session }),
  );
  schedule();

  return () => {
    cancelBeat();
    unwatch();
    history.record({ kind: 'mark', atMs: nowMs(), mark: 'Stopped' });
  };
}
