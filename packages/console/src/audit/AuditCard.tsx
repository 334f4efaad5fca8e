import type { AuditEntry } from '@palatine/contract';
import { useSignal } from '@preact/signals';
import Download from 'lucide/dist/esm/icons/download.mjs';
import type { JSX } from 'preact';
import type { Pages } from '../data/pages.ts';
import { Age, Faces } from '../faces/Faces.tsx';
import { MoreRows } from '../faces/MoreRows.tsx';
import { assign } from '../kit/assign.ts';
import { IconButton } from '../kit/IconButton.tsx';
import { Card } from '../kit/Layout.tsx';
import { Sheet } from '../kit/Sheet.tsx';
import { type CsvColumn, download, toCsv } from '../table/csv.ts';
import { texts } from '../texts/texts.ts';
import { AuditTable, type OfWorlds } from './AuditTable.tsx';
import { titleOf } from './audit-query.ts';
import './audit.css';

/** Most entries of a file: the command line, and the route of a fleet, write larger ones. */
const MOST_IN_FILE = 20_000;

export interface AuditCardProps<Entry extends AuditEntry> {
  of: Pages<Entry>;
  isFiltered: boolean;
  file: { name: string; label: string; columns: readonly CsvColumn<Entry>[] };
  /** All of an entry. */
  facts: (entry: Entry) => JSX.Element;
  /** Of a list of several worlds. */
  worlds?: OfWorlds<Entry>;
}

/** Entries of the audit, newest first: as a table, as a file, and one of them whole. */
export function AuditCard<Entry extends AuditEntry>(props: AuditCardProps<Entry>) {
  const { of, isFiltered, file, facts, worlds } = props;
  const text = texts.value.audit;
  const opened = useSignal<Entry | undefined>(undefined);
  const saving = useSignal(false);
  const entry = opened.value;

  async function save(): Promise<void> {
    saving.value = true;
    try {
      download(file.name, toCsv(file.columns, await of.all(MOST_IN_FILE)));
    } finally {
      saving.value = false;
    }
  }

  return (
    <>
      <Card
        title={texts.value.shell.pages.audit}
        note={<Age of={of} />}
        tools={
          <IconButton
            icon={Download}
            label={file.label}
            disabled={saving.value}
            onClick={() => void save()}
          />
        }
        flush
      >
        <Faces of={of} rows={14} empty={isFiltered ? text.noneMatch : text.none}>
          {(entries) => (
            <>
              <AuditTable
                entries={entries}
                onOpen={(each) => assign(opened, each)}
                {...(worlds && { worlds })}
              />
              <MoreRows of={of} text={text.older} />
            </>
          )}
        </Faces>
      </Card>
      <Sheet
        open={entry !== undefined}
        onClose={() => assign(opened, undefined)}
        side={innerWidth < 720 ? 'bottom' : 'end'}
        title={entry === undefined ? '' : (worlds?.titleOf ?? titleOf)(entry)}
      >
        {entry !== undefined && facts(entry)}
      </Sheet>
    </>
  );
}
