import { effect, type ReadonlySignal, untracked, useSignal } from '@preact/signals';
import { Maximize, Minimize } from 'lucide';
import type { RefObject } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { type Command, useCommands } from '../commands/registry.ts';
import { REGION_IDS, REGIONS, type RegionId, regionAt, type WorldPoint } from '../ground/regions.ts';
import { centerOf, zoomOf } from '../ground/view.ts';
import { IconButton } from '../kit/IconButton.tsx';
import { MenuAt } from '../kit/Menu.tsx';
import { address, setQuery } from '../navigation/router.ts';
import { texts } from '../texts/texts.ts';
import { ChestTip, MapCard } from './card/MapCard.tsx';
import { LAYERS } from './layers.ts';
import { mapQuery, readMapAddress } from './map-address.ts';
import { createMapState, type MapState } from './map-state.ts';
import { keyOf, type Mark } from './marks/mark.ts';
import { MapPanel } from './panel/MapPanel.tsx';
import { replayAt, seek, startReplay, step } from './past/replay.ts';
import { placeMenu } from './place-menu.ts';
import { MapStage } from './view/MapStage.tsx';
import type { MapView, PointedPlace } from './view/map-view.ts';
import { Readout } from './view/Readout.tsx';
import { TimeBar } from './view/TimeBar.tsx';
import '../bases/plan/floor-plan.css';
import './map.css';

/** How near one looks at something that was chosen in the list, at least. */
const LOOK_ZOOM = 5;
/** Width of the panel, with its margins. */
const PANEL_PX = 328;

