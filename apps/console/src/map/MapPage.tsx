import { effect, type ReadonlySignal, untracked, useSignal } from '@preact/signals';
import { Globe, Maximize, Minimize, Minus, Plus } from 'lucide';
import type { RefObject } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { type Command, useCommands } from '../commands/registry.ts';
import { REGION_IDS, REGIONS, type RegionId, regionAt, type WorldPoint } from '../ground/regions.ts';
import { IconButton } from '../kit/IconButton.tsx';
import { MenuAt } from '../kit/Menu.tsx';
import { address, setQuery } from '../navigation/router.ts';
import { texts } from '../texts/texts.ts';
import { ChestTip } from './card/Chest.tsx';
import { MapCard } from './card/MapCard.tsx';
import { boxAround, centerOf, middleOf, zoomOf, zoomToFit } from './geometry/view.ts';
import { LAYERS } from './layers.ts';
import { mapQuery, readMapAddress } from './map-address.ts';
import { createMapState, type MapState } from './map-state.ts';
import { keyOf, type Mark } from './marks/mark.ts';
import { MapPanel } from './panel/MapPanel.tsx';
import { replayAt, seek, startReplay, step } from './past/replay.ts';
import { type PointedPlace, placeMenu } from './place-menu.ts';
import { type MapView, startMapView } from './view/map-view.ts';
import { Readout } from './view/Readout.tsx';
import { TimeBar } from './view/TimeBar.tsx';
import '../bases/plan/floor-plan.css';
import './map.css';

/** How near the first view is at most: a base with its surroundings. */
const FIRST_ZOOM = 6;
/** How near one looks at something that was chosen in the list, at least. */
const LOOK_ZOOM = 5;

/** The map of the world: players, bases and places, live, with the list beside it that says the same in words. */
export default function MapPage() {
  const text = texts.value.map;
  const state = useMemo(() => createMapState(address.peek().query, Date.now()), []);
  const page = useRef<HTMLDivElement>(null);
  const ground = useRef<HTMLDivElement>(null);
  const still = useRef<HTMLCanvasElement>(null);
  const players = useRef<HTMLCanvasElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const view = useSignal<MapView | undefined>(undefined);
  const menu = useSignal<PointedPlace | undefined>(undefined);
  const layers = useRef<HTMLButtonElement>(null);
  useMapAddress(state, view);

  useEffect(() => {
    const [element, below, above] = [ground.current, still.current, players.current];
    if (element === null || below === null || above === null) return undefined;
    const start = readMapAddress(address.peek().query);
    const started = startMapView(
      element,
      { ground: below, players: above },
      {
        state,
        start: {
          place: start.at ?? middleOf('Main'),
          zoom: start.zoom ?? zoomToFit('Main', element.getBoundingClientRect()),
        },
        onMenu: (place, drawn, at) => {
          menu.value = { place, marks: drawn?.marks ?? [], at };
        },
      },
    );
    view.value = started;
    const stopFitting = start.at === undefined ? fitMarks(state, started) : () => {};
    return () => {
      stopFitting();
      started.close();
      state.close();
    };
  }, [state]);

  const goTo = (place: WorldPoint) => {
    const gestures = view.value?.gestures;
    gestures?.goTo(place, Math.max(gestures.zoom(), LOOK_ZOOM));
  };
  const open = (mark: Mark) => {
    state.heap.value = [];
    state.selected.value = keyOf(mark);
    goTo(mark);
  };
  const showRegion = (region: RegionId) => view.value?.gestures.fit(REGIONS[region]);
  const region = () => (state.view.value ? regionAt(centerOf(state.view.value)) : 'Main');
  useCommands(
    mapCommands(
      { state, view },
      {
        whole: () => showRegion(region()),
        nextRegion: () => showRegion(REGION_IDS.find((id) => id !== region()) ?? 'Main'),
        fold: () => layers.current?.click(),
        find: () => search.current?.focus(),
      },
    ),
  );

  return (
    <div class="map-page" ref={page}>
      <MapPanel
        state={state}
        search={search}
        layers={layers}
        onOpen={open}
        onPlace={goTo}
        onFound={() => ground.current?.focus()}
        onRegion={showRegion}
      />
      <div class="map-stage">
        <canvas ref={still} role="img" aria-label={text.howTo} />
        <canvas ref={players} />
        <div class="map-ground" ref={ground} tabIndex={-1} />
        <MapTools
          page={page}
          onZoom={(levels) => view.value?.gestures.zoomBy(levels)}
          onWhole={() => showRegion(region())}
        />
        <MapCard state={state} onOpen={open} onCenter={goTo} />
        <TimeBar state={state} />
        <PlanLegend state={state} />
        {view.value && <ChestTip state={state} view={view.value.moving} />}
        {view.value && (
          <Readout pointed={view.value.pointed} view={state.view} problem={view.value.problem} />
        )}
      </div>
      <MenuAt
        label={text.menu}
        place={menu.value?.at}
        groups={menu.value ? placeMenu(menu.value, state, open) : []}
        onClose={() => (menu.value = undefined)}
      />
    </div>
  );
}

