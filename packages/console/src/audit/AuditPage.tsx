import { type AuditEntry, getPastEvents } from '@palatine/contract';
import { useSignal } from '@preact/signals';
import Download from 'lucide/dist/esm/icons/download.mjs';
import type { JSX } from 'preact';
import { usePages } from '../data/use-pages.ts';
import { useTouch } from '../data/use-touch.ts';
import { Age, Faces } from '../faces/Faces.tsx';
import { Button } from '../kit/Button.tsx';
import { IconButton } from '../kit/IconButton.tsx';
import { Card, Facts, PageBody } from '../kit/Layout.tsx';
import { address, hrefOf } from '../navigation/router.ts';
import { client, may } from '../session/session.ts';
import { download, toCsv } from '../table/csv.ts';
import { texts } from '../texts/texts.ts';
import './audit.css';
import { WaysBack } from '../actions/WaysBack.tsx';
import { useResource } from '../data/use-resource.ts';
import { assign } from '../kit/assign.ts';
import { Sheet } from '../kit/Sheet.tsx';
import { AuditFilters } from './AuditFilters.tsx';
import { AuditTable } from './AuditTable.tsx';
import { AUDIT_CSV, AUDIT_FILTERS, auditQuery, titleOf } from './audit-query.ts';
import { factsOfEntry } from './entry-facts.tsx';

/** Entries of a page. */
const PAGE = '100';
/** Most entries of a file: the command line writes larger ones. */
const MOST_IN_FILE = 20_000;

/** Every write, allowed or refused, newest first. */
export default function AuditPage(): JSX.Element {
  const text = texts.value.audit;
  const { query } = address.value;
  const asked = auditQuery(query);
  const audit = usePages<AuditEntry>(
    async (cursor, signal) => {
      const page = await client().getAudit({
        query: { ...asked, Limit: PAGE, ...(cursor !== undefined && { Cursor: String(cursor) }) },
        signal,
      });
      return { rows: page.Entries, next: page.Next };
    },
    [JSON.stringify(asked)],
  );
  useTouch(audit, ({ Data }) => 'issuer' in Data);
  const opened = useSignal<AuditEntry | undefined>(undefined);
  const saving = useSignal(false);
  const isFiltered = AUDIT_FILTERS.some((name) => query.get(name));

  async function save(): Promise<void> {
    saving.value = true;
    try {
      download('audit.csv', toCsv(AUDIT_CSV, await audit.all(MOST_IN_FILE)));
    } finally {
      saving.value = false;
    }
  }

  return (
    <PageBody toolbar={<AuditFilters />}>
      <Card
        title={texts.value.shell.pages.audit}
        note={<Age of={audit} />}
        tools={
          <IconButton icon={Download} label={text.csv} disabled={saving.value} onClick={() => void save()} />
        }
        flush
      >
        <Faces of={audit} rows={14} empty={isFiltered ? text.noneMatch : text.none}>
          {(entries) => (
            <>
              <AuditTable entries={entries} onOpen={(entry) => assign(opened, entry)} />
              {audit.hasMore.value && (
                <p class="empty">
                  <Button disabled={audit.readingMore.value} onClick={() => void audit.more()}>
                    {text.older}
                  </Button>
                </p>
              )}
            </>
          )}
        </Faces>
      </Card>
      <AuditSheet entry={opened.value} onClose={() => assign(opened, undefined)} />
    </PageBody>
  );
}

/** All of an entry, with a way to the event that came of it. */
function AuditSheet(props: { entry: AuditEntry | undefined; onClose: () => void }): JSX.Element {
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
