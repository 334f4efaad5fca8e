/** A time for file names, UTC, in the order of time: 20261121T225304. */
export function compactTime(ms: number): string {
  return new Date(ms).toISOString().replace(/[-:]/g, '').slice(0, 15);
}
