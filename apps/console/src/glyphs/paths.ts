import type { IconShape } from '../kit/Icon.tsx';

/** Glyphs of strokes in the grid of 24, each from the data of one path. A canvas draws the same data by `Path2D`. */
export function glyphs<const Name extends string>(paths: Readonly<Record<Name, string>>) {
  return Object.fromEntries(
    Object.entries<string>(paths).map(([name, d]) => [name, [['path', { d }]]]),
  ) as unknown as Readonly<Record<Name, IconShape>>; // the same names
}

/** The path data of a glyph. */
export function pathData(shape: IconShape): string {
  return String(shape[0]?.[1].d);
}
