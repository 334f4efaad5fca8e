import { type Signal, useSignal } from '@preact/signals';
import ChevronDown from 'lucide/dist/esm/icons/chevron-down.mjs';
import ChevronUp from 'lucide/dist/esm/icons/chevron-up.mjs';
import type { JSX, Ref } from 'preact';
import { parsePlace } from '../../data/map-units.ts';
import { REGION_IDS, type RegionId, regionAt, type WorldPoint } from '../../ground/regions.ts';
import { Button } from '../../kit/Button.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { IconButton } from '../../kit/IconButton.tsx';
import { TextField } from '../../kit/TextField.tsx';
import { texts } from '../../texts/texts.ts';
import { centreOf } from '../geometry/view.ts';
import type { MapState } from '../map-state.ts';
import type { Mark } from '../marks/mark.ts';
import { LayerChoices } from './LayerChoices.tsx';
import { LayerList } from './LayerList.tsx';
import { MarkList } from './MarkList.tsx';
import { Problems } from './Problems.tsx';
import './panel.css';

export interface MapPanelProps {
  state: MapState;
  search: Ref<HTMLInputElement>;
  /** Whether the layers are unfolded. */
  unfolded: Signal<boolean>;
  onOpen: (mark: Mark) => void;
  onPlace: (place: WorldPoint) => void;
  onRegion: (region: RegionId) => void;
}

/** The search, the regions, the layers, and the list of what is drawn. */
export function MapPanel({ state, search, unfolded, onOpen, onPlace, onRegion }: MapPanelProps): JSX.Element {
  const text = texts.value.map;
  const tall = useSignal(false);
  const place = parsePlace(state.find.value);
  const goThere = () => {
    if (place === undefined) return;
    onPlace(place);
    state.find.value = '';
  };
  const openFirst = () => {
    const first = state.listed.value[0]?.mark;
    if (place !== undefined) goThere();
    else if (first !== undefined) onOpen(first);
  };
  return (
    <aside class="map-panel" aria-label={text.panel} data-tall={tall.value}>
      <div class="map-search">
        <TextField
          ref={search}
          type="search"
          label={text.find}
          placeholder={text.find}
          value={state.find.value}
          maxLength={200}
          onInput={(value) => {
            state.find.value = value;
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') openFirst();
          }}
        />
        <div class="map-sheet-button">
          <IconButton
            icon={tall.value ? ChevronDown : ChevronUp}
            label={tall.value ? text.collapse : text.expand}
            aria-expanded={tall.value}
            onClick={() => {
              tall.value = !tall.value;
            }}
          />
        </div>
      </div>
      {place !== undefined && (
        <Button kind="primary" onClick={goThere}>
          {text.goThere}
        </Button>
      )}
      <Regions state={state} onRegion={onRegion} />
      <button
        type="button"
        class="map-fold"
        aria-expanded={unfolded.value}
        onClick={() => {
          unfolded.value = !unfolded.value;
        }}
      >
        <Icon shape={unfolded.value ? ChevronUp : ChevronDown} size={15} />
        {text.layers}
      </button>
      {unfolded.value && <LayerList state={state} />}
      <LayerChoices state={state} />
      <Problems state={state} />
      <MarkList state={state} onOpen={onOpen} />
    </aside>
  );
}

function Regions({ state, onRegion }: Pick<MapPanelProps, 'state' | 'onRegion'>): JSX.Element {
  const text = texts.value.map;
  const view = state.view.value;
  const shown = view && regionAt(centreOf(view));
  return (
    <fieldset class="map-regions" aria-label={text.region}>
      {REGION_IDS.map((region) => (
        <button
          key={region}
          type="button"
          class="map-region"
          aria-pressed={region === shown}
          onClick={() => onRegion(region)}
        >
          {text.regions[region]}
        </button>
      ))}
    </fieldset>
  );
}
