import { type Hexagon, hexagonAt } from '../geometry/hexagons.ts';

/** A square cell of the world and the time that players spent in it. */
interface HeatCell {
  /** Its lower corner in cm. */
  readonly x: number;
  readonly y: number;
  readonly seconds: number;
}

/** A hexagon with the time that players spent in it. */
export interface HeatHexagon extends Hexagon {
  readonly seconds: number;
  /** 0 to 1 of the warmest, on a logarithmic scale. */
  readonly warmth: number;
}

/** Each square is shared out in this many parts each way, so that hexagons of about its size get fair shares. */
const PARTS = 4;

/**
 * The heat as hexagons as wide as the cells.
 * @param cellCm edge of the cells
 */
export function heatHexagons(cells: readonly HeatCell[], cellCm: number): HeatHexagon[] {
  const radiusCm = cellCm / Math.sqrt(3);
  const hexagons = new Map<string, Hexagon & { seconds: number }>();
  for (const { x, y, seconds } of cells) {
    for (let part = 0; part < PARTS ** 2; part++) {
      const middle = (at: number) => ((at + 0.5) / PARTS) * cellCm;
      const hexagon = hexagonAt(
        { x: x + middle(part % PARTS), y: y + middle(Math.floor(part / PARTS)) },
        radiusCm,
      );
      const known = hexagons.get(hexagon.key) ?? { ...hexagon, seconds: 0 };
      known.seconds += seconds / PARTS ** 2;
      hexagons.set(hexagon.key, known);
    }
  }
  const found = [...hexagons.values()];
  const warmest = found.reduce((most, { seconds }) => Math.max(most, seconds), 0);
  return found.map((hexagon) => ({ ...hexagon, warmth: Math.log1p(hexagon.seconds) / Math.log1p(warmest) }));
}
