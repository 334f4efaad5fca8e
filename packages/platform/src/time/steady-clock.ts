import type { Clock } from './clock.ts';

/** A wall clock that moves by so much beside the time that passes has jumped. */
const JUMP_MS = 5 * 60_000;
const STEADY_MS = 3_600_000;

/**
 * Decides whether the wall clock may say what is old. Nothing is deleted by its age until the wall clock has agreed
 * with the time that passes for an hour: a machine that starts with a wrong clock would delete everything
 * (docs/decisions/0014).
 * @returns a check to make before each deletion; it hears of a jump since the check before.
 */
export function steadyClock(
  { now, elapsed }: Pick<Clock, 'now' | 'elapsed'>,
  onJump: (jumpMs: number) => void,
): () => boolean {
  let [lastMs, lastElapsedMs] = [now(), elapsed()];
  let steadySinceMs = lastElapsedMs;
  return () => {
    const [nowMs, elapsedMs] = [now(), elapsed()];
    const jumpMs = nowMs - lastMs - (elapsedMs - lastElapsedMs);
    [lastMs, lastElapsedMs] = [nowMs, elapsedMs];
    if (Math.abs(jumpMs) > JUMP_MS) {
      steadySinceMs = elapsedMs;
      onJump(jumpMs);
    }
    return elapsedMs - steadySinceMs >= STEADY_MS;
  };
}

export function jumpMessage(jumpMs: number): string {
  const minutes = Math.round(Math.abs(jumpMs) / 60_000);
  const way = jumpMs > 0 ? 'ahead' : 'back';
  return `the wall clock jumped ${minutes} minutes ${way}; nothing is deleted by its age for the next hour`;
}
