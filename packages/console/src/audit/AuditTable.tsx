import type { AuditEntry } from '@palatine/contract';
import type { ComponentChildren } from 'preact';
import { LookAlikeMark } from '../faces/LookAlikeMark.tsx';
import { Name } from '../faces/Name.tsx';
import { Status } from '../faces/Status.tsx';
import { Time } from '../faces/Time.tsx';
import { PlainTable } from '../kit/PlainTable.tsx';
import { hrefOf } from '../navigation/router.ts';
import { texts } from '../texts/texts.ts';
import { titleOf } from './audit-query.ts';

/** What entries of several worlds say besides. */
export interface OfWorlds<Entry> {
  /** The head of the column that names the world. */
  readonly title: string;
  readonly keyOf: (entry: Entry) => string;
  readonly cell: (entry: Entry) => ComponentChildren;
  /** The address of a page of the world of an entry. */
  readonly href: (entry: Entry, path: string) => string;
  readonly titleOf: (entry: Entry) => string;
}

/** Entries of the audit; the action opens all of an entry. */
export function AuditTable<Entry extends AuditEntry>(props: {
  entries: readonly Entry[];
  onOpen: (entry: Entry) => void;
  /** Of a list of several worlds. */
  worlds?: OfWorlds<Entry>;
}) {
  const { entries, onOpen, worlds } = props;
  const text = texts.value.audit;
  return (
    <PlainTable
      label={texts.value.shell.pages.audit}
      rows={entries}
      keyOf={worlds?.keyOf ?? (({ Id }) => String(Id))}
      columns={[
        { title: text.when, cell: ({ Time: at }) => <Time at={at} /> },
        ...(worlds === undefined ? [] : [{ title: worlds.title, cell: worlds.cell }]),
        { title: text.token, cell: ({ Token }) => <Name text={Token} /> },
        {
          title: text.action,
          header: true,
          cell: (entry) => (
            <button type="button" class="audit-action" onClick={() => onOpen(entry)}>
              {(worlds?.titleOf ?? titleOf)(entry)}
            </button>
          ),
        },
        {
          title: text.target,
          cell: (entry) => (
            <TargetOf entry={entry} href={(path) => worlds?.href(entry, path) ?? hrefOf(path)} />
          ),
        },
        { title: text.what, cell: ({ Summary, Reason }) => <Name text={Summary || Reason} otherwise="–" /> },
        { title: text.outcome, cell: ({ Outcome }) => <OutcomeOf code={Outcome} /> },
      ]}
    />
  );
}

/** Whom an entry is about: the player where the world knows one, else as the caller said it. */
export function TargetOf({
  entry: { PlayerUid, PlayerName, Target },
  href = hrefOf,
}: {
  entry: AuditEntry;
  /** The address of a page of the world. */
  href?: (path: string) => string;
}) {
  if (PlayerUid === '') return <Name text={Target} otherwise="–" />;
  return (
    <>
      <a href={href(`/players/${PlayerUid}`)}>
        <Name text={PlayerName} otherwise={Target} />
      </a>{' '}
      <LookAlikeMark name={PlayerName} />
    </>
  );
}

/** How a write ended. */
export function OutcomeOf({ code }: { code: string }) {
  return code === 'OK' ? (
    <Status tone="ok">{texts.value.audit.ok}</Status>
  ) : (
    <Status tone="danger">
      <code>{code}</code>
    </Status>
  );
}
