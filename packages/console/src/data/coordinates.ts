/** A place in the world, in cm: X grows to the north, Y to the east. */
export interface WorldPlace {
  readonly X: number;
  readonly Y: number;
  readonly Z: number;
}

/** The two maps of the game: rectangles of the world in cm, of the game's own table of maps. */
export const REGIONS = {
  Tree: { minX: 347_351.5, maxX: 689_148.5, minY: -818_197, maxY: -476_400 },
  MainMap: { minX: -1_099_400, maxX: 349_400, minY: -724_400, maxY: 724_400 },
} as const;
export type RegionId = keyof typeof REGIONS;

/** Height of the sea in cm: where all floating junk lies in the saves that were read. */
export const SEA_LEVEL_CM = -2103;

/** Edge of an explored cell in cm, on every axis. */
export const CELL_CM = 25_600;

/** World cm per unit of the coordinates that players read from the map, and where these are 0. */
const MAP_UNIT_CM = 459;
const MAP_ORIGIN = { X: -123_888, Y: 158_000 };

/** The coordinates that players read from the map: `x` to the east, `y` to the north. Not rounded. */
export function toMapUnits({ X, Y }: Pick<WorldPlace, 'X' | 'Y'>): { x: number; y: number } {
  return { x: (Y - MAP_ORIGIN.Y) / MAP_UNIT_CM, y: (X - MAP_ORIGIN.X) / MAP_UNIT_CM };
}

/** World cm of coordinates that players read from the map. */
export function fromMapUnits({ x, y }: { x: number; y: number }): Pick<WorldPlace, 'X' | 'Y'> {
  return { X: y * MAP_UNIT_CM + MAP_ORIGIN.X, Y: x * MAP_UNIT_CM + MAP_ORIGIN.Y };
}

/** The map that shows a place. Where both do, the tree does, as in the game; the main map for what lies off both. */
export function regionOf({ X, Y }: Pick<WorldPlace, 'X' | 'Y'>): RegionId {
  const { minX, maxX, minY, maxY } = REGIONS.Tree;
  return X >= minX && X <= maxX && Y >= minY && Y <= maxY ? 'Tree' : 'MainMap';
}
