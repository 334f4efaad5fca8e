import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { useCommands } from '../commands/use-commands.ts';
import { REGION_IDS, REGIONS, type RegionId, regionAt, type WorldPoint } from '../ground/regions.ts';
import { MenuAt } from '../kit/Menu.tsx';
import { address } from '../navigation/router.ts';
import { texts } from '../texts/texts.ts';
import { MapCard } from './card/MapCard.tsx';
import { centreOf, middleOf, zoomToFit } from './geometry/view.ts';
import { MapTools } from './MapTools.tsx';
import { readMapAddress } from './map-address.ts';
import { mapCommands } from './map-commands.ts';
import { createMapState } from './map-state.ts';
import type { Mark } from './marks/mark.ts';
import { keyOf } from './marks/mark.ts';
import { MapPanel } from './panel/MapPanel.tsx';
import { PlacePicture } from './picture/PlacePicture.tsx';
import { type PointedPlace, placeMenu } from './place-menu.ts';
import { useLoiterers } from './use-loiterers.ts';
import { useMapAddress } from './use-map-address.ts';
import './map.css';
import { followTheme } from '../ground/theme.ts';
import { type MapView, startMapView } from './view/map-view.ts';
import { Readout } from './view/Readout.tsx';
import { TimeBar } from './view/TimeBar.tsx';

/** How near one looks at something that was chosen in the list, at least. */
const LOOK_ZOOM = 5;

/** The map of the world: players, bases and places, live, with the list beside it that says the same in words. */
export default function MapPage(): JSX.Element {
  const text = texts.value.map;
  const state = useMemo(() => createMapState(address.peek().query, Date.now()), []);
  const page = useRef<HTMLDivElement>(null);
  const ground = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const view = useSignal<MapView | undefined>(undefined);
  const menu = useSignal<PointedPlace | undefined>(undefined);
  const unfolded = useSignal(true);
  useLoiterers(state);
  useMapAddress(state, view);

  useEffect(() => {
    const [element, drawing] = [ground.current, canvas.current];
    if (element === null || drawing === null) return undefined;
    const { theme, stop } = followTheme(document.documentElement);
    const wanted = readMapAddress(address.peek().query);
    const started = startMapView(element, drawing, {
      state,
      theme,
      start: {
        place: wanted.at ?? middleOf('Main'),
        zoom: wanted.zoom ?? zoomToFit('Main', element.getBoundingClientRect()),
      },
      onMenu: (place, drawn, at) => {
        menu.value = { place, marks: drawn?.marks ?? [], at };
      },
    });
    view.value = started;
    return () => {
      started.close();
      state.sources.close();
      state.past.close();
      stop();
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
  const region = () => (state.view.value ? regionAt(centreOf(state.view.value)) : 'Main');
  const closeCard = () => {
    const wasOpen = state.selected.value !== '' || state.heap.value.length > 0 || state.placing.value;
    state.placing.value = undefined;
    state.selected.value = '';
    state.heap.value = [];
    return Boolean(wasOpen);
  };
  useCommands(
    mapCommands({
      state,
      text,
      view: () => view.value,
      onWhole: () => showRegion(region()),
      onNextRegion: () => showRegion(REGION_IDS.find((other) => other !== region()) ?? 'Main'),
      onFold: () => {
        unfolded.value = !unfolded.value;
      },
      onFind: () => search.current?.focus(),
      onCloseCard: closeCard,
    }),
  );

  return (
    <div class="map-page" ref={page}>
      <MapPanel
        state={state}
        search={search}
        unfolded={unfolded}
        onOpen={open}
        onPlace={goTo}
        onRegion={showRegion}
      />
      <div class="map-stage">
        <canvas ref={canvas} role="img" aria-label={text.howTo} />
        <div class="map-ground" ref={ground} />
        <MapTools
          page={page}
          onZoom={(levels) => view.value?.gestures.zoomBy(levels)}
          onWhole={() => showRegion(region())}
        />
        <PlacePicture state={state} view={view.value} />
        <MapCard state={state} onOpen={open} onCentre={goTo} />
        <TimeBar state={state} />
        {view.value && (
          <Readout pointed={view.value.pointed} view={state.view} problem={view.value.problem} />
        )}
      </div>
      <MenuAt
        label={text.menu}
        place={menu.value?.at}
        groups={menu.value ? placeMenu(menu.value, state, text, open) : []}
        onClose={() => {
          menu.value = undefined;
        }}
      />
    </div>
  );
}
