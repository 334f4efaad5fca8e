import Eye from 'lucide/dist/esm/icons/eye.mjs';
import EyeOff from 'lucide/dist/esm/icons/eye-off.mjs';
import type { JSX } from 'preact';
import { formatNumber } from '../../data/format.ts';
import { MAP_MARKS } from '../../glyphs/marks.ts';
import { Icon } from '../../kit/Icon.tsx';
import { texts } from '../../texts/texts.ts';
import { LAYER_GROUPS, LAYERS, type LayerId } from '../layers.ts';
import type { MapState } from '../map-state.ts';
import { readOf } from './layer-reads.ts';

/** The layers with their counts, in groups; each is shown or hidden by a click or its key. */
export function LayerList({ state }: { state: MapState }): JSX.Element {
  const { groups, layer: names } = texts.value.map;
  return (
    <div class="map-layers">
      {LAYER_GROUPS.map((group) => (
        <fieldset key={group}>
          <legend>{groups[group]}</legend>
          {LAYERS.filter((layer) => layer.group === group && isOffered(layer.id, state)).map((layer) => (
            <LayerRow key={layer.id} layer={layer} name={names[layer.id]} state={state} />
          ))}
        </fieldset>
      ))}
    </div>
  );
}

/** A picture is there only where the operator has brought one. */
function isOffered(id: LayerId, { sources }: MapState): boolean {
  return id !== 'picture' || sources.pictures.images.value.length > 0;
}

function LayerRow(props: { layer: (typeof LAYERS)[number]; name: string; state: MapState }): JSX.Element {
  const { layer, name, state } = props;
  const shown = state.layers.value.has(layer.id);
  const count = countOf(state, layer.id);
  const failed = shown && readOf(state, layer.id)?.error.value !== undefined;
  return (
    <button
      type="button"
      class="map-layer"
      aria-pressed={shown}
      data-layer={layer.id}
      onClick={() => state.toggle(layer.id)}
    >
      <span class="map-layer-glyph" aria-hidden="true">
        {'glyph' in layer && <Icon shape={MAP_MARKS[layer.glyph]} size={15} />}
      </span>
      <span class="map-layer-name">{name}</span>
      {failed && <span class="map-layer-failed">!</span>}
      {count !== undefined && <span class="faint">{count}</span>}
      {'key' in layer && <kbd>{layer.key}</kbd>}
      <Icon shape={shown ? Eye : EyeOff} size={15} />
    </button>
  );
}

/** How many marks a layer has; with a progress, how many of them are done. Undefined while nobody knows. */
function countOf(state: MapState, id: LayerId): string | undefined {
  const layer = LAYERS.find((known) => known.id === id);
  if (layer === undefined || !('marks' in layer)) return undefined;
  const marks = state.sources.marks.value.get(layer.id);
  if (marks === undefined || (marks.length === 0 && !wasRead(state, id))) return undefined;
  const known = marks.filter(({ done }) => done !== undefined);
  if (known.length === 0) return formatNumber(marks.length);
  const done = known.filter((mark) => mark.done === true).length;
  return texts.value.map.missing(formatNumber(done), formatNumber(known.length));
}

/** Whether a layer without marks is known to have none. */
function wasRead(state: MapState, id: LayerId): boolean {
  const read = readOf(state, id);
  return state.layers.value.has(id) && (read === undefined || read.value.value !== undefined);
}
