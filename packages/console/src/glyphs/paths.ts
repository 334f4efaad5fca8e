import type { IconShape } from '../kit/Icon.tsx';

/** A glyph of strokes in the grid of 24, from path data. A canvas draws the same data by `Path2D`. */
export function strokes(...paths: readonly string[]): IconShape {
  return paths.map((d) => ['path', { d }] as const);
}

/** The path data of a glyph, in one text. */
export function pathData(shape: IconShape): string {
  return shape.map(([, { d }]) => String(d)).join(' ');
}
