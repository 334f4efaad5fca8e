import { effect, type Signal, signal } from '@preact/signals';
import { guildHues } from '../../data/guild-hues.ts';
import { shownTheme } from '../../data/preferences.ts';
import { REGION_IDS, REGIONS, type WorldBox, type WorldPoint } from '../../ground/regions.ts';
import type { Drawn } from '../draw/placed.ts';
import { placeAt, type View } from '../geometry/view.ts';
import type { MapState } from '../map-state.ts';
import { keyOf } from '../marks/mark.ts';
import { attachGestures, type Gestures } from './gestures.ts';
import { createPainter, type Painter } from './painter.ts';

interface MapViewOptions {
  readonly state: MapState;
  readonly start: { readonly place: WorldPoint; readonly zoom: number };
  /** What can be done at a place is asked for, at a point of the window. */
  onMenu(place: WorldPoint, marks: Drawn | undefined, at: { readonly x: number; readonly y: number }): void;
}

/** How long the view has to rest before the ground is painted more finely, in ms. */
const SHARPEN_MS = 120;
/** Sea around the regions that one may look at, in cm. */
const SEA_CM = 400_000;

/** Starts the map in an element: gestures on it, everything else on its canvas. */
export function startMapView(element: HTMLElement, canvas: HTMLCanvasElement, options: MapViewOptions) {
  const { state } = options;
  const painter = createPainter(canvas, state);
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
      const { layers, drawn, selected, hovered, followed, sources, past, warned, ruler, images } = state;
      const others = [guildHues, warned, ruler, sources.explored, images, past.trails, past.heat];
      for (const each of [layers, drawn, selected, hovered, followed, ...others]) void each.value;
      painter.screen.redraw();
    }),
    followPlayer(state, gestures),
  ];
  return {
    gestures,
    /** The view, also while it is moved. */
    moving,
    /** The place under the pointer; undefined while it is elsewhere. */
    pointed: pointer.pointed,
    /** Why the ground cannot be drawn; ''. */
    problem: painter.problem,
    /** Asks for what can be done in the middle of the map. */
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

/** Both regions, and some sea around them. */
function everywhere(): WorldBox {
  const boxes = REGION_IDS.map((region) => REGIONS[region]);
  return {
    minX: Math.min(...boxes.map(({ minX }) => minX)) - SEA_CM,
    maxX: Math.max(...boxes.map(({ maxX }) => maxX)) + SEA_CM,
    minY: Math.min(...boxes.map(({ minY }) => minY)) - SEA_CM,
    maxY: Math.max(...boxes.map(({ maxY }) => maxY)) + SEA_CM,
  };
}

/** Opens the card of what was clicked, or the list of what lies in a heap. */
function choose(state: MapState, found: Drawn | undefined): void {
  const [first, ...more] = found?.marks ?? [];
  state.heap.value = more.length > 0 ? (found?.marks ?? []) : [];
  state.selected.value = first !== undefined && more.length === 0 ? keyOf(first) : '';
}

function followPlayer(state: MapState, gestures: Gestures): () => void {
  return effect(() => {
    const uid = state.followed.value;
    const mark = uid === '' ? undefined : state.playerOf(uid);
    if (mark !== undefined) gestures.goTo(mark, gestures.zoom());
  });
}

/** Knows the place under the pointer, and marks what lies there. */
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
