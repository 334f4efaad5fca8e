import type { WorldPoint } from '../../ground/regions.ts';

/** A hexagon of a fixed grid over the world: its corners point north and south. */
export interface Hexagon extends WorldPoint {
  /** Column and row of the grid, as one key. */
  readonly key: string;
}

const ROOT_3 = Math.sqrt(3);

/**
 * The hexagon that holds a place. The grid begins at the world's origin, so it stands still while the map is moved.
 * @param radiusCm from the middle of a hexagon to its corners
 */
export function hexagonAt({ x, y }: WorldPoint, radiusCm: number): Hexagon {
  const row = ((2 / 3) * x) / radiusCm;
  const column = ((ROOT_3 / 3) * y - x / 3) / radiusCm;
  const [q, r] = rounded(column, row);
  return { key: `${q} ${r}`, x: radiusCm * 1.5 * r, y: radiusCm * ROOT_3 * (q + r / 2) };
}

/** The nearest whole hexagon of a place in axial coordinates. */
function rounded(q: number, r: number): [q: number, r: number] {
  const s = -q - r;
  const [wholeQ, wholeR, wholeS] = [Math.round(q), Math.round(r), Math.round(s)];
  const [offQ, offR, offS] = [Math.abs(wholeQ - q), Math.abs(wholeR - r), Math.abs(wholeS - s)];
  if (offQ > offR && offQ > offS) return [-wholeR - wholeS, wholeR];
  return offR > offS ? [wholeQ, -wholeQ - wholeS] : [wholeQ, wholeR];
}

/** Area of a hexagon. */
export function hexagonArea(radius: number): number {
  return 1.5 * ROOT_3 * radius ** 2;
}

/** The corners of a hexagon about a point of the canvas, the upper one first, as `[across, down]` in pixels. */
export function hexagonCorners(
  across: number,
  down: number,
  radiusPx: number,
): (readonly [number, number])[] {
  return Array.from({ length: 6 }, (_, at) => {
    const angle = (Math.PI / 3) * at - Math.PI / 2;
    return [across + radiusPx * Math.cos(angle), down + radiusPx * Math.sin(angle)] as const;
  });
}