/** The colors of the floor plans in view. */
function PlanLegend({ state }: { state: MapState }) {
  const kinds = new Set(state.plans.value.flatMap((plan) => [...plan.kinds]));
  if (kinds.size === 0) return null;
  return (
    <ul class="plan-legend map-legend" data-over-map>
      {[...kinds]
        .filter((kind) => kind !== 'structure' && kind !== 'other')
        .map((kind) => (
          <li key={kind} data-kind={kind}>
            {texts.value.plan.kinds[kind]}
          </li>
        ))}
    </ul>
  );
}

/** Shows all bases and players, or holders of the item, as soon as they are known, unless the map has been moved. */
function fitMarks(state: MapState, { gestures }: MapView): () => void {
  const before = gestures.view();
  return effect(() => {
    const { bases, online } = state.sources.resources;
    const isItem = state.item.value !== '';
    const reads = isItem ? [state.holders.resource] : [bases, online];
    if (reads.some(({ loading }) => loading.value)) return;
    const marks = [...state.still.value.values(), ...state.people.value.values()]
      .flat()
      .filter(({ layer }) => isItem || layer === 'bases' || layer === 'online');
    untracked(() => {
      const now = gestures.view();
      const isMoved =
        now.cmPerPixel !== before.cmPerPixel || now.left !== before.left || now.top !== before.top;
      const box = isMoved ? undefined : boxAround(marks);
      if (box !== undefined) gestures.fit(box, FIRST_ZOOM);
    });
  });
}

