import type { ReadonlySignal } from '@preact/signals';
import { nameOf } from '../../data/catalogue.ts';
import { formatNumber } from '../../data/format.ts';
import { texts } from '../../texts/texts.ts';
import { pixelOf, type View } from '../geometry/view.ts';
import type { MapState } from '../map-state.ts';
import { keyOf, type Mark } from '../marks/mark.ts';

/** Items that are named at the pointer. */
const MAX_ITEMS = 3;

/** The contents of a chest of a floor plan, the most first. */
export function ChestItems({ mark, state, limit = 12 }: { mark: Mark; state: MapState; limit?: number }) {
  const text = texts.value.map;
  const storages = state.plans.value.flatMap((plan) => plan.storages);
  const slots = storages.find(({ ContainerId }) => ContainerId === mark.id)?.Slots ?? [];
  const counts = [...Map.groupBy(slots, ({ ItemID }) => ItemID)]
    .map(([id, same]) => ({ id, count: same.reduce((sum, { Count }) => sum + Count, 0) }))
    .sort((a, b) => b.count - a.count);
  return (
    <>
      <ul class="map-items">
        {counts.slice(0, limit).map(({ id, count }) => (
          <li key={id}>
            {nameOf('Items', id)} <b>{formatNumber(count)}</b>
          </li>
        ))}
      </ul>
      {counts.length > limit && <p class="faint">{text.moreItems(counts.length - limit)}</p>}
    </>
  );
}

/** The contents of the chest under the pointer or under the cursor of the list. */
export function ChestTip({ state, view }: { state: MapState; view: ReadonlySignal<View | undefined> }) {
  const mark = state.hovered.value === '' ? undefined : state.markOf(state.hovered.value);
  if (mark?.layer !== 'plans' || view.value === undefined || state.selected.value === keyOf(mark))
    return null;
  const [across, down] = pixelOf(view.value, mark);
  return (
    <section
      class="map-tip"
      aria-label={mark.name}
      style={{ insetInlineStart: `${across}px`, insetBlockStart: `${down}px` }}
    >
      <h3>{mark.name}</h3>
      <p class="faint">{mark.note}</p>
      <ChestItems mark={mark} state={state} limit={MAX_ITEMS} />
    </section>
  );
}
