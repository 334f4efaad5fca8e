import { useSignal } from '@preact/signals';
import { ChevronDown, ChevronUp, Eye, EyeOff, Layers, X } from 'lucide';
import type { Ref } from 'preact';
import { nameOf } from '../../data/catalogue.ts';
import { formatNumber } from '../../data/format.ts';
import { parsePlace } from '../../data/map-units.ts';
import { MAP_MARKS } from '../../glyphs/shapes.ts';
import { REGION_IDS, type RegionId, regionAt, type WorldPoint } from '../../ground/regions.ts';
import { centerOf } from '../../ground/view.ts';
import { Button, Icon } from '../../kit/Button.tsx';
import { optionsOf, SearchField, Select } from '../../kit/Fields.tsx';
import { IconButton } from '../../kit/IconButton.tsx';
import { Popover } from '../../kit/Popover.tsx';
import { Checkbox } from '../../kit/Toggles.tsx';
import { texts } from '../../texts/texts.ts';
import { Name } from '../../views/Values.tsx';
import { LOOKS } from '../draw/pen.ts';
import { LAYER_GROUPS, LAYERS } from '../layers.ts';
import type { MapState } from '../map-state.ts';
import type { Mark } from '../marks/mark.ts';
import { RANGE_NAMES } from '../past/replay.ts';
import { MarkList } from './MarkList.tsx';
import './panel.css';

interface MapPanelProps {
  state: MapState;
  search: Ref<HTMLInputElement>;
  /** The button of the layers. */
  layers: Ref<HTMLButtonElement>;
  onOpen: (mark: Mark) => void;
  onPlace: (place: WorldPoint) => void;
  /** The search has led to a place. */
  onFound: () => void;
  onRegion: (region: RegionId) => void;
}

/** The search, the regions, the layers, and the list of what is drawn. */
export function MapPanel({ state, search, layers, onOpen, onPlace, onFound, onRegion }: MapPanelProps) {
  const text = texts.value.map;
  const tall = useSignal(false);
  const place = parsePlace(state.find.value);
  const offered = LAYERS.filter((layer) => isOffered(layer, state));
  const shown = offered.filter(({ id }) => state.layers.value.has(id)).length;
  const goThere = (there: WorldPoint) => {
    onPlace(there);
    state.find.value = '';
  };
  const openFirst = () => {
    const first = state.listed.value[0]?.item;
    if (place !== undefined) goThere(place);
    else if (first !== undefined) onOpen(first);
    else return;
    onFound(); // the keys of the map work there
  };
  return (
    <aside class="map-panel" aria-label={text.panel} data-tall={tall.value} data-over-map>
      {state.item.value !== '' && <ItemHead state={state} />}
      <div class="map-search row">
        <SearchField
          ref={search}
          label={text.find}
          bind={state.find}
          maxLength={200}
          onKeyDown={({ key }) => key === 'Enter' && openFirst()}
        />
        <div class="map-sheet-button">
          <IconButton
            icon={tall.value ? ChevronDown : ChevronUp}
            label={tall.value ? text.collapse : text.expand}
            aria-expanded={tall.value}
            onClick={() => (tall.value = !tall.value)}
          />
        </div>
      </div>
      {place !== undefined && (
        <Button kind="primary" onClick={() => goThere(place)}>
          {text.goThere}
        </Button>
      )}
      <div class="map-choose row">
        <Popover
          title={text.layers}
          align="start"
          trigger={
            <Button ref={layers} icon={Layers}>
              {text.layers}{' '}
              <span class="faint">{text.of(formatNumber(shown), formatNumber(offered.length))}</span>
            </Button>
          }
        >
          <LayerList state={state} />
        </Popover>
        <Select<RegionId>
          label={text.region}
          value={(state.view.value && regionAt(centerOf(state.view.value))) ?? 'Main'}
          options={optionsOf(text.regions, REGION_IDS)}
          onChange={onRegion}
        />
      </div>
      <LayerChoices state={state} />
      <Problems state={state} />
      <MarkList state={state} onOpen={onOpen} />
      {state.unplaced.value > 0 && <p class="note">{text.unplaced(state.unplaced.value)}</p>}
    </aside>
  );
}

/** The item whose holders are shown instead of the layers. */
function ItemHead({ state }: { state: MapState }) {
  const text = texts.value.map;
  const { total, drawn, marks } = state.holders;
  const elsewhere = (total.value ?? 0) - drawn.value;
  return (
    <header class="map-item">
      <h2>{nameOf('Items', state.item.value)}</h2>
      {total.value !== undefined && (
        <p class="faint">
          {text.heldBy(formatNumber(drawn.value), marks.value.length)}
          {elsewhere > 0 && ` · ${text.heldElsewhere(formatNumber(elsewhere))}`}
        </p>
      )}
      <IconButton icon={X} label={texts.value.shell.close} onClick={() => (state.item.value = '')} />
    </header>
  );
}

