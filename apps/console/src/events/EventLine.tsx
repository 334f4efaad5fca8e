import { EVENTS, type PalatineEvent } from '@palatine/contract';
import { Icon, type IconShape } from '../kit/Icon.tsx';
import { hrefOf } from '../navigation/router.ts';
import { texts } from '../texts/texts.ts';
import { Name, Time } from '../views/Values.tsx';
import { type EventPart, eventParts } from './event-parts.ts';
import './events.css';
import { Ban, Gift, House, LogIn, LogOut, MessageSquare, Server, User } from 'lucide';
import { type EventGroup, type EventKind, kindOf } from './events.ts';

/** Events as sentences, one below the other, with links to whom and what they are about. */
export function EventGroups({ of }: { of: readonly EventGroup[] }) {
  return (
    <ul>
      {of.map(({ event, count }) => (
        <li key={event.Id}>
          <div class="event-line">
            <span class="faint event-time">
              <Time at={event.Time} />
            </span>
            <EventIcon event={event} />
            <span class="event-text">
              <EventText event={event} href={hrefOf} />
              {count > 1 && <span class="faint"> · {texts.value.events.times(count)}</span>}
            </span>
          </div>
        </li>
      ))}
    </ul>
  );
}

/** @param props.href the address of a page of the world of the event */
export function EventText({ event, href }: { event: PalatineEvent; href: (path: string) => string }) {
  return (
    <>
      {eventParts(event).map((part, at) => (
        <Part key={at} part={part} href={href} />
      ))}
    </>
  );
}

export function EventIcon({ event }: { event: PalatineEvent }) {
  return <Icon shape={iconOf(event)} size={16} />;
}

export function eventText(event: PalatineEvent): string {
  return eventParts(event)
    .map((part) => (part.kind === 'player' || part.kind === 'guild' ? part.name : part.text))
    .join('');
}

function Part({ part, href }: { part: EventPart; href: (path: string) => string }) {
  switch (part.kind) {
    case 'text':
      return <>{part.text}</>;
    case 'name':
      return <Name text={part.text} otherwise="–" />;
    case 'player':
      return (
        <a href={href(`/players/${encodeURIComponent(part.uid)}`)}>
          <Name text={part.name || part.uid} />
        </a>
      );
    case 'guild':
      return (
        <a href={href(`/guilds/${encodeURIComponent(part.id)}`)}>
          <Name text={part.name} />
        </a>
      );
    case 'base':
      return <a href={href(`/bases/${encodeURIComponent(part.id)}`)}>{part.text}</a>;
  }
}

const OF_KIND: Readonly<Record<EventKind, IconShape>> = {
  players: User,
  giving: Gift,
  moderation: Ban,
  messages: MessageSquare,
  bases: House,
  service: Server,
};

/** The icon of an event: of its kind, and an arrow for those who come and go. */
function iconOf({ Type }: PalatineEvent): IconShape {
  if (Type === 'player.joined') return LogIn;
  if (Type === 'player.left') return LogOut;
  return OF_KIND[kindOf(Type)];
}

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
