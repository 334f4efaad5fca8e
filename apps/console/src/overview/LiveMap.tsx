import { effect } from '@preact/signals';
import { Maximize, Minus, Plus } from 'lucide';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { liveState } from '../data/live.ts';
import { REGIONS, regionAt, type WorldBox } from '../ground/regions.ts';
import { IconButton } from '../kit/IconButton.tsx';
import { boxAround, middleOf, zoomToFit } from '../map/geometry/view.ts';
import { createMapState, type MapState } from '../map/map-state.ts';
import { type MapView, startMapView } from '../map/view/map-view.ts';
import { hrefOf, navigate } from '../navigation/router.ts';
import { texts } from '../texts/texts.ts';
import { Status } from '../views/Values.tsx';
import '../map/map.css';
import './online.css';

/** Around the marks that the first view fits, in cm. */
const MARGIN_CM = 25_000;

/** The map of players and bases as a picture that moves; a click on one of them opens its page. */
export default function LiveMap() {
  const { map, overview } = texts.value;
  const state = useMemo(() => createMapState(new URLSearchParams(), Date.now()), []);
  const ground = useRef<HTMLDivElement>(null);
  const still = useRef<HTMLCanvasElement>(null);
  const players = useRef<HTMLCanvasElement>(null);
  const view = useRef<MapView | undefined>(undefined);
  const fit = () => view.current?.gestures.fit(boxOfMarks(state) ?? REGIONS.Main);
  useEffect(() => {
    const [element, below, above] = [ground.current, still.current, players.current];
    if (element === null || below === null || above === null) return undefined;
    const zoom = zoomToFit('Main', element.getBoundingClientRect());
    const canvases = { ground: below, players: above };
    const start = { place: middleOf('Main'), zoom };
    view.current = startMapView(element, canvases, { state, start, onMenu: () => {} });
    let hasFitted = false;
    const stops = [
      effect(() => {
        const { bases, online } = state.reads;
        const loading = [bases, online].some((read) => read?.loading.value === true);
        if (hasFitted || loading || boxOfMarks(state) === undefined) return;
        hasFitted = true;
        queueMicrotask(fit); // it changes what this reads
      }),
      effect(() => {
        const mark = state.markOf(state.selected.value);
        if (mark?.layer === 'online') navigate(hrefOf(`/players/${mark.id}`));
        if (mark?.layer === 'bases') navigate(hrefOf(`/bases/${mark.id}`));
      }),
    ];
    return () => {
      for (const stop of stops) stop();
      view.current?.close();
      state.close();
    };
  }, [state]);
  return (
    <>
      <div class="map-stage">
        <canvas ref={still} role="img" aria-label={overview.map} />
        <canvas ref={players} />
        <div class="map-ground" ref={ground} tabIndex={-1} />
        <fieldset class="map-tools" aria-label={map.tools}>
          <IconButton icon={Plus} label={map.zoomIn} onClick={() => view.current?.gestures.zoomBy(1)} />
          <IconButton icon={Minus} label={map.zoomOut} onClick={() => view.current?.gestures.zoomBy(-1)} />
          <IconButton icon={Maximize} label={map.whole} onClick={fit} />
        </fieldset>
      </div>
      <div class="overview-map-foot">
        {liveState.value === 'live' && <Status tone="ok">{overview.live}</Status>}
        <a class="button plain" href={hrefOf('/map')}>
          {overview.openMap}
        </a>
      </div>
    </>
  );
}

/** The box of the players and bases of the main region, with a margin; undefined without any. */
function boxOfMarks({ sources: { people, still } }: MapState): WorldBox | undefined {
  const all = [...(people.value.get('online') ?? []), ...(still.value.get('bases') ?? [])];
  const box = boxAround(all.filter((mark) => regionAt(mark) === 'Main'));
  return (
    box && {
      minX: box.minX - MARGIN_CM,
      maxX: box.maxX + MARGIN_CM,
      minY: box.minY - MARGIN_CM,
      maxY: box.maxY + MARGIN_CM,
    }
  );
}
