import { type ReadonlySignal, type Signal, useSignal } from '@preact/signals';
import type { TargetedEvent, TargetedKeyboardEvent, TargetedPointerEvent } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import type { WorldBox } from '../../ground/regions.ts';
import { Button } from '../../kit/Button.tsx';
import { showToast } from '../../kit/toasts.ts';
import { newKey, send } from '../../outbox/outbox.ts';
import { texts } from '../../texts/texts.ts';
import { Failure } from '../../views/Failure.tsx';
import type { MapState } from '../map-state.ts';
import { CORNERS, type Corner, cornerOf, type Placing, placeToSave, withCorner } from '../marks/pictures.ts';
import './place-picture.css';
import { PalatineError } from '@palatine/client';
import { formatPlace } from '../../data/format.ts';
import { assign } from '../../kit/assign.ts';
import { pixelOf, placeAt, type View } from '../geometry/view.ts';
import type { MapView } from '../view/map-view.ts';

export interface PlacePictureProps {
  state: MapState;
  /** Undefined before the map has started. */
  view: MapView | undefined;
}

/** Puts the operator's picture into place: two corners to move, how much shows through, save or cancel. */
export function PlacePicture({ state, view }: PlacePictureProps) {
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

function PlaceBar({ state, placing }: { state: MapState; placing: Placing }) {
  const text = texts.value.map;
  const { pictures } = state.sources;
  const outcome = useSignal<Saved | undefined>(undefined);
  const saving = useSignal(false);
  const body = JSON.stringify(placing);
  const key = useMemo(newKey, [body]); // another place is another write
  const end = () => assign(state.placing, undefined);
  const save = async (next: Placing, once: string) => {
    saving.value = true;
    const saved = await savePlace(next, text.savePlace, once);
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

type Saved = 'saved' | 'changed' | { readonly error: unknown };

/**
 * Saves the place of a picture, over the version that was read; `changed`: somebody else has saved one meanwhile.
 * @param key made when the picture was first moved, so that it is saved once
 */
async function savePlace(placing: Placing, label: string, key: string): Promise<Saved> {
  const outcome = await send({
    route: 'putMapPicture',
    label,
    key,
    ifMatch: placing.etag === '' ? null : placing.etag,
    body: { [placing.region]: placeToSave(placing) },
  });
  if (outcome.state === 'done') return 'saved';
  const error = outcome.state === 'stopped' ? new Error(label) : outcome.error;
  return error instanceof PalatineError && error.code === 'FILE_CHANGED' ? 'changed' : { error };
}

/** Pixels that an arrow key moves a corner, and with Shift. */
const STEP_PX = 1;
const LARGE_STEP_PX = 20;
/** Across and down, by key. */
const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

interface CornerHandleProps {
  corner: Corner;
  placing: Signal<Placing | undefined>;
  view: ReadonlySignal<View | undefined>;
}

/** A corner of the picture that is dragged or moved by the arrow keys. */
function CornerHandle({ corner, placing, view: viewed }: CornerHandleProps) {
  const [placed, view] = [placing.value, viewed.value];
  if (placed === undefined || view === undefined) return null;
  const place = cornerOf(placed, corner);
  const [across, down] = pixelOf(view, place);
  const moveTo = (toAcross: number, toDown: number) => {
    placing.value = withCorner(placed, corner, placeAt(view, toAcross, toDown));
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLButtonElement>) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    const pixels = event.shiftKey ? LARGE_STEP_PX : STEP_PX;
    moveTo(across + step[0] * pixels, down + step[1] * pixels);
    event.preventDefault();
    event.stopPropagation(); // arrows move the corner, not the map
  };
  const onPointerMove = (event: TargetedPointerEvent<HTMLButtonElement>) => {
    const { currentTarget, pointerId, clientX, clientY } = event;
    const stage = currentTarget.offsetParent?.getBoundingClientRect();
    if (stage && currentTarget.hasPointerCapture(pointerId)) moveTo(clientX - stage.x, clientY - stage.y);
  };
  return (
    <button
      type="button"
      class="map-corner"
      aria-label={`${texts.value.map.corner[corner]}: ${formatPlace({ X: place.x, Y: place.y })}`}
      style={{ left: `${across}px`, top: `${down}px` }}
      onKeyDown={onKeyDown}
      onPointerDown={(event: TargetedPointerEvent<HTMLButtonElement>) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        event.currentTarget.focus();
        event.preventDefault(); // no text is selected on the way
      }}
      onPointerMove={onPointerMove}
    />
  );
}