/** Failed reads, with a button to try again, and what the world does not know. */
function Problems({ state }: { state: MapState }) {
  const text = texts.value.map;
  const failed = state.shownReads.value.filter(({ read }) => read.error.value !== undefined);
  return (
    <>
      {failed.map(({ id, read }) => (
        <div key={id} class="map-problem notice toned danger note row between" role="alert">
          {text.notRead(text.layer[id])}
          <Button kind="bare" onClick={() => void read.refresh()}>
            {texts.value.views.again}
          </Button>
        </div>
      ))}
      {state.sources.progress.value === 'unknown' && <p class="note">{text.progressUnknown}</p>}
    </>
  );
}

/** The layers with their counts, in groups; each is shown or hidden by a click or its key. */
function LayerList({ state }: { state: MapState }) {
  const { groups } = texts.value.map;
  return (
    <div class="map-layers">
      {LAYER_GROUPS.map((group) => (
        <fieldset key={group}>
          <legend class="group-label">{groups[group]}</legend>
          {LAYERS.filter((layer) => layer.group === group && isOffered(layer, state)).map((layer) => (
            <LayerRow key={layer.id} layer={layer} state={state} />
          ))}
        </fieldset>
      ))}
    </div>
  );
}

/** A picture is there only where the operator has brought one. */
function isOffered({ id }: Layer, { sources }: MapState): boolean {
  return id !== 'picture' || sources.pictures.images.value.length > 0;
}

type Layer = (typeof LAYERS)[number];

function LayerRow({ layer, state }: { layer: Layer; state: MapState }) {
  const isShown = state.layers.value.has(layer.id);
  const count = countOf(state, layer);
  const failed = isShown && state.reads[layer.id]?.error.value !== undefined;
  return (
    <button
      type="button"
      class="map-layer map-line"
      aria-pressed={isShown}
      data-layer={layer.id}
      onClick={() => state.toggle(layer.id)}
    >
      <span class="map-layer-glyph" aria-hidden="true">
        {'marks' in layer && <Icon shape={MAP_MARKS[LOOKS[layer.id].glyph]} size={15} />}
      </span>
      <span class="map-layer-name truncate">{texts.value.map.layer[layer.id]}</span>
      {failed && <span class="toned danger">!</span>}
      {count !== undefined && <span class="faint">{count}</span>}
      {'key' in layer && <kbd>{layer.key}</kbd>}
      <Icon shape={isShown ? Eye : EyeOff} size={15} />
    </button>
  );
}

/** How many marks a layer has; with a progress, how many of them are done. Undefined while it is unknown. */
function countOf(state: MapState, layer: Layer): string | undefined {
  if (!('marks' in layer)) return undefined;
  const { people, still } = state.sources;
  const marks = people.value.get(layer.id) ?? still.value.get(layer.id);
  const read = state.reads[layer.id];
  const wasRead = state.layers.value.has(layer.id) && (read === undefined || read.value.value !== undefined);
  if (marks === undefined || (marks.length === 0 && !wasRead)) return undefined;
  const tracked = marks.filter(({ done }) => done !== undefined);
  if (tracked.length === 0) return formatNumber(marks.length);
  const done = tracked.filter((mark) => mark.done === true).length;
  return texts.value.map.missing(formatNumber(done), formatNumber(tracked.length));
}

/** Options of the visible layers: the time of the heat, and the player whose progress the places show. */
function LayerChoices({ state }: { state: MapState }) {
  const text = texts.value.map;
  const { layers, heatRange, chosen, onlyMissing } = state;
  const player = state.playerOf(chosen.value);
  return (
    <div class="map-choices stack">
      {layers.value.has('heat') && (
        <Select
          label={text.heatRange}
          prefix={text.heatRange}
          bind={heatRange}
          options={optionsOf(text.heatOf, RANGE_NAMES)}
        />
      )}
      {chosen.value !== '' && (
        <div class="notice row between">
          <span>
            <span class="faint">{text.progressOf}</span>{' '}
            <Name text={player?.name ?? ''} otherwise={text.unnamedPlayer} />
          </span>
          <IconButton icon={X} label={texts.value.shell.close} onClick={() => (chosen.value = '')} />
          <Checkbox bind={onlyMissing}>{text.onlyMissing}</Checkbox>
        </div>
      )}
    </div>
  );
}
