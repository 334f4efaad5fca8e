import { getMapPictures, type MapPicture } from '@palatine/contract';
import { computed } from '@preact/signals';
import { resource } from '../../data/resource.ts';
import { REGION_IDS, REGIONS, type RegionId, type WorldBox } from '../../ground/regions.ts';
import { place } from '../../navigation/place.ts';
import { client, may } from '../../session/session.ts';

export interface GroundImage {
  readonly image: ImageBitmap;
  readonly box: WorldBox;
}

/** Reads the pictures that the operator has put into the console's folder. */
export function readPictures() {
  const pictures = resource(async (signal) => {
    // They lie at the world; its gateway has the route that tells of them, and not the files.
    if (place.gateway || !may(getMapPictures)) return [];
    const available = await client().getMapPictures({ signal });
    const images = await Promise.all(
      REGION_IDS.map((region) => readPicture(region, available[region], signal)),
    );
    return images.filter((image) => image !== undefined);
  });
  return { images: computed(() => pictures.value.value ?? []), resource: pictures };
}

async function readPicture(
  region: RegionId,
  { Path }: MapPicture,
  signal: AbortSignal,
): Promise<GroundImage | undefined> {
  if (Path === undefined) return undefined;
  const response = await fetch(new URL(place.prefix + Path, location.origin), { signal });
  if (!response.ok) throw new Error(`${Path}: ${response.status}`);
  const image = await createImageBitmap(await response.blob());
  return { image, box: REGIONS[region] };
}
