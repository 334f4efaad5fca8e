import { parsePlace, toMapUnits } from '../data/map-units.ts';
import type { WorldPoint } from '../ground/regions.ts';
import { MAX_ZOOM, MIN_ZOOM } from '../ground/view.ts';
import { isLayer, LAYERS, LAYERS_AT_FIRST, type LayerId } from './layers.ts';

/** The state of the map in an address. Missing parts are undefined, and up to the page. */
export interface MapAddress {
  readonly at?: WorldPoint;
  readonly zoom?: number;
  readonly layers?: ReadonlySet<LayerId>;
  readonly follow?: string;
  /** The item whose holders are shown. */
  readonly item?: string;
  /** The moment of the replay, in ms since 1970. */
  readonly timeMs?: number;
}

/** Reads the query of the address. Invalid values are left out. */
export function readMapAddress(query: URLSearchParams): MapAddress {
  const at = parsePlace(query.get('at') ?? '');
  const zoom = Number(query.get('zoom') || Number.NaN);
  const layers = query.get('layers');
  const [follow, item] = [query.get('follow'), query.get('item')];
  const timeMs = Date.parse(query.get('time') ?? '');
  return {
    ...(at && { at }),
    ...(Number.isFinite(zoom) && { zoom: Math.max(MIN_ZOOM, Math.min(MAX_ZOOM, zoom)) }),
    ...(layers !== null && { layers: new Set(layers.split(',').filter(isLayer)) }),
    ...(follow && { follow }),
    ...(item && { item }),
    ...(Number.isFinite(timeMs) && { timeMs }),
  };
}

/** The query of an address; undefined for what is as it would be anyway. */
export function mapQuery(address: MapAddress): Record<string, string | undefined> {
  const { at, zoom, layers, follow, item, timeMs } = address;
  return {
    at: at && placeText(at),
    zoom: zoom === undefined ? undefined : String(Math.round(zoom * 100) / 100),
    layers: layers && layersText(layers),
    follow,
    item,
    time: timeMs === undefined ? undefined : new Date(timeMs).toISOString().replace('.000Z', 'Z'),
  };
}

/** Tenths of a map unit: half a meter or so. */
function placeText(place: WorldPoint): string {
  const { mapX, mapY } = toMapUnits(place);
  return [mapX, mapY].map((value) => String(Math.round(value * 10) / 10 || 0)).join(',');
}

/** Undefined for those at first. `none` stands for no layer at all. */
function layersText(layers: ReadonlySet<LayerId>): string | undefined {
  const textOf = (shown: ReadonlySet<LayerId>) =>
    LAYERS.flatMap(({ id }) => (shown.has(id) ? [id] : [])).join() || 'none';
  return textOf(layers) === textOf(new Set(LAYERS_AT_FIRST)) ? undefined : textOf(layers);
}
