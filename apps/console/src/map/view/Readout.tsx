import { Copy } from 'lucide';
import { formatNumber, formatPlace } from '../../data/format.ts';
import { centerOf, zoomOf } from '../../ground/view.ts';
import { Icon } from '../../kit/Button.tsx';
import { texts } from '../../texts/texts.ts';
import { announce, announceFailure } from '../../views/announce.ts';
import { copyText } from '../../views/clipboard.ts';
import { RADII_M } from '../draw/draw-ground.ts';
import { distanceText } from '../labels.ts';
import type { MapView } from './map-view.ts';

export async function copyPlace(text: string): Promise<void> {
  const words = texts.value.map;
  if (await copyText(text)) announce(words.copied(text));
  else announceFailure(words.notCopied);
}

/** Longest bar of the scale, in pixels. */
const MAX_SCALE_PX = 90;

/** The zoom, the place under the pointer or in the middle of the map, and the scale. */
export function Readout({ view: { moving, pointed, problem } }: { view: MapView }) {
  const text = texts.value.map;
  const view = moving.value;
  if (view === undefined) return null;
  const { x: X, y: Y } = pointed.value ?? centerOf(view);
  const place = formatPlace({ X, Y });
  const widthOf = (meters: number) => (meters * 100) / view.cmPerPixel;
  const meters = RADII_M.findLast((radius) => widthOf(radius) <= MAX_SCALE_PX) ?? RADII_M[0];
  return (
    <div class="map-readout row" data-over-map>
      {problem.value !== '' && <span class="faint">{text.reliefFailed}</span>}
      <span class="faint">{text.zoom(formatNumber(zoomOf(view), 2))}</span>
      <span class="mono map-figure">{place}</span>
      <button
        type="button"
        class="mini"
        aria-label={text.copyMap}
        title={text.copyMap}
        onClick={() => void copyPlace(place)}
      >
        <Icon shape={Copy} size={13} />
      </button>
      <span class="map-scale" style={{ inlineSize: `${widthOf(meters)}px` }}>
        {distanceText(meters * 100)}
      </span>
    </div>
  );
}
