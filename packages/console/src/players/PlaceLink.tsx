import type { PlayerRow } from '@palatine/contract';
import type { JSX } from 'preact';
import { formatShownPlace } from '../data/format.ts';
import { mapHref } from '../faces/map-href.ts';
import { Unknown } from '../faces/Unknown.tsx';

/** The place of a player in a list, with a way to it on the map. */
export function PlaceLink({
  place,
  mayOpenMap,
}: {
  place: PlayerRow['Place'];
  mayOpenMap: boolean;
}): JSX.Element {
  if (place === undefined) return <Unknown />;
  if (!mayOpenMap) return <span class="mono">{formatShownPlace(place)}</span>;
  return (
    // The menu of the row leads there too, so that Tab need not stop at each place.
    <a class="mono" href={mapHref(place)} tabIndex={-1}>
      {formatShownPlace(place)}
    </a>
  );
}
