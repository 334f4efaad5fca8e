import { getEvents, getPastEvents } from '@palatine/contract';
import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { liveState, onEvent } from '../data/live.ts';
import { useResource } from '../data/use-resource.ts';
import { assign } from '../kit/assign.ts';
import { Card } from '../kit/Layout.tsx';
import { client, may } from '../session/session.ts';
import { texts } from '../texts/texts.ts';
import { AsyncView } from '../views/AsyncView.tsx';
import { EventGroups, KindChips, typesOf } from './EventLine.tsx';
import { createFeed, type EventKind, groupEvents, kindOf } from './events.ts';

/** How many past events the feed begins with. */
const PAST = 100;

/** A live feed of events. The pointer on the list, or the focus in it, pauses it. */
export function EventFeed() {
  const text = texts.value.events;
  const kind = useSignal<EventKind | undefined>(undefined);
  const feed = useMemo(createFeed, [kind.value]);
  const past = useResource(
    async (signal) => {
      const types = typesOf(kind.value);
      const query = { Limit: PAST, ...(types !== '' && { Type: types }) };
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
      else if (kind.value === undefined || kindOf(event.Type) === kind.value) feed.add(event);
    });
  }, [feed, kind, past]);
  const groups = groupEvents(feed.events.value);
  const isLive = liveState.value === 'live';
  const note = feed.isPaused.value ? text.paused(feed.waiting.value) : text.live;
  return (
    <Card title={text.happens} note={isLive ? note : text.notLive} flush>
      <KindChips chosen={kind.value} onChoose={(next) => assign(kind, next)} />
      <div
        class="feed"
        onPointerEnter={() => feed.pause(true)}
        onPointerLeave={() => feed.pause(false)}
        onFocusIn={() => feed.pause(true)}
        onFocusOut={() => feed.pause(false)}
      >
        <AsyncView
          of={past}
          isEmpty={() => groups.length === 0}
          empty={kind.value === undefined ? text.none : text.noneOfKind}
        >
          {() => <EventGroups of={groups} />}
        </AsyncView>
      </div>
    </Card>
  );
}
