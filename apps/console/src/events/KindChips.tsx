import { EVENTS } from '@palatine/contract';
import { texts } from '../texts/texts.ts';
import { type EventKind, kindOf } from './event-kinds.ts';
import './events.css';

/** Filters events by their kind. */
export function KindChips(props: {
  chosen: EventKind | undefined;
  onChoose: (kind: EventKind | undefined) => void;
}) {
  const { chosen, onChoose } = props;
  const text = texts.value.events;
  const kinds = Object.entries(text.kinds) as [EventKind, string][];
  const chip = (kind: EventKind | undefined, name: string) => (
    <button key={name} type="button" aria-pressed={chosen === kind} onClick={() => onChoose(kind)}>
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

/** The types of a kind, as the service's filter wants them: with commas between; '' for every kind. */
export function typesOf(kind: EventKind | undefined): string {
  if (kind === undefined) return '';
  return Object.keys(EVENTS)
    .filter((type) => kindOf(type) === kind)
    .join(',');
}
