import { effect, type Signal, signal } from '@preact/signals';
import type { LeafletEvent, LeafletMouseEvent } from 'leaflet';
import { Simple } from 'leaflet/src/geo/crs/CRS.Simple.js';
import { Transformation } from 'leaflet/src/geometry/Transformation.js';
import { Map as LeafletMap } from 'leaflet/src/map/Map.js';
import { guildHues } from '../../data/guilds.ts';
import { shownTheme } from '../../data/preferences.ts';
import { REGION_IDS, REGIONS, type WorldBox, type WorldPoint } from '../../ground/regions.ts';
import type { Drawn } from '../draw/pen.ts';
import { CM_PER_PIXEL_AT_0, cmPerPixelAt, MAX_ZOOM, MIN_ZOOM, placeAt, type View } from '../geometry/view.ts';
import type { MapState } from '../map-state.ts';
import { keyOf } from '../marks/mark.ts';
import { type Canvases, createPainter, type Painter } from './painter.ts';
import 'leaflet/src/map/handler/Map.BoxZoom.js';
import 'leaflet/src/map/handler/Map.DoubleClickZoom.js';
import 'leaflet/src/map/handler/Map.Drag.js';
import 'leaflet/src/map/handler/Map.ScrollWheelZoom.js';
import 'leaflet/src/map/handler/Map.TapHold.js';
import 'leaflet/src/map/handler/Map.TouchZoom.js';
import 'leaflet/src/layer/Layer.js'; // the map's constructor calls it

interface MapViewOptions {
  readonly state: MapState;
  readonly start: { readonly place: WorldPoint; readonly zoom: number };
  /** Opens the menu of a place, at a point of the window. */
  onMenu(place: WorldPoint, marks: Drawn | undefined, at: { readonly x: number; readonly y: number }): void;
}

/** How long the view has to rest before the ground is painted more finely, in ms. */
const SHARPEN_MS = 120;
/** Sea around the regions that one may look at, in cm. */
const SEA_CM = 400_000;

/** Starts the map in an element: gestures on it, everything else on its canvas. */
export function startMapView(element: HTMLElement, canvases: Canvases, options: MapViewOptions) {
  const { state } = options;
  const painter = createPainter(canvases, state);
  let sharpening: ReturnType<typeof setTimeout> | undefined;
  const moving = signal<View | undefined>(undefined);
  const rest = (view: View) => {
    moving.value = view;
    state.view.value = view;
    clearTimeout(sharpening);
    sharpening = setTimeout(() => painter.ground.sharpen(view), SHARPEN_MS);
  };
  const gestures = attachGestures(element, {
    bounds: everywhere(),
    motion: !matchMedia('(prefers-reduced-motion: reduce)').matches,
    start: options.start,
    onMove(view, smooth) {
      moving.value = view;
      painter.screen.show(view, smooth);
    },
    onRest: rest,
    onClick: (across, down) => choose(state, painter.under(across, down)),
    onMenu: (across, down) => openMenu(across, down),
  });
  const openMenu = (across: number, down: number) => {
    const view = painter.screen.shown();
    const { x, y } = element.getBoundingClientRect();
    const at = { x: x + across, y: y + down };
    if (view) options.onMenu(placeAt(view, across, down), painter.under(across, down), at);
  };
  const fit = () => {
    gestures.resized();
    painter.screen.show(gestures.view(), false);
    rest(gestures.view());
  };
  fit();
  const pointer = followPointer(element, painter, state);
  const resize = new ResizeObserver(fit);
  resize.observe(element);
  const stops = [
    effect(() => {
      painter.use(shownTheme.value);
      const view = state.view.peek();
      if (view) painter.ground.sharpen(view);
    }),
    effect(() => {
      const { layers, still, plans, followed, sources, past } = state;
      for (const input of [layers, still, plans, followed, guildHues]) void input.value;
      for (const input of [sources.regions, sources.pictures.images, past.trails, past.heat])
        void input.value;
      painter.screen.redraw();
    }),
    effect(() => {
      const { selected, hovered, ruler } = state;
      for (const input of [selected, hovered, ruler]) void input.value;
      painter.screen.redrawPlayers(true);
    }),
    effect(() => {
      for (const input of [state.people, state.replay]) void input.value;
      painter.screen.redrawPlayers(false);
    }),
    followPlayer(state, gestures),
  ];
  return {
    gestures,
    /** The view, also while it is moved. */
    moving,
    /** The place under the pointer; undefined while it is elsewhere. */
    pointed: pointer.pointed,
    problem: painter.problem,
    openMenu(): void {
      const { width, height } = gestures.view();
      openMenu(width / 2, height / 2);
    },
    close(): void {
      for (const stop of stops) stop();
      clearTimeout(sharpening);
      resize.disconnect();
      pointer.stop();
      gestures.close();
      painter.close();
    },
  };
}

