import type { ReadonlySignal, Signal } from '@preact/signals';
import type { JSX, TargetedKeyboardEvent, TargetedPointerEvent } from 'preact';
import { formatPlace } from '../../data/format.ts';
import { texts } from '../../texts/texts.ts';
import { pixelX, pixelY, placeAt, type View } from '../geometry/view.ts';
import { type Corner, cornerOf, type Placing, withCorner } from '../marks/placing.ts';

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

export interface CornerHandleProps {
  corner: Corner;
  placing: Signal<Placing | undefined>;
  view: ReadonlySignal<View | undefined>;
}

/** A corner of the picture that is dragged or moved by the arrow keys. */
export function CornerHandle({ corner, placing, view: viewed }: CornerHandleProps): JSX.Element | null {
  const [placed, view] = [placing.value, viewed.value];
  if (placed === undefined || view === undefined) return null;
  const place = cornerOf(placed, corner);
  const [across, down] = [pixelX(view, place.y), pixelY(view, place.x)];
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
