/** Which rows of a list are in sight, and some above and below. @returns the first, and the one after the last */
export function windowOf(
  topPx: number,
  heightPx: number,
  rowPx: number,
  count: number,
  spare: number,
): { from: number; to: number } {
  const from = Math.max(0, Math.min(count, Math.floor(topPx / rowPx)) - spare);
  return { from, to: Math.min(count, Math.ceil((topPx + heightPx) / rowPx) + spare) };
}
