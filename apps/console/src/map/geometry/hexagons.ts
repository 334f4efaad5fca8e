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

/** Begins a hexagon about a point of the canvas in pixels, to be filled and stroked. */
export function hexagonPath(
  context: CanvasRenderingContext2D,
  [across, down]: readonly [number, number],
  radiusPx: number,
): void {
  context.beginPath();
  for (let corner = 0; corner < 6; corner++) {
    const angle = (Math.PI / 3) * corner - Math.PI / 2; // the first one points up
    context.lineTo(across + radiusPx * Math.cos(angle), down + radiusPx * Math.sin(angle));
  }
  context.closePath();
}
