/** A place of the world in Unreal units: 1 cm. X grows to the north, Y to the east. */
export interface WorldPoint {
  readonly x: number;
  readonly y: number;
}

/** A rectangle of the world in cm. Its edges belong to it. */
export interface WorldBox {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}

export const REGION_IDS = ['MainMap', 'Tree'] as const;
/** A map of the game, as the catalogue's places name it. */
export type RegionId = (typeof REGION_IDS)[number];

/**
 * What each map shows. Source: the game's table `DT_WorldMapUIData`; all 19,077 map objects of 12 saves lie inside.
 */
export const REGIONS: Readonly<Record<RegionId, WorldBox>> = {
  MainMap: { minX: -1_099_400, minY: -724_400, maxX: 349_400, maxY: 724_400 },
  Tree: { minX: 347_351.5, minY: -818_197, maxX: 689_148.5, maxY: -476_400 },
};

/** Edge of a region's square in cm. */
export function spanOf(region: RegionId): number {
  return REGIONS[region].maxX - REGIONS[region].minX;
}

/** Whether a place lies in a rectangle. */
export function isInBox({ minX, minY, maxX, maxY }: WorldBox, { x, y }: WorldPoint): boolean {
  return x >= minX && x <= maxX && y >= minY && y <= maxY;
}

/**
 * The map that shows a place. The World Tree comes first where the two overlap, a strip of sea 20 m wide, as in the
 * game. A place outside both counts to the main map.
 */
export function regionAt(point: WorldPoint): RegionId {
  return isInBox(REGIONS.Tree, point) ? 'Tree' : 'MainMap';
}

/** A place in the square picture of a region: 0 to 1 from the left and from the top. */
export interface PicturePoint {
  readonly u: number;
  readonly v: number;
}

/** Where a place lies in the picture of a region: east is right, north is up. */
export function toPicture(region: RegionId, { x, y }: WorldPoint): PicturePoint {
  const { minY, maxX } = REGIONS[region];
  const span = spanOf(region);
  return { u: (y - minY) / span, v: (maxX - x) / span };
}

/** The place at a point of the picture of a region. */
export function fromPicture(region: RegionId, { u, v }: PicturePoint): WorldPoint {
  const { minY, maxX } = REGIONS[region];
  const span = spanOf(region);
  return { x: maxX - v * span, y: minY + u * span };
}
