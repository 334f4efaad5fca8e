import X from 'lucide/dist/esm/icons/x.mjs';
import type { JSX } from 'preact';
import { Name } from '../../faces/Name.tsx';
import { Checkbox } from '../../kit/Checkbox.tsx';
import { IconButton } from '../../kit/IconButton.tsx';
import { Select } from '../../kit/Select.tsx';
import { texts } from '../../texts/texts.ts';
import type { MapState } from '../map-state.ts';
import { RANGE_NAMES } from '../past/replay.ts';

/** What can be chosen of the layers that are shown: the time of the heat, and whose progress the places tell. */
export function LayerChoices({ state }: { state: MapState }): JSX.Element {
  const text = texts.value.map;
  const { layers, heatRange, chosen, onlyMissing } = state;
  const player = state.markOf(`online:${chosen.value}`) ?? state.markOf(`offline:${chosen.value}`);
  return (
    <>
      {layers.value.has('heat') && (
        <Select
          label={text.heatRange}
          prefix={text.heatRange}
          value={heatRange.value}
          options={RANGE_NAMES.map((name) => ({ value: name, text: text.heatOf[name] }))}
          onChange={(range) => {
            heatRange.value = range;
          }}
        />
      )}
      {chosen.value !== '' && (
        <div class="map-progress">
          <span>
            <span class="faint">{text.progressOf}</span>{' '}
            <Name text={player?.name ?? ''} otherwise={text.unnamedPlayer} />
          </span>
          <IconButton
            icon={X}
            label={text.close}
            onClick={() => {
              chosen.value = '';
            }}
          />
          <Checkbox
            checked={onlyMissing.value}
            onChange={(checked) => {
              onlyMissing.value = checked;
            }}
          >
            {text.onlyMissing}
          </Checkbox>
        </div>
      )}
    </>
  );
}
