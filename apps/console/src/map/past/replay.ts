/** How far back the replay goes, in ms. */
export const RANGES = { hour: 3_600_000, day: 24 * 3_600_000, week: 7 * 24 * 3_600_000 } as const;
export type RangeName = keyof typeof RANGES;
export const RANGE_NAMES = Object.keys(RANGES) as RangeName[]; // the keys of a constant

/** How many times faster than life a replay may go. */
export const SPEEDS = [1, 5, 20, 60] as const;

/** A replay: what happened from `fromMs` to `toMs`, as it was at `atMs`. Times in ms since 1970. */
export interface Replay {
  readonly range: RangeName;
  readonly fromMs: number;
  readonly toMs: number;
  readonly atMs: number;
  readonly playing: boolean;
  readonly speed: number;
}

/** A replay of a range that ends now, from its beginning. */
export function startReplay(range: RangeName, nowMs: number): Replay {
  const fromMs = nowMs - RANGES[range];
  return { range, fromMs, toMs: nowMs, atMs: fromMs, playing: true, speed: 60 };
}

/** The replay that shows a moment, standing still there; undefined for a moment that nothing is kept of. */
export function replayAt(atMs: number, nowMs: number): Replay | undefined {
  const range = RANGE_NAMES.find((name) => atMs >= nowMs - RANGES[name] && atMs <= nowMs);
  return range && { ...startReplay(range, nowMs), atMs, playing: false };
}

/** The replay some time later. It stops at its end. */
export function advance(replay: Replay, passedMs: number): Replay {
  if (!replay.playing) return replay;
  const atMs = Math.min(replay.toMs, replay.atMs + passedMs * replay.speed);
  return { ...replay, atMs, playing: atMs < replay.toMs };
}

export function seek(replay: Replay, atMs: number): Replay {
  return { ...replay, atMs: Math.max(replay.fromMs, Math.min(replay.toMs, atMs)) };
}

/** Moves the replay by steps of a key, each a sixtieth of the range. It stands still then. */
export function step(replay: Replay, steps: number): Replay {
  return seek({ ...replay, playing: false }, replay.atMs + (steps * RANGES[replay.range]) / 60);
}
