const FIRST_MS = 250;
const LONGEST_MS = 10_000;

/** How long to wait after so many failures in a row, in ms; never the same for all worlds of a fleet. `random`: 0 to 1. */
export function retryPauseMs(failures: number, random: number, longestMs = LONGEST_MS): number {
  const ms = Math.min(longestMs, FIRST_MS * 2 ** Math.min(failures - 1, 10));
  return ms * (0.5 + random / 2);
}
