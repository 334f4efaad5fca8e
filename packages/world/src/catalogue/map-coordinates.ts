import type { Coordinate } from '@palatine/contract';

/** Map units per cm. PalDefender multiplies by it: dividing by 459 misses its documented example by a last bit. */
const PER_CM = 1 / 459;
/** The map's x = 0 on the world's y axis, and its y = 0 on the world's x axis: the axes are swapped. */
const ORIGIN_Y = 158_000;
const ORIGIN_X = -123_888;

/** Converts world coordinates (cm) to those of the in-game map and of requests (PalDefender's documented example); z is unchanged. */
export function worldToMap(world: Readonly<Coordinate>): Coordinate {
  return { x: (world.y - ORIGIN_Y) * PER_CM, y: (world.x - ORIGIN_X) * PER_CM, z: world.z };
}

export function mapToWorld(map: Readonly<Coordinate>): Coordinate {
  return { x: map.y / PER_CM + ORIGIN_X, y: map.x / PER_CM + ORIGIN_Y, z: map.z };
}

/** A number of an answer: never NaN nor infinite. */
export function finite(value: number | undefined): number {
  return value !== undefined && Number.isFinite(value) ? value : 0;
}

const NOWHERE: Readonly<Coordinate> = { x: 0, y: 0, z: 0 };

/** Returns a place in world coordinates (cm), finite; the origin for none. */
export function worldCoordinate(location: Readonly<Coordinate> = NOWHERE): Coordinate {
  return { x: finite(location.x), y: finite(location.y), z: finite(location.z) };
}

/** Returns a place in coordinates of the in-game map; the origin's for none. */
export function mapCoordinate(location: Readonly<Coordinate> = NOWHERE): Coordinate {
  return worldToMap(worldCoordinate(location));
}
