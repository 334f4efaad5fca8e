import type { AuditEntry } from '@palatine/contract';
import { useSignal } from '@preact/signals';
import Download from 'lucide/dist/esm/icons/download.mjs';
import type { JSX } from 'preact';
import { usePages } from '../data/use-pages.ts';
import { useTouch } from '../data/use-touch.ts';
import { Age, Faces } from '../faces/Faces.tsx';
import { Button } from '../kit/Button.tsx';
import { IconButton } from '../kit/IconButton.tsx';
import { Card, PageBody } from '../kit/Layout.tsx';
import { address } from '../navigation/router.ts';
import { client } from '../session/session.ts';
import { download, toCsv } from '../table/csv.ts';
import { texts } from '../texts/texts.ts';
import './audit.css';
import { AuditFilters } from './AuditFilters.tsx';
import { AuditSheet } from './AuditSheet.tsx';
import { AuditTable } from './AuditTable.tsx';
import { AUDIT_CSV, AUDIT_FILTERS, auditQuery } from './audit-query.ts';

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
              <AuditTable
                entries={entries}
                onOpen={(entry) => {
                  opened.value = entry;
                }}
              />
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
      <AuditSheet
        entry={opened.value}
        onClose={() => {
          opened.value = undefined;
        }}
      />
    </PageBody>
  );
}
