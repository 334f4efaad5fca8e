import { effect, type ReadonlySignal, untracked } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { address, setQuery } from '../navigation/router.ts';
import { centreOf, zoomOf } from './geometry/view.ts';
import { mapQuery, readMapAddress } from './map-address.ts';
import type { MapState } from './map-state.ts';
import { replayAt } from './past/replay.ts';
import type { MapView } from './view/map-view.ts';

/** Keeps the address that of the map, and the map that of the address: a link to another place leads there. */
export function useMapAddress(state: MapState, view: ReadonlySignal<MapView | undefined>): void {
  useEffect(() => {
    let written = address.peek().query.toString();
    const stops = [
      effect(() => {
        const rested = state.view.value;
        const { atMs, playing } = state.replay.value ?? {};
        const [layers, follow] = [state.layers.value, state.followed.value];
        if (rested === undefined || address.peek().path !== '/map') return;
        const query = mapQuery({
          at: centreOf(rested),
          zoom: zoomOf(rested),
          layers,
          ...(follow && { follow }),
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
  const { at, zoom, layers, follow: followed, timeMs } = readMapAddress(query);
  if (layers !== undefined) state.layers.value = layers;
  state.followed.value = followed ?? '';
  if (timeMs !== undefined) state.replay.value = replayAt(timeMs, Date.now());
  if (at !== undefined) view?.gestures.goTo(at, zoom ?? view.gestures.zoom());
}
