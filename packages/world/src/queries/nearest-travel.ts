import type { Catalogue } from '../catalogue/index.ts';
import type { Location } from '../state/model.ts';

export interface NearestTravel {
  /** Of the catalogue's places. */
  readonly id: string;
  readonly distanceCm: number;
}

type Found = WeakMap<Location, NearestTravel | null>;

/** A camp stays where it is, so that each location is looked at once. */
const foundIn = new WeakMap<Catalogue['places'], Found>();

/** The point for fast travel nearest to a location, across the ground; undefined for a catalogue without any. */
export function nearestTravel({ places }: Catalogue, location: Location): NearestTravel | undefined {
  const found: Found = foundIn.get(places) ?? new WeakMap<Location, NearestTravel | null>();
  foundIn.set(places, found);
  const known = found.get(location);
  if (known !== undefined) return known ?? undefined;
  const nearest = findNearest(places, location);
  found.set(location, nearest);
  return nearest ?? undefined;
}

function findNearest(places: Catalogue['places'], location: Location): NearestTravel | null {
  let nearest: NearestTravel | null = null;
  for (const { id, kind, x, y } of places.all()) {
    if (kind !== 'fastTravel') continue;
    const distanceCm = Math.hypot(x - location.x, y - location.y);
    if (nearest === null || distanceCm < nearest.distanceCm) nearest = { id, distanceCm };
  }
  return nearest;
}