/** Buttons for who has no wheel: nearer, farther, the whole region, full screen. */
function MapTools(props: {
  page: RefObject<HTMLElement | null>;
  onZoom: (levels: number) => void;
  onWhole: () => void;
}) {
  const { page, onZoom, onWhole } = props;
  const text = texts.value.map;
  const full = useSignal(false);
  useEffect(() => {
    const follow = () => (full.value = document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', follow);
    return () => document.removeEventListener('fullscreenchange', follow);
  }, [full]);
  const switchFull = () =>
    document.fullscreenElement === null ? page.current?.requestFullscreen() : document.exitFullscreen();
  return (
    <fieldset class="map-tools" aria-label={text.tools} data-over-map>
      <IconButton icon={Plus} label={text.zoomIn} onClick={() => onZoom(1)} />
      <IconButton icon={Minus} label={text.zoomOut} onClick={() => onZoom(-1)} />
      <IconButton icon={Globe} label={text.whole} onClick={onWhole} />
      <IconButton
        icon={full.value ? Minimize : Maximize}
        label={full.value ? text.notFull : text.full}
        onClick={() => void switchFull()}
      />
    </fieldset>
  );
}

/** Keeps the address that of the map, and the map that of the address: a link to another place leads there. */
function useMapAddress(state: MapState, view: ReadonlySignal<MapView | undefined>): void {
  useEffect(() => {
    let written = address.peek().query.toString();
    const stops = [
      effect(() => {
        const rested = state.view.value;
        const { atMs, playing } = state.replay.value ?? {};
        const [layers, follow, item] = [state.layers.value, state.followed.value, state.item.value];
        if (rested === undefined || address.peek().path !== '/map') return;
        const query = mapQuery({
          at: centerOf(rested),
          zoom: zoomOf(rested),
          layers,
          ...(follow && { follow }),
          ...(item && { item }),
          ...(atMs !== undefined && !playing && { timeMs: Math.round(atMs / 1000) * 1000 }),
        });
        untracked(() => setQuery(query)); // it reads the address that it changes
        written = address.peek().query.toString();
      }),
      effect(() => {
        const { path, query } = address.value;
        if (path !== '/map' || query.toString() === written) return;
        written = query.toString();
        untracked(() => follow(state, view.peek(), query));
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [state, view]);
}

/** Shows what an address says. What it leaves out stays as it is. */
function follow(state: MapState, view: MapView | undefined, query: URLSearchParams): void {
  const { at, zoom, layers, follow: followed, item, timeMs } = readMapAddress(query);
  if (layers !== undefined) state.layers.value = layers;
  state.followed.value = followed ?? '';
  state.item.value = item ?? '';
  if (timeMs !== undefined) state.replay.value = replayAt(timeMs, Date.now());
  if (at !== undefined) view?.gestures.goTo(at, zoom ?? view.gestures.zoom());
}

/** Pixels that an arrow key moves the map. */
const STEP_PX = 120;

/** The keys of the map. Each part that only the page knows is a function of it. */
function mapCommands(
  { state, view }: { state: MapState; view: ReadonlySignal<MapView | undefined> },
  page: { whole(): void; nextRegion(): void; fold(): void; find(): void },
): Command[] {
  const text = texts.value.map;
  const command = (
    id: string,
    words: string,
    keys: string | readonly string[],
    run: () => unknown,
  ): Command => ({ id: `map.${id}`, text: words, group: 'map', keys, run });
  const pan = (id: keyof typeof text.pan, keys: string, across: number, down: number): Command => ({
    ...command(id, text.pan[id], keys, () => view.peek()?.gestures.panBy(across * STEP_PX, down * STEP_PX)),
    listed: false,
    repeats: true,
  });
  return [
    pan('up', 'ArrowUp', 0, -1),
    pan('down', 'ArrowDown', 0, 1),
    pan('left', 'ArrowLeft', -1, 0),
    pan('right', 'ArrowRight', 1, 0),
    command('in', text.zoomIn, ['+', '='], () => view.peek()?.gestures.zoomBy(1)),
    command('out', text.zoomOut, '-', () => view.peek()?.gestures.zoomBy(-1)),
    command('whole', text.whole, '0', page.whole),
    command('region', text.nextRegion, 'r', page.nextRegion),
    command('follow', text.followChosen, 'f', () => followChosen(state)),
    command('layers', text.toggleLayers, 'l', page.fold),
    { ...command('back', text.back, '[', () => move(state, -1)), repeats: true },
    { ...command('forward', text.forward, ']', () => move(state, 1)), repeats: true },
    command('place', text.placeMenu, '.', () => view.peek()?.openMenu()),
    command('find', text.find, '/', page.find),
    { ...command('close', text.close, 'Escape', state.closeCard), listed: false },
    ...LAYERS.map((layer) => {
      const words = text.toggle(text.layer[layer.id]);
      return command(`layer.${layer.id}`, words, 'key' in layer ? layer.key : [], () =>
        state.toggle(layer.id),
      );
    }),
  ];
}

/** Follows the player whose card is open, or stops following. @returns false without a player to follow. */
function followChosen(state: MapState): boolean {
  const mark = state.markOf(state.selected.peek());
  const isPlayer = mark?.layer === 'online' || mark?.layer === 'offline';
  if (!isPlayer && state.followed.peek() === '') return false;
  state.followed.value = isPlayer && state.followed.peek() !== mark.id ? mark.id : '';
  return true;
}

/** Moves the replay a step. Without one, `[` begins one of the last hour, at its end. @returns false for nothing to move */
function move(state: MapState, steps: number): boolean {
  const replay =
    state.replay.peek() ?? (steps < 0 ? seek(startReplay('hour', Date.now()), Date.now()) : undefined);
  if (replay === undefined) return false;
  state.replay.value = step(replay, steps);
  return true;
}