/** The map of the world: players, bases and places, live, with the list beside it that says the same in words. */
export default function MapPage() {
  const text = texts.value.map;
  const start = useMemo(() => readMapAddress(address.peek().query), []);
  const state = useMemo(() => createMapState(start), []);
  const page = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const layers = useRef<HTMLButtonElement>(null);
  const view = useSignal<MapView | undefined>(undefined);
  const menu = useSignal<PointedPlace | undefined>(undefined);
  useMapAddress(state, view);

  const goTo = (place: WorldPoint) => view.value?.goTo(place, Math.max(view.value.zoom(), LOOK_ZOOM));
  const open = (mark: Mark) => {
    state.heap.value = [];
    state.selected.value = keyOf(mark);
    goTo(mark);
  };
  const showRegion = (region: RegionId) => view.value?.fit(REGIONS[region]);
  const region = () => (state.view.value ? regionAt(centerOf(state.view.value)) : 'Main');
  const onWhole = () => showRegion(region());
  useCommands(
    mapCommands(state, view, {
      whole: onWhole,
      nextRegion: () => showRegion(REGION_IDS.find((id) => id !== region()) ?? 'Main'),
      fold: () => layers.current?.click(),
      find: () => search.current?.focus(),
    }),
  );

  return (
    <div class="map-page" ref={page}>
      <MapPanel
        state={state}
        search={search}
        layers={layers}
        onOpen={open}
        onPlace={goTo}
        onFound={() => view.value?.focus()}
        onRegion={showRegion}
      />
      <MapStage
        options={{ state, start, panelPx: PANEL_PX, onMenu: (pointed) => (menu.value = pointed) }}
        view={view}
        label={text.howTo}
        onWhole={onWhole}
        tools={<FullScreenButton page={page} />}
      >
        <MapCard state={state} onOpen={open} onCenter={goTo} />
        <TimeBar state={state} />
        <PlanLegend state={state} />
        {view.value && <ChestTip state={state} view={view.value.moving} />}
        {view.value && <Readout view={view.value} />}
      </MapStage>
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
    <ul class="plan-legend cluster map-legend" data-over-map>
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

function FullScreenButton({ page }: { page: RefObject<HTMLElement | null> }) {
  const text = texts.value.map;
  const full = useSignal(false);
  useEffect(() => {
    const follow = () => (full.value = document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', follow);
    return () => document.removeEventListener('fullscreenchange', follow);
  }, [full]);
  return (
    <IconButton
      icon={full.value ? Minimize : Maximize}
      label={full.value ? text.notFull : text.full}
      onClick={() => void (full.value ? document.exitFullscreen() : page.current?.requestFullscreen())}
    />
  );
}

/** Keeps the address that of the map, and the map that of the address: a link to another place leads there. */
function useMapAddress(state: MapState, view: ReadonlySignal<MapView | undefined>): void {
  useEffect(() => {
    let written = address.peek().query.toString();
    const stopWriting = effect(() => {
      const rested = state.view.value;
      const { atMs, playing } = state.replay.value ?? {};
      const query = mapQuery({
        ...(rested && { at: centerOf(rested), zoom: zoomOf(rested) }),
        layers: state.layers.value,
        follow: state.followed.value,
        item: state.item.value,
        ...(atMs !== undefined && !playing && { timeMs: Math.round(atMs / 1000) * 1000 }),
      });
      if (rested === undefined || address.peek().path !== '/map') return;
      untracked(() => setQuery(query)); // it reads the address that it changes
      written = address.peek().query.toString();
    });
    const stopReading = effect(() => {
      const { path, query } = address.value;
      if (path !== '/map' || query.toString() === written) return;
      written = query.toString();
      untracked(() => follow(state, view.peek(), query));
    });
    return () => {
      stopWriting();
      stopReading();
    };
  }, [state, view]);
}

/** Shows what an address says. What it leaves out stays as it is. */
function follow(state: MapState, view: MapView | undefined, query: URLSearchParams): void {
  const { at, zoom, layers, follow: followed = '', item = '', timeMs } = readMapAddress(query);
  if (layers !== undefined) state.layers.value = layers;
  state.followed.value = followed;
  state.item.value = item;
  if (timeMs !== undefined) state.replay.value = replayAt(timeMs, Date.now());
  if (at !== undefined) view?.goTo(at, zoom);
}

/** Pixels that an arrow key moves the map. */
const STEP_PX = 120;

/** The keys of the map. Each part that only the page knows is a function of it. */
function mapCommands(
  state: MapState,
  view: ReadonlySignal<MapView | undefined>,
  page: { whole(): void; nextRegion(): void; fold(): void; find(): void },
): Command[] {
  const text = texts.value.map;
  const command = (
    id: string,
    words: string,
    keys: string | readonly string[],
    run: () => unknown,
    more?: Pick<Command, 'listed' | 'repeats'>,
  ): Command => ({ id: `map.${id}`, text: words, group: 'map', keys, run, ...more });
  const pan = (id: keyof typeof text.pan, keys: string, across: number, down: number) =>
    command(id, text.pan[id], keys, () => view.peek()?.panBy(across * STEP_PX, down * STEP_PX), {
      listed: false,
      repeats: true,
    });
  return [
    pan('up', 'ArrowUp', 0, -1),
    pan('down', 'ArrowDown', 0, 1),
    pan('left', 'ArrowLeft', -1, 0),
    pan('right', 'ArrowRight', 1, 0),
    command('in', text.zoomIn, ['+', '='], () => view.peek()?.zoomBy(1)),
    command('out', text.zoomOut, '-', () => view.peek()?.zoomBy(-1)),
    command('whole', text.whole, '0', page.whole),
    command('region', text.nextRegion, 'r', page.nextRegion),
    command('follow', text.followChosen, 'f', () => followChosen(state)),
    command('layers', text.toggleLayers, 'l', page.fold),
    command('back', text.back, '[', () => move(state, -1), { repeats: true }),
    command('forward', text.forward, ']', () => move(state, 1), { repeats: true }),
    command('place', text.placeMenu, '.', () => view.peek()?.openMenu()),
    command('find', text.find, '/', page.find),
    command('close', texts.value.shell.close, 'Escape', state.closeCard, { listed: false }),
    ...LAYERS.map(({ id, ...layer }) =>
      command(`layer.${id}`, text.toggle(text.layer[id]), 'key' in layer ? layer.key : [], () =>
        state.toggle(id),
      ),
    ),
  ];
}

/** Follows the player whose card is open, or stops following. @returns false without a player to follow. */
function followChosen({ markOf, selected, followed }: MapState): boolean {
  const { layer, id = '' } = markOf(selected.peek()) ?? {};
  const player = layer === 'online' || layer === 'offline' ? id : '';
  if (player === '' && followed.peek() === '') return false;
  followed.value = followed.peek() === player ? '' : player;
  return true;
}

/** Moves the replay a step. Without one, `[` begins one of the last hour, at its end. @returns false for nothing to move */
function move({ replay }: MapState, steps: number): boolean {
  const live = steps < 0 ? seek(startReplay('hour', Date.now()), Date.now()) : undefined;
  const from = replay.peek() ?? live;
  if (from !== undefined) replay.value = step(from, steps);
  return from !== undefined;
}
