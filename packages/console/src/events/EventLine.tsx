import type { PalatineEvent } from '@palatine/contract';
import type { JSX } from 'preact';
import { Name } from '../faces/Name.tsx';
import { Time } from '../faces/Time.tsx';
import { Icon } from '../kit/Icon.tsx';
import { hrefOf } from '../navigation/router.ts';
import { texts } from '../texts/texts.ts';
import { iconOf } from './event-icons.ts';
import { type EventPart, eventParts } from './event-parts.ts';
import './events.css';

/** One event as a sentence, with links to whom and what it is about. `count`: how many alike it stands for. */
export function EventLine({ event, count = 1 }: { event: PalatineEvent; count?: number }): JSX.Element {
  return (
    <div class="event-line">
      <span class="faint event-time">
        <Time at={event.Time} />
      </span>
      <Icon shape={iconOf(event)} size={16} />
      <span class="event-text">
        {eventParts(event).map((part, at) => (
          <Part key={at} part={part} />
        ))}
        {count > 1 && <span class="faint"> · {texts.value.events.times(count)}</span>}
      </span>
    </div>
  );
}

function Part({ part }: { part: EventPart }): JSX.Element {
  switch (part.kind) {
    case 'text':
      return <>{part.text}</>;
    case 'name':
      return <Name text={part.text} otherwise="–" />;
    case 'player':
      return (
        <a href={hrefOf(`/players/${encodeURIComponent(part.uid)}`)}>
          <Name text={part.name || part.uid} />
        </a>
      );
    case 'guild':
      return (
        <a href={hrefOf(`/guilds/${encodeURIComponent(part.id)}`)}>
          <Name text={part.name} />
        </a>
      );
    case 'base':
      return <a href={hrefOf(`/bases/${encodeURIComponent(part.id)}`)}>{part.text}</a>;
  }
}
