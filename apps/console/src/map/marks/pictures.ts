import { getMapPictures, type MapPicture, type PicturePlace } from '@palatine/contract';
import { computed } from '@preact/signals';
import { resource } from '../../data/resource.ts';
import { REGION_IDS, REGIONS, type RegionId, type WorldBox, type WorldPoint } from '../../ground/regions.ts';
import { place } from '../../navigation/place.ts';
import { client, may } from '../../session/session.ts';

/** The operator's picture of a region while it is put into place. */
export interface Placing {
  readonly region: RegionId;
  /** The version that is changed; '' where none was saved before. */
  readonly etag: string;
  readonly box: WorldBox;
  /** 0 to 1. */
  readonly opacity: number;
}

/** The two corners that decide where a picture is. */
export const CORNERS = ['topLeft', 'bottomRight'] as const;
export type Corner = (typeof CORNERS)[number];

/** The smallest that a picture may become, in cm: its corners never pass each other. */
const MIN_CM = 10_000;
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
      ? { maxX: Math.max(farX, box.minX + MIN_CM), minY: Math.min(farY, box.maxY - MIN_CM) }
      : { minX: Math.min(farX, box.maxX - MIN_CM), maxY: Math.max(farY, box.minY + MIN_CM) };
  return { ...placing, box: { ...box, ...moved } };
}

/** The saved form. Whole cm. */
export function placeToSave({ box, opacity }: Placing): PicturePlace {
  return {
    TopLeft: { X: Math.round(box.maxX), Y: Math.round(box.minY) },
    BottomRight: { X: Math.round(box.minX), Y: Math.round(box.maxY) },
    Opacity: opacity,
  };
}

/** The pictures as they are drawn: the one that is put into place is where it would be saved. */
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

export interface GroundImage {
  readonly region: RegionId;
  readonly image: ImageBitmap;
  readonly box: WorldBox;
  /** 0 to 1. */
  readonly opacity: number;
}

/** Reads the pictures that are in the operator's folder; there are none unless somebody put them there. */
export function readPictures() {
  const pictures = resource(async (signal) => {
    // They lie at the world; its gateway has the route that tells of them, and not the files.
    if (place.gateway || !may(getMapPictures)) return { etag: '', images: [] };
    const available = await client().getMapPictures({ signal });
    const images = await Promise.all(
      REGION_IDS.map((region) => readPicture(region, available[region], signal)),
    );
    return { etag: available.ETag, images: images.filter((image) => image !== undefined) };
  });
  return {
    images: computed(() => pictures.value.value?.images ?? []),
    /** The version of where they lie; '' where that was never saved. */
    etag: computed(() => pictures.value.value?.etag ?? ''),
    resource: pictures,
  };
}

async function readPicture(
  region: RegionId,
  { Path, Place }: MapPicture,
  signal: AbortSignal,
): Promise<GroundImage | undefined> {
  if (Path === undefined) return undefined;
  const response = await fetch(new URL(place.prefix + Path, location.origin), { signal });
  if (!response.ok) throw new Error(`${Path}: ${response.status}`);
  const image = await createImageBitmap(await response.blob());
  if (Place === undefined) return { region, image, box: REGIONS[region], opacity: 1 };
  const { TopLeft, BottomRight, Opacity } = Place;
  const box = { maxX: TopLeft.X, minY: TopLeft.Y, minX: BottomRight.X, maxY: BottomRight.Y };
  return { region, image, box, opacity: Opacity };
}
