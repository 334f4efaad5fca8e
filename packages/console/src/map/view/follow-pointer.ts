import { type Signal, signal } from '@preact/signals';
import type { WorldPoint } from '../../ground/regions.ts';
import { placeAt } from '../geometry/view.ts';
import type { MapState } from '../map-state.ts';
import { keyOf } from '../marks/mark.ts';
import type { Painter } from './painter.ts';

/** Knows the place under the pointer, and marks what lies there. */
export function followPointer(element: HTMLElement, painter: Painter, state: MapState) {
  const pointed: Signal<WorldPoint | undefined> = signal(undefined);
  const onPointer = ({ offsetX, offsetY, target, type }: PointerEvent) => {
    const view = painter.screen.shown();
    const inside = type === 'pointermove' && target === element && view !== undefined;
    pointed.value = inside ? placeAt(view, offsetX, offsetY) : undefined;
    const [first] = (inside && painter.under(offsetX, offsetY)?.marks) || [];
    state.hovered.value = first === undefined ? '' : keyOf(first);
    element.style.cursor = first === undefined ? '' : 'pointer';
  };
  element.addEventListener('pointermove', onPointer);
  element.addEventListener('pointerleave', onPointer);
  return {
    pointed,
    stop() {
      element.removeEventListener('pointermove', onPointer);
      element.removeEventListener('pointerleave', onPointer);
    },
  };
}
