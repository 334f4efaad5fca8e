import { X } from 'lucide';
import { assign } from '../../kit/assign.ts';
import { IconButton } from '../../kit/IconButton.tsx';
import { Select } from '../../kit/Select.tsx';
import { Checkbox } from '../../kit/Toggles.tsx';
import { texts } from '../../texts/texts.ts';
import { Name } from '../../views/Values.tsx';
import type { MapState } from '../map-state.ts';
import { RANGE_NAMES } from '../past/replay.ts';

/** Options of the visible layers: the time of the heat, and the player whose progress the places show. */
export function LayerChoices({ state }: { state: MapState }) {
  const text = texts.value.map;
  const { layers, heatRange, chosen, onlyMissing } = state;
  const player = state.playerOf(chosen.value);
  return (
    <div class="map-choices">
      {layers.value.has('heat') && (
        <Select
          label={text.heatRange}
          prefix={text.heatRange}
          bind={heatRange}
          options={RANGE_NAMES.map((name) => ({ value: name, text: text.heatOf[name] }))}
        />
      )}
      {chosen.value !== '' && (
        <div class="map-progress">
          <span>
            <span class="faint">{text.progressOf}</span>{' '}
            <Name text={player?.name ?? ''} otherwise={text.unnamedPlayer} />
          </span>
          <IconButton icon={X} label={text.close} onClick={() => assign(chosen, '')} />
          <Checkbox bind={onlyMissing}>{text.onlyMissing}</Checkbox>
        </div>
      )}
    </div>
  );
}
