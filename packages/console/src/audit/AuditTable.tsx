import type { AuditEntry } from '@palatine/contract';
import type { JSX } from 'preact';
import { LookAlikeMark } from '../faces/LookAlikeMark.tsx';
import { Name } from '../faces/Name.tsx';
import { Status } from '../faces/Status.tsx';
import { Time } from '../faces/Time.tsx';
import { PlainTable } from '../kit/PlainTable.tsx';
import { hrefOf } from '../navigation/router.ts';
import { texts } from '../texts/texts.ts';
import { titleOf } from './audit-query.ts';

/** Entries of the audit; the action opens all of an entry. */
export function AuditTable(props: {
  entries: readonly AuditEntry[];
  onOpen: (entry: AuditEntry) => void;
}): JSX.Element {
  const { entries, onOpen } = props;
  const text = texts.value.audit;
  return (
    <PlainTable
      label={texts.value.shell.pages.audit}
      rows={entries}
      keyOf={({ Id }) => String(Id)}
      columns={[
        { title: text.when, cell: ({ Time: at }) => <Time at={at} /> },
        { title: text.token, cell: ({ Token }) => <Name text={Token} /> },
        {
          title: text.action,
          header: true,
          cell: (entry) => (
            <button type="button" class="audit-action" onClick={() => onOpen(entry)}>
              {titleOf(entry)}
            </button>
          ),
        },
        { title: text.target, cell: (entry) => <TargetOf entry={entry} /> },
        { title: text.what, cell: ({ Summary, Reason }) => <Name text={Summary || Reason} otherwise="–" /> },
        { title: text.outcome, cell: ({ Outcome }) => <OutcomeOf code={Outcome} /> },
      ]}
    />
  );
}

/** Whom an entry is about: the player where the world knows one, else as the caller said it. */
export function TargetOf({ entry: { PlayerUid, PlayerName, Target } }: { entry: AuditEntry }): JSX.Element {
  if (PlayerUid === '') return <Name text={Target} otherwise="–" />;
  return (
    <>
      <a href={hrefOf(`/players/${PlayerUid}`)}>
        <Name text={PlayerName} otherwise={Target} />
      </a>{' '}
      <LookAlikeMark name={PlayerName} />
    </>
  );
}

/** How a write ended. */
export function OutcomeOf({ code }: { code: string }): JSX.Element {
  return code === 'OK' ? (
    <Status tone="ok">{texts.value.audit.ok}</Status>
  ) : (
    <Status tone="danger">
      <code>{code}</code>
    </Status>
  );
}
