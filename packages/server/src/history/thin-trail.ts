/** The first point of each `stepSeconds`: the others are left out. Points come in the order of their times. */
export function thinTrail<Point extends { readonly at: number }>(
  points: readonly Point[],
  stepSeconds: number,
): Point[] {
  const kept: Point[] = [];
  let lastStep: number | undefined;
  for (const point of points) {
    const step = Math.floor(point.at / stepSeconds);
    if (step === lastStep) continue;
    kept.push(point);
    lastStep = step;
  }
  return kept;
}
