import { EVENTS, getEvents, getPastEvents, type PalatineEvent } from '@palatine/contract';
import { useSignal } from '@preact/signals';
import { Ban, Gift, House, LogIn, LogOut, MessageSquare, Server, User } from 'lucide';
import { useEffect, useMemo } from 'preact/hooks';
import { liveState, onEvent } from '../data/live.ts';
import { useResource } from '../data/use-resource.ts';
import { Icon, type IconShape } from '../kit/Button.tsx';
import { Chips } from '../kit/Chips.tsx';
import { optionsOf } from '../kit/Fields.tsx';
import { hrefOf } from '../navigation/router.ts';
import { client, may } from '../session/session.ts';
import { texts } from '../texts/texts.ts';
import { AsyncView } from '../views/AsyncView.tsx';
import { Name, NameLink, Time } from '../views/Values.tsx';
import { type EventPart, eventParts } from './event-parts.ts';
import { createFeed, type EventGroup, type EventKind, groupEvents, isShown, kindOf } from './events.ts';
import './events.css';

/** Events as sentences with links to players, guilds and bases. */
export function EventGroups({ groups }: { groups: readonly EventGroup[] }) {
  return (
    <ul>
      {groups.map(({ event, count }) => (
        <li key={event.Id}>
          <div class="event-line plain-links">
            <span class="faint event-time">
              <Time at={event.Time} />
            </span>
            <EventIcon event={event} />
            <span>
              <EventText event={event} href={hrefOf} />
              {count > 1 && <span class="faint"> · {texts.value.events.times(count)}</span>}
            </span>
          </div>
        </li>
      ))}
    </ul>
  );
}

/** @param href the address of a page in the world of the event */
export function EventText({ event, href }: { event: PalatineEvent; href: (path: string) => string }) {
  return (
    <>
      {eventParts(event).map((part, at) => (
        <Part key={at} part={part} href={href} />
      ))}
    </>
  );
}

function Part({ part, href }: { part: EventPart; href: (path: string) => string }) {
  if (part.kind === 'link') return <NameLink href={href(part.path)} text={part.text} />;
  return part.kind === 'name' ? <Name text={part.text} otherwise="–" /> : part.text;
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
export function EventIcon({ event: { Type } }: { event: PalatineEvent }) {
  const shape = Type === 'player.joined' ? LogIn : Type === 'player.left' ? LogOut : OF_KIND[kindOf(Type)];
  return <Icon shape={shape} size={16} />;
}

/** Narrows events to a kind; '' for all. */
export function KindChips(props: { chosen: EventKind | ''; onChoose: (kind: EventKind | '') => void }) {
  const text = texts.value.events;
  const kinds = optionsOf({ '': text.all, ...text.kinds });
  return <Chips label={text.what} value={props.chosen} options={kinds} onChange={props.onChoose} />;
}

/** The types that are shown, of one kind or of all, as the service's filter wants them: with commas between. */
export function typesOf(kind: EventKind | ''): string {
  return Object.keys(EVENTS)
    .filter((type) => isShown(type, kind))
    .join(',');
}

/** How many past events the feed begins with. */
const PAST = 100;

/** A live feed of events, folded to its newest one. The pointer on the list, or the focus in it, pauses it. */
export function EventFeed() {
  const text = texts.value.events;
  const kind = useSignal<EventKind | ''>('');
  const feed = useMemo(createFeed, [kind.value]);
  const past = useResource(
    async (signal) => {
      const query = { Limit: PAST, Type: typesOf(kind.value) };
      const { Entries } = await client().call(getPastEvents, { query, signal });
      feed.begin(Entries);
      return Entries;
    },
    [feed],
  );
  useEffect(() => {
    if (!may(getEvents)) return undefined;
    return onEvent((event) => {
      if (event === undefined) void past.refresh();
      else if (isShown(event.Type, kind.value)) feed.add(event);
    });
  }, [feed, kind, past]);
  const groups = groupEvents(feed.events.value);
  const newest = groups[0]?.event;
  const isLive = liveState.value === 'live';
  const note = feed.isPaused.value ? text.paused(feed.waiting.value) : text.live;
  return (
    <details class="card box activity">
      <summary class="row">
        <b>{text.happens}</b>
        <span class="truncate">{newest && <EventText event={newest} href={hrefOf} />}</span>
        <span class="faint">{newest && <Time at={newest.Time} />}</span>
        <span class="faint">{isLive ? note : text.notLive}</span>
      </summary>
      <KindChips chosen={kind.value} onChoose={(next) => (kind.value = next)} />
      <div
        class="feed"
        onPointerEnter={() => feed.pause(true)}
        onPointerLeave={() => feed.pause(false)}
        onFocusIn={() => feed.pause(true)}
        onFocusOut={() => feed.pause(false)}
      >
        <AsyncView
          resource={past}
          isEmpty={() => groups.length === 0}
          empty={kind.value === '' ? text.none : text.noneOfKind}
        >
          {() => <EventGroups groups={groups} />}
        </AsyncView>
      </div>
    </details>
  );
}