export type MapView = ReturnType<typeof startMapView>;

function everywhere(): WorldBox {
  const boxes = REGION_IDS.map((region) => REGIONS[region]);
  return {
    minX: Math.min(...boxes.map(({ minX }) => minX)) - SEA_CM,
    maxX: Math.max(...boxes.map(({ maxX }) => maxX)) + SEA_CM,
    minY: Math.min(...boxes.map(({ minY }) => minY)) - SEA_CM,
    maxY: Math.max(...boxes.map(({ maxY }) => maxY)) + SEA_CM,
  };
}

/** Opens the card of what was clicked, or the list of what is in a heap. */
function choose(state: MapState, drawn: Drawn | undefined): void {
  const [first, ...more] = drawn?.marks ?? [];
  state.heap.value = more.length > 0 ? (drawn?.marks ?? []) : [];
  state.selected.value = first !== undefined && more.length === 0 ? keyOf(first) : '';
}

function followPlayer(state: MapState, gestures: Gestures): () => void {
  return effect(() => {
    const uid = state.followed.value;
    const mark = uid === '' ? undefined : state.playerOf(uid);
    if (mark !== undefined) gestures.goTo(mark, gestures.zoom());
  });
}

/** Knows the place under the pointer, and marks what is there. */
function followPointer(element: HTMLElement, painter: Painter, state: MapState) {
  const pointed: Signal<WorldPoint | undefined> = signal(undefined);
  const onPointer = ({ offsetX, offsetY, target, type }: PointerEvent) => {
    const view = painter.screen.shown();
    const inside = type === 'pointermove' && target === element && view !== undefined;
    pointed.value = inside ? placeAt(view, offsetX, offsetY) : undefined;
    const [first] = (inside && painter.under(offsetX, offsetY)?.marks) || [];
    state.hovered.value = first === undefined ? '' : keyOf(first);
    element.style.cursor = first === undefined ? '' : 'pointer';
  };
  element.addEventListener('pointermove', onPointer);
  element.addEventListener('pointerleave', onPointer);
  return {
    pointed,
    stop() {
      element.removeEventListener('pointermove', onPointer);
      element.removeEventListener('pointerleave', onPointer);
    },
  };
}

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

/** Width of the panel over the map, with its margins, and the room around what is shown. */
const [PANEL_PX, FIT_PX] = [328, 48];

/** Latitude and longitude are X and Y of the world, in cm. */
const WORLD = {
  ...Simple,
  transformation: new Transformation(1 / CM_PER_PIXEL_AT_0, 0, -1 / CM_PER_PIXEL_AT_0, 0),
};

function attachGestures(element: HTMLElement, options: GestureOptions) {
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
    /** Shows all of a box, beside the panel. @param maxZoom not nearer than this */
    fit: (box: WorldBox, maxZoom = MAX_ZOOM) =>
      glide(() => {
        const panel = element.clientWidth > PANEL_PX * 2 ? PANEL_PX : FIT_PX;
        map.fitBounds(cornersOf(box), {
          animate: false,
          maxZoom,
          paddingTopLeft: [panel, FIT_PX],
          paddingBottomRight: [FIT_PX, FIT_PX],
        });
      }),
    zoomBy: (levels: number) => void map.setZoom(map.getZoom() + levels),
    /** Moves the view by pixels, with inertia where motion is wanted. */
    panBy: (across: number, down: number) => void map.panBy([across, down], { animate: motion }),
    /** To be called when the element has another size. */
    resized: () => void map.invalidateSize({ animate: false, pan: false }),
    close: () => void map.remove(),
  };
}

/** Drag, wheel, pinch and inertia over an element. This is the only file that knows Leaflet, which draws nothing here. */
type Gestures = ReturnType<typeof attachGestures>;

function cornersOf({ minX, minY, maxX, maxY }: WorldBox): [[number, number], [number, number]] {
  return [
    [minX, minY],
    [maxX, maxY],
  ];
}
