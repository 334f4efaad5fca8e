import { putMapPicture } from '@palatine/contract';
import { X } from 'lucide';
import { formatNumber } from '../../data/format.ts';
import { preferences, setPreference } from '../../data/preferences.ts';
import { assign } from '../../kit/assign.ts';
import { Button } from '../../kit/Button.tsx';
import { IconButton } from '../../kit/IconButton.tsx';
import { Select } from '../../kit/Select.tsx';
import { Checkbox } from '../../kit/Toggles.tsx';
import { may } from '../../session/session.ts';
import { texts } from '../../texts/texts.ts';
import { Name } from '../../views/Values.tsx';
import type { MapState } from '../map-state.ts';
import { RANGE_NAMES } from '../past/replay.ts';

/** Distances in m and times in minutes to choose from. */
const WARNING_M = [10, 30, 50, 100, 200] as const;
const WARNING_MINUTES = [1, 2, 5, 10, 30] as const;

/** How near to a foreign base, and after which time, somebody is warned of. */
function WarningChoices() {
  const text = texts.value.map;
  const { warningM, warningMinutes } = preferences.value;
  return (
    <>
      <Select
        label={text.warnWithin}
        prefix={text.warnWithin}
        value={String(warningM)}
        options={WARNING_M.map((metres) => ({
          value: String(metres),
          text: text.distance(formatNumber(metres)),
        }))}
        onChange={(metres) => setPreference('warningM', Number(metres))}
      />
      <Select
        label={text.warnAfter}
        prefix={text.warnAfter}
        value={String(warningMinutes)}
        options={WARNING_MINUTES.map((minutes) => ({ value: String(minutes), text: text.minutes(minutes) }))}
        onChange={(minutes) => setPreference('warningMinutes', Number(minutes))}
      />
    </>
  );
}

/** Begins to put the operator's pictures into place, for a token that may. */
function PlaceButtons({ state }: { state: MapState }) {
  const { layers, placing, sources } = state;
  if (!layers.value.has('picture') || placing.value !== undefined || !may(putMapPicture)) return null;
  const text = texts.value.map;
  return (
    <>
      {sources.pictures.images.value.map(({ region, box, opacity }) => (
        <Button
          key={region}
          onClick={() => assign(placing, { region, etag: sources.pictures.etag.value, box, opacity })}
        >
          {text.placePicture(text.regions[region])}
        </Button>
      ))}
    </>
  );
}

/** Options of the visible layers: the time of the heat, and the player whose progress the places show. */
export function LayerChoices({ state }: { state: MapState }) {
  const text = texts.value.map;
  const { layers, heatRange, chosen, onlyMissing } = state;
  const player = state.playerOf(chosen.value);
  return (
    <div class="map-choices">
      <PlaceButtons state={state} />
      {layers.value.has('warnings') && <WarningChoices />}
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
