/** A place of the world in Unreal units: 1 cm. X grows to the north, Y to the east. */
export interface WorldPoint {
  readonly x: number;
  readonly y: number;
}

/** A place as players read it off the map of the game. Its x is the world's y: the axes are swapped. */
interface MapPoint {
  readonly mapX: number;
  readonly mapY: number;
}

/** One map unit in cm. Source: the documented example of PalDefender, which these constants meet exactly. */
export const CM_PER_MAP_UNIT = 459;
const ORIGIN_Y = 158_000;
const ORIGIN_X = -123_888;

export function toMapUnits({ x, y }: WorldPoint): MapPoint {
  return { mapX: (y - ORIGIN_Y) / CM_PER_MAP_UNIT, mapY: (x - ORIGIN_X) / CM_PER_MAP_UNIT };
}

export function fromMapUnits({ mapX, mapY }: MapPoint): WorldPoint {
  return { x: mapY * CM_PER_MAP_UNIT + ORIGIN_X, y: mapX * CM_PER_MAP_UNIT + ORIGIN_Y };
}

/** Beyond this, a typed number is taken for world cm: the maps end at about ±2,400 map units. */
const MAX_MAP_UNITS = 5_000;

/** Parses `12, -431` (map units) or `-321655 214183` (world cm); undefined for anything else. */
export function parsePlace(text: string): WorldPoint | undefined {
  const parts = text.includes(',') || text.includes(';') ? text.split(/[,;]/) : text.trim().split(/\s+/);
  const [first, second, third] = parts.map((part) =>
    Number(part.replaceAll(/[\s\u00a0\u202f]/g, '').replace('\u2212', '-') || Number.NaN),
  );
  if (first === undefined || second === undefined || parts.length > 3) return undefined;
  if (!Number.isFinite(first) || !Number.isFinite(second)) return undefined;
  if (third !== undefined && !Number.isFinite(third)) return undefined;
  const inMapUnits = Math.abs(first) <= MAX_MAP_UNITS && Math.abs(second) <= MAX_MAP_UNITS;
  return inMapUnits ? fromMapUnits({ mapX: first, mapY: second }) : { x: first, y: second };
}
