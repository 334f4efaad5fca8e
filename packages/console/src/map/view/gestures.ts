import type { LeafletEvent, LeafletMouseEvent } from 'leaflet';
import { Simple } from 'leaflet/src/geo/crs/CRS.Simple.js';
import { Transformation } from 'leaflet/src/geometry/Transformation.js';
import 'leaflet/src/layer/Layer.js'; // the map's constructor calls it
import 'leaflet/src/map/handler/Map.BoxZoom.js';
import 'leaflet/src/map/handler/Map.DoubleClickZoom.js';
import 'leaflet/src/map/handler/Map.Drag.js';
import 'leaflet/src/map/handler/Map.ScrollWheelZoom.js';
import 'leaflet/src/map/handler/Map.TapHold.js';
import 'leaflet/src/map/handler/Map.TouchZoom.js';
import { Map as LeafletMap } from 'leaflet/src/map/Map.js';
import type { WorldBox, WorldPoint } from '../../ground/regions.ts';
import { CM_PER_PIXEL_AT_0, cmPerPixelAt, MAX_ZOOM, MIN_ZOOM, type View } from '../geometry/view.ts';

interface GestureOptions {
  readonly bounds: WorldBox;
  /** Whether the visitor wants things to move. */
  readonly motion: boolean;
  readonly start: { readonly place: WorldPoint; readonly zoom: number };
  /** `smooth`: by a step, and not by a drag or a pinch, which are followed at once. */
  onMove(view: View, smooth: boolean): void;
  onRest(view: View): void;
  /** A click or tap, or a right click or long press, at pixels of the element. */
  onClick(across: number, down: number): void;
  onMenu(across: number, down: number): void;
}

/** Latitude and longitude are X and Y of the world, in cm. */
const WORLD = {
  ...Simple,
  transformation: new Transformation(1 / CM_PER_PIXEL_AT_0, 0, -1 / CM_PER_PIXEL_AT_0, 0),
};

export function attachGestures(element: HTMLElement, options: GestureOptions) {
  const { bounds, motion, start } = options;
  const map = new LeafletMap(element, {
    crs: WORLD,
    attributionControl: false,
    zoomControl: false,
    keyboard: false,
    fadeAnimation: false,
    zoomAnimation: false, // the canvas has its own
    markerZoomAnimation: false,
    inertia: motion,
    minZoom: MIN_ZOOM,
    maxZoom: MAX_ZOOM,
    zoomSnap: 0.25,
    zoomDelta: 1,
    wheelPxPerZoomLevel: 90,
    wheelDebounceTime: 24,
    tapHold: true, // where the browser makes no menu of a long press itself
    maxBoundsViscosity: 0.7,
    maxBounds: cornersOf(bounds),
  });
  map.setView([start.place.x, start.place.y], start.zoom, { animate: false });

  const view = (): View => {
    const { min } = map.getPixelBounds();
    const { x: width, y: height } = map.getSize();
    const cmPerPixel = cmPerPixelAt(map.getZoom());
    const at = min ?? { x: 0, y: 0 };
    return { top: -at.y * cmPerPixel, left: at.x * cmPerPixel, cmPerPixel, width, height };
  };
  let scale = map.getZoom();
  let gliding = false;
  map.on('move', (event: LeafletEvent & { pinch?: boolean }) => {
    const zoomed = map.getZoom() !== scale;
    scale = map.getZoom();
    options.onMove(view(), gliding || (zoomed && !event.pinch));
  });
  const glide = (move: () => void) => {
    gliding = motion;
    move();
    gliding = false;
  };
  map.on('moveend', () => options.onRest(view()));
  map.on('click', ({ containerPoint: { x, y } }: LeafletMouseEvent) => options.onClick(x, y));
  map.on('contextmenu', ({ containerPoint: { x, y } }: LeafletMouseEvent) => options.onMenu(x, y));

  return {
    view,
    zoom: () => map.getZoom(),
    goTo: ({ x, y }: WorldPoint, zoom: number) =>
      glide(() => void map.setView([x, y], zoom, { animate: false })),
    /** Shows a rectangle as large as it fits. */
    fit: (box: WorldBox) => glide(() => void map.fitBounds(cornersOf(box), { animate: false })),
    zoomBy: (levels: number) => void map.setZoom(map.getZoom() + levels),
    /** Moves the view by pixels, with inertia where motion is wanted. */
    panBy: (across: number, down: number) => void map.panBy([across, down], { animate: motion }),
    /** To be called when the element has another size. */
    resized: () => void map.invalidateSize({ animate: false, pan: false }),
    close: () => void map.remove(),
  };
}

/** Drag, wheel, pinch and inertia over an element. This is the only file that knows Leaflet, which draws nothing here. */
export type Gestures = ReturnType<typeof attachGestures>;

function cornersOf({ minX, minY, maxX, maxY }: WorldBox): [[number, number], [number, number]] {
  return [
    [minX, minY],
    [maxX, maxY],
  ];
}
