import { type AuditEntry, getAudit, getPastEvents } from '@palatine/contract';
import { WaysBack } from '../actions/WaysBack.tsx';
import { usePages } from '../data/use-pages.ts';
import { useResource } from '../data/use-resource.ts';
import { useTouch } from '../data/use-touch.ts';
import { Faces } from '../faces/Faces.tsx';
import { Facts, PageBody } from '../kit/Layout.tsx';
import { address, hrefOf } from '../navigation/router.ts';
import { client, may } from '../session/session.ts';
import { texts } from '../texts/texts.ts';
import { AuditCard } from './AuditCard.tsx';
import { AuditFilters } from './AuditFilters.tsx';
import { AUDIT_CSV, AUDIT_FILTERS, auditQuery } from './audit-query.ts';
import { factsOfEntry } from './entry-facts.tsx';

/** Entries of a page. */
const PAGE = 100;

/** Every write, allowed or refused, newest first. */
export default function AuditPage() {
  const { query } = address.value;
  const asked = { ...auditQuery(query), Limit: PAGE };
  const audit = usePages(client(), getAudit, { rows: ({ Entries }) => Entries }, { query: asked });
  useTouch(audit, ({ Data }) => 'issuer' in Data);
  return (
    <PageBody toolbar={<AuditFilters />}>
      <AuditCard
        of={audit}
        isFiltered={AUDIT_FILTERS.some((name) => query.get(name))}
        file={{ name: 'audit.csv', label: texts.value.audit.csv, columns: AUDIT_CSV }}
        facts={(entry) => <EntryFacts key={entry.Id} of={entry} />}
      />
    </PageBody>
  );
}

/** All of an entry, with a way to the event that came of it. */
function EntryFacts({ of: entry }: { of: AuditEntry }) {
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
function EntryWayBack({ of: { Outcome, EventId } }: { of: AuditEntry }) {
  const { because } = texts.value.wayBack;
  if (Outcome !== 'OK') return <span>{because.refused}</span>;
  if (EventId === undefined) return <span>{because.none}</span>;
  return may(getPastEvents) ? <EventWayBack id={EventId} /> : <span>{because.unread}</span>;
}

function EventWayBack({ id }: { id: number }) {
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
