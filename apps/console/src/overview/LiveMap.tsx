import { effect, useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { liveState } from '../data/live.ts';
import { REGIONS } from '../ground/regions.ts';
import { createMapState } from '../map/map-state.ts';
import { MapStage } from '../map/view/MapStage.tsx';
import { boxOfMarks, FIRST_ZOOM, type MapView } from '../map/view/map-view.ts';
import { hrefOf, navigate } from '../navigation/router.ts';
import { texts } from '../texts/texts.ts';
import { Status } from '../views/Values.tsx';
import '../map/map.css';
import './online.css';

/** The map of players and bases as a picture that moves; a click on one of them opens its page. */
export default function LiveMap() {
  const text = texts.value.overview;
  const state = useMemo(() => createMapState({}), []);
  const view = useSignal<MapView | undefined>(undefined);
  useEffect(
    () =>
      effect(() => {
        const href = state.markOf(state.selected.value)?.href;
        if (href !== undefined) navigate(hrefOf(href));
      }),
    [state],
  );
  return (
    <>
      <MapStage
        options={{ state, start: {} }}
        view={view}
        label={text.map}
        onWhole={() => view.value?.fit(boxOfMarks(state) ?? REGIONS.Main, FIRST_ZOOM)}
      />
      <div class="overview-map-foot row between">
        {liveState.value === 'live' && <Status tone="ok">{text.live}</Status>}
        <a class="button plain" href={hrefOf('/map')}>
          {text.openMap}
        </a>
      </div>
    </>
  );
}
