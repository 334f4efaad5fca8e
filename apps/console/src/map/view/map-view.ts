import { effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import type { LeafletEvent, LeafletMouseEvent } from 'leaflet';
import { Simple } from 'leaflet/src/geo/crs/CRS.Simple.js';
import { Transformation } from 'leaflet/src/geometry/Transformation.js';
import { Map as LeafletMap } from 'leaflet/src/map/Map.js';
import { guildHues } from '../../data/guilds.ts';
import { shownTheme } from '../../data/preferences.ts';
import { REGIONS, type WorldBox, type WorldPoint } from '../../ground/regions.ts';
import {
  boxAround,
  CM_PER_PIXEL_AT_0,
  cmPerPixelAt,
  MAX_ZOOM,
  MIN_ZOOM,
  middleOf,
  placeAt,
  type View,
  zoomToFit,
} from '../../ground/view.ts';
import type { Drawn } from '../draw/pen.ts';
import type { MapAddress } from '../map-address.ts';
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

/** A place with the point of the window at which its menu opens, and the marks drawn there. */
export interface PointedPlace {
  readonly place: WorldPoint;
  readonly marks: Drawn['marks'];
  readonly at: { readonly x: number; readonly y: number };
}

export interface MapViewOptions {
  readonly state: MapState;
  /** The first view; all that is shown, where it names no place. */
  readonly start: Pick<MapAddress, 'at' | 'zoom'>;
  /** Width of the panel over the left of the map, with its margins, in pixels. */
  readonly panelPx?: number;
  /** Opens the menu of a place, at a point of the window. */
  onMenu?(pointed: PointedPlace): void;
}

/** How long the view has to rest before the ground is painted more finely, in ms. */
const SHARPEN_MS = 120;
/** Room around what is shown, in pixels. */
const FIT_PX = 48;

/** Starts the map in an element: gestures on it, everything else on its canvas. This is the only file that knows Leaflet. */
export function startMapView(element: HTMLElement, canvases: Canvases, options: MapViewOptions) {
  const { state, start, panelPx = 0, onMenu } = options;
  const painter = createPainter(canvases, state);
  const { screen, ground, under } = painter;
  const motion = !matchMedia('(prefers-reduced-motion: reduce)').matches;
  const map = leafletMap(element, motion);
  const { x, y } = start.at ?? middleOf('Main');
  map.setView([x, y], start.zoom ?? zoomToFit('Main', element.getBoundingClientRect()), { animate: false });
  const moving = signal<View | undefined>(undefined);
  let sharpening: ReturnType<typeof setTimeout> | undefined;
  const rest = () => {
    const view = viewOf(map);
    moving.value = view;
    state.view.value = view;
    clearTimeout(sharpening);
    sharpening = setTimeout(() => ground.sharpen(view), SHARPEN_MS);
  };
  const openMenu = (across: number, down: number) => {
    const view = screen.shown();
    const { x, y } = element.getBoundingClientRect();
    const marks = under(across, down)?.marks ?? [];
    if (view) onMenu?.({ place: placeAt(view, across, down), marks, at: { x: x + across, y: y + down } });
  };
  let [zoom, gliding] = [map.getZoom(), false];
  map.on('move', (event: LeafletEvent & { pinch?: boolean }) => {
    const zoomed = map.getZoom() !== zoom;
    zoom = map.getZoom();
    moving.value = viewOf(map);
    screen.show(moving.value, gliding || (zoomed && !event.pinch)); // a drag or a pinch is followed at once
  });
  map.on('moveend', rest);
  map.on('click', ({ containerPoint: { x, y } }: LeafletMouseEvent) => choose(state, under(x, y)));
  map.on('contextmenu', ({ containerPoint: { x, y } }: LeafletMouseEvent) => openMenu(x, y));
  const glide = (move: () => void) => {
    gliding = motion;
    move();
    gliding = false;
  };
  const resize = new ResizeObserver(resized);
  function resized(): void {
    map.invalidateSize({ animate: false, pan: false });
    screen.show(viewOf(map), false);
    rest();
  }
  resized();
  resize.observe(element);
  const pointer = followPointer(element, painter, state);
  const view = {
    /** The view, also while it is moved. */
    moving,
    /** The place under the pointer; undefined while it is elsewhere. */
    pointed: pointer.pointed,
    problem: painter.problem,
    focus: () => element.focus(),
    zoom: () => map.getZoom(),
    goTo: ({ x, y }: WorldPoint, zoom = map.getZoom()) =>
      glide(() => void map.setView([x, y], zoom, { animate: false })),
    /** Shows all of a box, beside the panel. @param maxZoom not nearer than this */
    fit: (box: WorldBox, maxZoom = MAX_ZOOM) =>
      glide(() => {
        const left = element.clientWidth > panelPx * 2 ? Math.max(panelPx, FIT_PX) : FIT_PX;
        map.fitBounds(cornersOf(box), {
          animate: false,
          maxZoom,
          paddingTopLeft: [left, FIT_PX],
          paddingBottomRight: [FIT_PX, FIT_PX],
        });
      }),
    zoomBy: (levels: number) => void map.setZoom(map.getZoom() + levels),
    /** Moves the view by pixels, with inertia where motion is wanted. */
    panBy: (across: number, down: number) => void map.panBy([across, down], { animate: motion }),
    openMenu: () => openMenu(element.clientWidth / 2, element.clientHeight / 2),
    close(): void {
      for (const stop of stops) stop();
      clearTimeout(sharpening);
      resize.disconnect();
      map.remove();
      screen.close();
    },
  };
  const stops = [pointer.stop, ...drawChanges(painter, state), followPlayer(state, view)];
  if (start.at === undefined) stops.push(fitMarks(state, view));
  return view;
}

export type MapView = ReturnType<typeof startMapView>;

/** Latitude and longitude are X and Y of the world, in cm. */
const WORLD = {
  ...Simple,
  transformation: new Transformation(1 / CM_PER_PIXEL_AT_0, 0, -1 / CM_PER_PIXEL_AT_0, 0),
};
/** Sea around the regions that one may look at, in cm. */
const SEA_CM = 400_000;

/** Drag, wheel, pinch and inertia over an element. @param motion whether the visitor wants things to move */
function leafletMap(element: HTMLElement, motion: boolean): LeafletMap {
  const { Main, Tree } = REGIONS;
  const bounds = {
    minX: Math.min(Main.minX, Tree.minX) - SEA_CM,
    maxX: Math.max(Main.maxX, Tree.maxX) + SEA_CM,
    minY: Math.min(Main.minY, Tree.minY) - SEA_CM,
    maxY: Math.max(Main.maxY, Tree.maxY) + SEA_CM,
  };
  return new LeafletMap(element, {
    crs: WORLD,
    zoomAnimation: false, // the canvas has its own
    inertia: motion,
    minZoom: MIN_ZOOM,
    maxZoom: MAX_ZOOM,
    zoomSnap: 0.25,
    wheelPxPerZoomLevel: 90,
    wheelDebounceTime: 24,
    tapHold: true, // where the browser makes no menu of a long press itself
    maxBoundsViscosity: 0.7,
    maxBounds: cornersOf(bounds),
  });
}

function cornersOf({ minX, minY, maxX, maxY }: WorldBox): [[number, number], [number, number]] {
  return [
    [minX, minY],
    [maxX, maxY],
  ];
}

function viewOf(map: LeafletMap): View {
  const { x, y } = map.getPixelBounds().min ?? { x: 0, y: 0 };
  const { x: width, y: height } = map.getSize();
  const cmPerPixel = cmPerPixelAt(map.getZoom());
  return { top: -y * cmPerPixel, left: x * cmPerPixel, cmPerPixel, width, height };
}

/** Opens the card of what was clicked, or the list of what is in a heap. */
function choose(state: MapState, { marks }: Pick<Drawn, 'marks'> = { marks: [] }): void {
  const [first, ...more] = marks;
  state.heap.value = more.length > 0 ? marks : [];
  state.selected.value = first !== undefined && more.length === 0 ? keyOf(first) : '';
}

/** Knows the place under the pointer, and marks what is there. */
function followPointer(element: HTMLElement, { screen, under }: Painter, state: MapState) {
  const pointed = signal<WorldPoint | undefined>(undefined);
  const closed = new AbortController();
  const onPointer = ({ offsetX, offsetY, target, type }: PointerEvent) => {
    const view = screen.shown();
    const inside = type === 'pointermove' && target === element && view !== undefined;
    pointed.value = inside ? placeAt(view, offsetX, offsetY) : undefined;
    const [first] = (inside && under(offsetX, offsetY)?.marks) || [];
    state.hovered.value = first === undefined ? '' : keyOf(first);
    element.style.cursor = first === undefined ? '' : 'pointer';
  };
  element.addEventListener('pointermove', onPointer, closed);
  element.addEventListener('pointerleave', onPointer, closed);
  return { pointed, stop: () => closed.abort() };
}

/** Draws again what has changed. */
function drawChanges({ screen, ground, use }: Painter, state: MapState): (() => void)[] {
  const { layers, still, people, plans, followed, sources, past, selected, hovered, ruler, replay } = state;
  const { regions, pictures } = sources;
  const on = (inputs: readonly ReadonlySignal<unknown>[], draw: () => void) =>
    effect(() => {
      for (const input of inputs) void input.value;
      draw();
    });
  return [
    effect(() => {
      use(shownTheme.value);
      const view = state.view.peek();
      if (view) ground.sharpen(view);
    }),
    on(
      [layers, still, plans, followed, guildHues, regions, pictures.images, past.trails, past.heat],
      screen.redraw,
    ),
    on([selected, hovered, ruler], screen.drawPlayers),
    on([people, replay], screen.movePlayers),
  ];
}

function followPlayer({ followed, playerOf }: MapState, { goTo }: Pick<MapView, 'goTo'>): () => void {
  return effect(() => {
    const mark = followed.value === '' ? undefined : playerOf(followed.value);
    if (mark !== undefined) goTo(mark);
  });
}

/** How near the first view is at most: a base with its surroundings. */
export const FIRST_ZOOM = 6;

/** Shows all bases and players, or holders of the item, as soon as they are known, unless the map has been moved. */
function fitMarks(state: MapState, { fit }: Pick<MapView, 'fit'>): () => void {
  const placeOf = ({ left, top, cmPerPixel } = {} as Partial<View>) => `${left} ${top} ${cmPerPixel}`;
  const before = placeOf(state.view.peek());
  return effect(() => {
    const box = boxOfMarks(state);
    if (box !== undefined && placeOf(state.view.peek()) === before) untracked(() => fit(box, FIRST_ZOOM));
  });
}

/** The box of all bases and players online, or of the holders of the item; undefined before they are known, or without any. */
export function boxOfMarks({ item, holders, sources, still, people }: MapState): WorldBox | undefined {
  const isItem = item.value !== '';
  const reads = isItem ? [holders.resource] : [sources.resources.bases, sources.resources.online];
  if (reads.some(({ loading }) => loading.value)) return undefined;
  const marks = [...still.value.values(), ...people.value.values()].flat();
  return boxAround(marks.filter(({ layer }) => isItem || layer === 'bases' || layer === 'online'));
}
