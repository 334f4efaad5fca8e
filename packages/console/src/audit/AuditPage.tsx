import { getAudit, getFleetAudit, getPastEvents } from '@palatine/contract';
import { useSignal } from '@preact/signals';
import { WaysBack } from '../actions/WaysBack.tsx';
import type { Rows } from '../data/rows.ts';
import { usePages } from '../data/use-pages.ts';
import { useResource } from '../data/use-resource.ts';
import { Faces } from '../faces/Faces.tsx';
import { PagesCard } from '../faces/TableCard.tsx';
import { assign } from '../kit/assign.ts';
import { Facts, PageBody } from '../kit/Layout.tsx';
import { Sheet } from '../kit/Sheet.tsx';
import { atFleet } from '../navigation/place.ts';
import { address } from '../navigation/router.ts';
import { client, may } from '../session/session.ts';
import { given } from '../table/list-address.ts';
import { SaveCsv } from '../table/TableTools.tsx';
import { texts } from '../texts/texts.ts';
import { chosenWorld } from '../worlds/fleet-worlds.ts';
import { AuditFilters } from './AuditFilters.tsx';
import { auditColumns, factsOfEntry } from './audit-columns.tsx';
import { AUDIT_CSV, AUDIT_FILTERS, type AuditRow, auditQuery, titleOf, WORLD_CSV } from './audit-query.ts';
import './audit.css';

/** Most entries of a file: the command line, and the route of a fleet, write larger ones. */
const MOST_IN_FILE = 20_000;
/** The file of the entries. */
const FILE = atFleet
  ? { file: 'fleet-audit', columns: [...WORLD_CSV, ...AUDIT_CSV] }
  : { file: 'audit', columns: AUDIT_CSV };
/** The audit of the place. */
const ROUTE = atFleet ? getFleetAudit : getAudit;

const keyOf = ({ World, Incarnation, Id }: AuditRow) => `${World} ${Incarnation} ${Id}`;

/** Every write, allowed or refused, newest first: at a world, or at every world of a fleet and at its gateway. */
export default function AuditPage() {
  const { query } = address.value;
  const text = texts.value.audit;
  const world = chosenWorld();
  const audit: Rows<AuditRow> = usePages(
    ROUTE,
    { rows: ({ Entries }) => Entries, keyOf, touchedBy: ({ Data }) => 'issuer' in Data },
    { query: given({ ...auditQuery(query), World: world }) },
  );
  const isFiltered = world !== '' || AUDIT_FILTERS.some((name) => query.get(name));
  const opened = useSignal<AuditRow | undefined>(undefined);
  const entry = opened.value;
  return (
    <PageBody toolbar={<AuditFilters />}>
      <PagesCard
        title={texts.value.shell.pages.audit}
        of={audit}
        keyOf={keyOf}
        columns={auditColumns((each) => assign(opened, each))}
        empty={isFiltered ? text.noneMatch : text.none}
        more={text.older}
        tools={<SaveCsv list={audit} {...FILE} most={MOST_IN_FILE} />}
      />
      <Sheet
        open={entry !== undefined}
        onClose={() => assign(opened, undefined)}
        title={entry === undefined ? '' : titleOf(entry)}
      >
        {entry !== undefined && (
          <Facts
            of={[
              ...factsOfEntry(entry),
              [
                texts.value.wayBack.title,
                atFleet ? undefined : <EntryWayBack key={`back ${entry.Id}`} of={entry} />,
              ],
            ]}
          />
        )}
      </Sheet>
    </PageBody>
  );
}

/** The inverse of an entry: the event that came of it tells exactly what was changed. */
function EntryWayBack({ of: { Outcome, EventId } }: { of: AuditRow }) {
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
