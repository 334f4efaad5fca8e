import { getMapPictures } from '@palatine/contract';
import { computed } from '@preact/signals';
import { resource } from '../../data/resource.ts';
import { REGION_IDS, REGIONS, type WorldBox } from '../../ground/regions.ts';
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
    const jobs = REGION_IDS.map(async (region): Promise<GroundImage[]> => {
      const { Path } = available[region];
      if (Path === undefined) return [];
      const response = await fetch(new URL(place.prefix + Path, location.origin), { signal });
      if (!response.ok) throw new Error(`${Path}: ${response.status}`);
      return [{ image: await createImageBitmap(await response.blob()), box: REGIONS[region] }];
    });
    return (await Promise.all(jobs)).flat();
  });
  return { images: computed(() => pictures.value.value ?? []), resource: pictures };
}
