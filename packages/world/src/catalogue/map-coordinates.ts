import type { Region } from '@palatine/contract';

/** Unreal units, cm. */
interface WorldPosition {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** Coordinates of the in-game map and of requests. z is the world's, in cm. */
interface MapPosition {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** Map units per cm. The original server multiplies by it: dividing by 459 misses its documented example by a last bit. */
const PER_CM = 1 / 459;
/** Where the map's x = 0 lies on the world's y axis, and its y = 0 on the world's x axis: the axes are swapped. */
const ORIGIN_Y = 158_000;
const ORIGIN_X = -123_888;

/** Source: PalDefender's documented example, which it meets to the last bit. */
export function worldToMap(world: WorldPosition): MapPosition {
  return { x: (world.y - ORIGIN_Y) * PER_CM, y: (world.x - ORIGIN_X) * PER_CM, z: world.z };
}

export function mapToWorld(map: MapPosition): WorldPosition {
  return { x: map.y / PER_CM + ORIGIN_X, y: map.x / PER_CM + ORIGIN_Y, z: map.z };
}

interface Bounds {
  readonly minX: number;
  readonly maxX: number;
  readonly minY: number;
  readonly maxY: number;
}

/** World cm. Source: the game's DT_WorldMapUIData, on which four public projects agree. All objects of our saves are within. */
const REGION_BOUNDS: Readonly<Record<Region, Bounds>> = {
  Main: { minX: -1_099_400, maxX: 349_400, minY: -724_400, maxY: 724_400 },
  Tree: { minX: 347_351.5, maxX: 689_148.5, minY: -818_197, maxY: -476_400 },
};

/** The map that shows a place. Where both reach, the World Tree has priority; what is on neither counts as the main one. */
export function regionOf({ x, y }: Pick<WorldPosition, 'x' | 'y'>): Region {
  const { minX, maxX, minY, maxY } = REGION_BOUNDS.Tree;
  return x >= minX && x <= maxX && y >= minY && y <= maxY ? 'Tree' : 'Main';
}
