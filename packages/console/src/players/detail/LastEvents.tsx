import type { JSX } from 'preact';
import { playersOf } from '../../data/live.ts';
import { useResource } from '../../data/use-resource.ts';
import { useTouch } from '../../data/use-touch.ts';
import { EventLine } from '../../events/EventLine.tsx';
import { groupEvents } from '../../events/event-groups.ts';
import { Faces } from '../../faces/Faces.tsx';
import { Card } from '../../kit/Layout.tsx';
import { client } from '../../session/session.ts';
import { texts } from '../../texts/texts.ts';

const LAST = 20;

/** The last events that a player has to do with. */
export function LastEvents({ uid }: { uid: string }): JSX.Element {
  const text = texts.value.player;
  const events = useResource(
    async (signal) => {
      const query = { Player: uid, Limit: LAST };
      return groupEvents((await client().getPastEvents({ query, signal })).Entries);
    },
    [uid],
  );
  useTouch(events, (event) => playersOf(event).includes(uid));
  return (
    <Card title={text.lastEvents} flush>
      <Faces of={events} rows={4} empty={text.noEvents}>
        {(groups) => (
          <ul class="last-events">
            {groups.map(({ event, count }) => (
              <li key={event.Id}>
                <EventLine event={event} count={count} />
              </li>
            ))}
          </ul>
        )}
      </Faces>
    </Card>
  );
}
