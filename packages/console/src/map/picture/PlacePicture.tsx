import { useSignal } from '@preact/signals';
import type { JSX, TargetedEvent } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { Failure } from '../../faces/Failure.tsx';
import type { WorldBox } from '../../ground/regions.ts';
import { Button } from '../../kit/Button.tsx';
import { showToast } from '../../kit/toasts.ts';
import { newKey } from '../../outbox/outbox.ts';
import { texts } from '../../texts/texts.ts';
import type { MapState } from '../map-state.ts';
import { CORNERS, type Placing } from '../marks/placing.ts';
import { CornerHandle } from './CornerHandle.tsx';
import './place-picture.css';
import type { MapView } from '../view/map-view.ts';
import { type Saved, savePlace } from './save-place.ts';

export interface PlacePictureProps {
  state: MapState;
  /** Undefined before the map has started. */
  view: MapView | undefined;
}

/** Puts the operator's picture into place: two corners to move, how much shows through, save or cancel. */
export function PlacePicture({ state, view }: PlacePictureProps): JSX.Element | null {
  const placing = state.placing.value;
  const region = placing?.region;
  useEffect(() => {
    const box = state.placing.peek()?.box;
    if (box !== undefined) view?.gestures.fit(widened(box));
  }, [region]);
  if (placing === undefined || view === undefined) return null;
  return (
    <>
      {CORNERS.map((corner) => (
        <CornerHandle key={corner} corner={corner} placing={state.placing} view={view.moving} />
      ))}
      <PlaceBar key={placing.region} state={state} placing={placing} />
    </>
  );
}

/** Room around a picture, as a share of it, so that its corners can be taken hold of. */
const ROOM = 0.1;

function widened({ minX, maxX, minY, maxY }: WorldBox): WorldBox {
  const [tall, wide] = [(maxX - minX) * ROOM, (maxY - minY) * ROOM];
  return { minX: minX - tall, maxX: maxX + tall, minY: minY - wide, maxY: maxY + wide };
}

function PlaceBar({ state, placing }: { state: MapState; placing: Placing }): JSX.Element {
  const text = texts.value.map;
  const { pictures } = state.sources;
  const outcome = useSignal<Saved | undefined>(undefined);
  const saving = useSignal(false);
  const body = JSON.stringify(placing);
  const key = useMemo(newKey, [body]); // another place is another write
  const end = () => {
    state.placing.value = undefined;
  };
  const save = async (wanted: Placing, once: string) => {
    saving.value = true;
    const saved = await savePlace(wanted, text.savePlace, once);
    saving.value = false;
    outcome.value = saved;
    if (saved !== 'saved') return;
    await pictures.resource.refresh();
    end();
    showToast({ text: text.placeSaved, tone: 'ok' });
  };
  const saveMine = async () => {
    await pictures.resource.refresh();
    await save({ ...placing, etag: pictures.etag.peek() }, newKey());
  };
  const keepTheirs = () => {
    void pictures.resource.refresh();
    end();
  };
  const { value } = outcome;
  return (
    <section class="map-placing" aria-label={text.placePicture(text.regions[placing.region])}>
      <p>{text.placing(text.regions[placing.region])}</p>
      <label>
        {text.opacity}
        <input
          type="range"
          min={0}
          max={100}
          step={5}
          value={Math.round(placing.opacity * 100)}
          onInput={({ currentTarget }: TargetedEvent<HTMLInputElement>) => {
            state.placing.value = { ...placing, opacity: Number(currentTarget.value) / 100 };
          }}
        />
      </label>
      {value === 'changed' ? (
        <div role="alert">
          <p>{text.placeChanged}</p>
          <Button onClick={() => void saveMine()}>{text.placeMine}</Button>
          <Button onClick={keepTheirs}>{text.placeTheirs}</Button>
        </div>
      ) : (
        <div>
          <Button onClick={end}>{text.cancel}</Button>
          <Button kind="primary" disabled={saving.value} onClick={() => void save(placing, key)}>
            {text.savePlace}
          </Button>
        </div>
      )}
      {typeof value === 'object' && <Failure error={value.error} />}
    </section>
  );
}
