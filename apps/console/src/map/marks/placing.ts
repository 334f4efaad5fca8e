import type { PicturePlace } from '@palatine/contract';
import type { RegionId, WorldBox, WorldPoint } from '../../ground/regions.ts';
import type { GroundImage } from './read-pictures.ts';

/** The operator's picture of a region while it is put into place. */
export interface Placing {
  readonly region: RegionId;
  /** The version that is changed; '' where none was saved before. */
  readonly etag: string;
  readonly box: WorldBox;
  /** 0 to 1. */
  readonly opacity: number;
}

/** The two corners that decide where a picture lies. */
export const CORNERS = ['topLeft', 'bottomRight'] as const;
export type Corner = (typeof CORNERS)[number];

/** The smallest that a picture may become, in cm: its corners never pass each other. */
const LEAST_CM = 10_000;
/** The farthest that the service lets a corner lie from the origin, in cm. */
const FARTHEST_CM = 10_000_000;

/** Where a corner is. North is up: the upper left corner has the largest X and the smallest Y. */
export function cornerOf({ box }: Placing, corner: Corner): WorldPoint {
  return corner === 'topLeft' ? { x: box.maxX, y: box.minY } : { x: box.minX, y: box.maxY };
}

/** The picture with a corner elsewhere, as far as the other corner lets it. */
export function withCorner(placing: Placing, corner: Corner, { x, y }: WorldPoint): Placing {
  const { box } = placing;
  const [farX, farY] = [within(x), within(y)];
  const moved =
    corner === 'topLeft'
      ? { maxX: Math.max(farX, box.minX + LEAST_CM), minY: Math.min(farY, box.maxY - LEAST_CM) }
      : { minX: Math.min(farX, box.maxX - LEAST_CM), maxY: Math.max(farY, box.minY + LEAST_CM) };
  return { ...placing, box: { ...box, ...moved } };
}

/** What is saved. Whole cm. */
export function placeToSave({ box, opacity }: Placing): PicturePlace {
  return {
    TopLeft: { X: Math.round(box.maxX), Y: Math.round(box.minY) },
    BottomRight: { X: Math.round(box.minX), Y: Math.round(box.maxY) },
    Opacity: opacity,
  };
}

/** The pictures as they are drawn: the one that is put into place lies where it would be saved. */
export function placedImages(
  images: readonly GroundImage[],
  placing: Placing | undefined,
): readonly GroundImage[] {
  if (placing === undefined) return images;
  const { region, box, opacity } = placing;
  return images.map((image) => (image.region === region ? { ...image, box, opacity } : image));
}

function within(cm: number): number {
  return Math.max(-FARTHEST_CM, Math.min(FARTHEST_CM, cm));
}
