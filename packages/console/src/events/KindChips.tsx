import type { Signal } from '@preact/signals';
import { texts } from '../texts/texts.ts';
import type { EventKind } from './event-kinds.ts';
import './events.css';
import { assign } from '../kit/assign.ts';

/** Filters events by their kind. */
export function KindChips({ chosen }: { chosen: Signal<EventKind | undefined> }) {
  const text = texts.value.events;
  const kinds = Object.entries(text.kinds) as [EventKind, string][];
  const chip = (kind: EventKind | undefined, name: string) => (
    <button
      key={name}
      type="button"
      aria-pressed={chosen.value === kind}
      onClick={() => assign(chosen, kind)}
    >
      {name}
    </button>
  );
  return (
    <fieldset class="kind-chips" aria-label={text.what}>
      {chip(undefined, text.all)}
      {kinds.map(([kind, name]) => chip(kind, name))}
    </fieldset>
  );
}
