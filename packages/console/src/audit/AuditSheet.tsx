import { type AuditEntry, getPastEvents } from '@palatine/contract';
import type { JSX } from 'preact';
import { WaysBack } from '../actions/WaysBack.tsx';
import { useResource } from '../data/use-resource.ts';
import { Faces } from '../faces/Faces.tsx';
import { Facts } from '../kit/Layout.tsx';
import { Sheet } from '../kit/Sheet.tsx';
import { hrefOf } from '../navigation/router.ts';
import { client, may } from '../session/session.ts';
import { texts } from '../texts/texts.ts';
import { titleOf } from './audit-query.ts';
import { factsOfEntry } from './entry-facts.tsx';

/** All of an entry, with a way to the event that came of it. */
export function AuditSheet(props: { entry: AuditEntry | undefined; onClose: () => void }): JSX.Element {
  const { entry, onClose } = props;
  return (
    <Sheet
      open={entry !== undefined}
      onClose={onClose}
      side={innerWidth < 720 ? 'bottom' : 'end'}
      title={entry === undefined ? '' : titleOf(entry)}
    >
      {entry !== undefined && <EntryFacts key={entry.Id} of={entry} />}
    </Sheet>
  );
}

function EntryFacts({ of: entry }: { of: AuditEntry }): JSX.Element {
  const text = texts.value.audit;
  const { EventId } = entry;
  return (
    <Facts
      of={[
        ...factsOfEntry(entry),
        [
          text.event,
          EventId === undefined ? undefined : (
            <a key="event" href={hrefOf('/events', { event: String(EventId) })}>
              {EventId}
            </a>
          ),
        ],
        [texts.value.wayBack.title, <EntryWayBack key="back" of={entry} />],
      ]}
    />
  );
}

/** The inverse of an entry: the event that came of it tells exactly what was changed. */
function EntryWayBack({ of: { Outcome, EventId } }: { of: AuditEntry }): JSX.Element {
  const { because } = texts.value.wayBack;
  if (Outcome !== 'OK') return <span>{because.refused}</span>;
  if (EventId === undefined) return <span>{because.none}</span>;
  return may(getPastEvents) ? <EventWayBack id={EventId} /> : <span>{because.unread}</span>;
}

function EventWayBack({ id }: { id: number }): JSX.Element {
  const event = useResource(
    async (signal) => {
      const { Entries } = await client().getPastEvents({ query: { Before: id + 1, Limit: 1 }, signal });
      return Entries.filter(({ Id }) => Id === id);
    },
    [id],
  );
  return (
    <Faces of={event} rows={1} empty={texts.value.wayBack.because.eventGone}>
      {([found]) => (found === undefined ? null : <WaysBack of={found} />)}
    </Faces>
  );
}
