import { TRAILS } from '@palatine/contract';
import type { Clock } from '../game/clock.ts';
import type { GameClient } from '../game/game-client.ts';
import type { HistoryClient } from './history-client.ts';
import type { PlacedPlayers } from './placed-players.ts';
import type { PositionFeed } from './position-view.ts';
import type { SeriesValues } from './series-store.ts';

/** Between two values of a series, and between two messages to the history. */
const VALUES_MS = 5000;

export interface RecorderOptions {
  history: HistoryClient;
  game: GameClient;
  feed: PositionFeed;
  clock: Clock;
  /** What the service measured since the last call. */
  measure(): SeriesValues;
  /** Calls back when settings were put in force. */
  onReload(listener: () => void): void;
}

/** Records what goes on. @returns how to stop it, which sends what waits. */
export function startRecorder(options: RecorderOptions): () => void {
  const { history, game, feed, clock, measure, onReload } = options;
  let placesDueMs = 0;
  let looking = false;
  /** The last question was given up: it takes a slot of the queue until the game thread moves again. */
  let givenUp = false;
  const nowMs = () => clock.now();
  // Half a beat early: a timer that fires a moment too soon must not skip a sample.
  const dueAfter = (seconds: number) => clock.elapsed() + seconds * 1000 - VALUES_MS / 2;

  function recordValues(): void {
    history.record({ kind: 'values', atMs: nowMs(), values: measure() });
    history.flush();
  }

  async function recordPlaces(): Promise<void> {
    if (looking || (givenUp && game.queueDepth > 0) || clock.elapsed() < placesDueMs) return;
    looking = true;
    placesDueMs = dueAfter(TRAILS.stepSeconds);
    try {
      const players = await feed.look();
      givenUp = false;
      const { uids, places } = onlinePlaces(players);
      if (uids.length > TRAILS.manyOnline) placesDueMs = dueAfter(TRAILS.stepSecondsOfMany);
      history.record({ kind: 'places', atMs: players.atMs, uids, places });
    } catch {
      givenUp = true;
      // The game thread is busy or starting: the next sample is due soon.
    } finally {
      looking = false;
    }
  }

  const startedMs = clock.elapsed();
  let cancelBeat = () => {};
  /** After a machine that slept, one beat follows and not all that were missed. */
  function planBeat(): void {
    const lateMs = (clock.elapsed() - startedMs) % VALUES_MS;
    cancelBeat = clock.after(VALUES_MS - lateMs, () => {
      recordValues();
      void recordPlaces();
      queueMicrotask(planBeat);
    });
  }

  const { origin = '', madeAt = '' } = game.figures ?? {};
  history.record({ kind: 'world', atMs: nowMs(), id: `${origin} ${madeAt}` });
  history.record({ kind: 'mark', atMs: nowMs(), mark: 'Started' });
  onReload(() => history.record({ kind: 'mark', atMs: nowMs(), mark: 'Reloaded' }));
  const stops = [
    game.watchSessions({
      onOnline: (sessions) => history.record({ kind: 'online', atMs: nowMs(), sessions }),
      onSession: (session) => history.record({ kind: 'session', atMs: nowMs(), session }),
    }),
    game.watch({
      onEvents: () => {},
      onRestart: () => {
        history.record({ kind: 'mark', atMs: nowMs(), mark: 'ThreadRestarted' });
      },
    }),
  ];
  planBeat();

  return () => {
    cancelBeat();
    for (const stop of stops) stop();
    history.record({ kind: 'mark', atMs: nowMs(), mark: 'Stopped' });
  };
}

function onlinePlaces(players: PlacedPlayers): { uids: string[]; places: Int32Array } {
  const uids: string[] = [];
  const places: number[] = [];
  for (let slot = 0; slot < players.slots; slot++) {
    const uid = players.uids[slot];
    if (!uid || !players.isOnline(slot)) continue;
    uids.push(uid);
    places.push(players.x(slot), players.y(slot), players.z(slot));
  }
  return { uids, places: Int32Array.from(places) };
}
