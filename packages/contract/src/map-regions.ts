// Apart from the routes of the map: the console has this in its page, and no shapes.

/** The maps of the game: Palpagos and the World Tree. They share one formula for coordinates. */
export const MAP_REGIONS = ['Main', 'Tree'] as const;
export type Region = (typeof MAP_REGIONS)[number];

/** A rectangle of the world, in world coordinates (cm). Both ends belong to it. */
export interface WorldBox {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}

/** Area of each map. The source is the game's table `DT_WorldMapUIData`; all 19,077 map objects of 12 saves are inside. */
export const REGION_BOXES: Readonly<Record<Region, WorldBox>> = {
  Main: { minX: -1_099_400, minY: -724_400, maxX: 349_400, maxY: 724_400 },
  Tree: { minX: 347_351.5, minY: -818_197, maxX: 689_148.5, maxY: -476_400 },
};

/** Whether a point is inside a rectangle. Units: cm. */
export function isInBox({ minX, minY, maxX, maxY }: WorldBox, x: number, y: number): boolean {
  return x >= minX && x <= maxX && y >= minY && y <= maxY;
}

/**
 * The map of a place, by its world X alone: all known places of Palpagos are below 262,731, those of the World Tree above
 * 404,509, and neither height nor Y separates them.
 */
export function regionOf(x: number): Region {
  return x >= REGION_BOXES.Tree.minX ? 'Tree' : 'Main';
}
