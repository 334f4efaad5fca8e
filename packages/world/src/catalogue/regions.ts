import type { Region } from '@palatine/contract';
import type { WorldPosition } from './map-coordinates.ts';

interface Bounds {
  readonly minX: number;
  readonly maxX: number;
  readonly minY: number;
  readonly maxY: number;
}

/** World cm. Source: the game's DT_WorldMapUIData, on which four public projects agree. All objects of our saves are within. */
export const REGION_BOUNDS: Readonly<Record<Region, Bounds>> = {
  Main: { minX: -1_099_400, maxX: 349_400, minY: -724_400, maxY: 724_400 },
  Tree: { minX: 347_351.5, maxX: 689_148.5, minY: -818_197, maxY: -476_400 },
};

/** The map that shows a place. Where both reach, the World Tree has priority; what is on neither counts as the main one. */
export function regionOf({ x, y }: Pick<WorldPosition, 'x' | 'y'>): Region {
  const { minX, maxX, minY, maxY } = REGION_BOUNDS.Tree;
  return x >= minX && x <= maxX && y >= minY && y <= maxY ? 'Tree' : 'Main';
}
