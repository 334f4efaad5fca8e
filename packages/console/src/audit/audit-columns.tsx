import type { JSX } from 'preact';
import { CopyId } from '../faces/CopyId.tsx';
import { LookAlikeMark } from '../faces/LookAlikeMark.tsx';
import { Name } from '../faces/Name.tsx';
import { Status } from '../faces/Status.tsx';
import { Time } from '../faces/Time.tsx';
import type { PlainColumn } from '../kit/PlainTable.tsx';
import { texts } from '../texts/texts.ts';
import { hrefIn } from '../worlds/fleet-worlds.ts';
import { WorldOf, worldColumns } from '../worlds/WorldColumn.tsx';
import { type AuditRow, titleOf } from './audit-query.ts';

/** The columns of the audit; the action opens all of an entry. */
export function auditColumns(onOpen: (entry: AuditRow) => void): PlainColumn<AuditRow>[] {
  const text = texts.value.audit;
  return [
    { title: text.when, cell: ({ Time: at }) => <Time at={at} /> },
    ...worldColumns<AuditRow>(),
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
  ];
}

/** What an entry says, with its names. */
export function factsOfEntry(entry: AuditRow): readonly (readonly [string, JSX.Element | undefined])[] {
  const text = texts.value.audit;
  const { World, Time: at, Token, IP, Route, Target, PlayerUserId, Outcome, Reason, Summary } = entry;
  const { Request, EventId } = entry;
  return [
    ...(World === undefined ? [] : [[texts.value.worlds.name, <WorldOf key="world" row={entry} />] as const]),
    [text.when, <Time key="when" at={at} as="moment" />],
    [text.token, <Name key="token" text={Token} />],
    [text.address, IP === '' ? undefined : <CopyId key="ip" id={IP} what={text.address} />],
    [text.route, <code key="route">{Route}</code>],
    [text.target, <TargetOf key="target" entry={entry} />],
    [text.asNamed, Target === '' ? undefined : <CopyId key="as" id={Target} what={text.asNamed} />],
    [
      text.userId,
      PlayerUserId === '' ? undefined : <CopyId key="user" id={PlayerUserId} what={text.userId} />,
    ],
    [text.outcome, <OutcomeOf key="outcome" code={Outcome} />],
    [text.what, Summary === '' ? undefined : <Name key="what" text={Summary} />],
    [text.reason, Reason === '' ? undefined : <Name key="reason" text={Reason} />],
    [text.request, Request === '' ? undefined : <CopyId key="request" id={Request} what={text.request} />],
    [
      text.event,
      EventId === undefined ? undefined : (
        <a key="event" href={hrefIn(World, `/events?event=${EventId}`)}>
          {EventId}
        </a>
      ),
    ],
  ];
}

/** Whom an entry is about: the player where the world knows one, else as the caller said it. */
function TargetOf({ entry: { World, PlayerUid, PlayerName, Target } }: { entry: AuditRow }) {
  if (PlayerUid === '') return <Name text={Target} otherwise="–" />;
  return (
    <>
      <a href={hrefIn(World, `/players/${PlayerUid}`)}>
        <Name text={PlayerName} otherwise={Target} />
      </a>{' '}
      <LookAlikeMark name={PlayerName} />
    </>
  );
}

/** How a write ended. */
function OutcomeOf({ code }: { code: string }) {
  return code === 'OK' ? (
    <Status tone="ok">{texts.value.audit.ok}</Status>
  ) : (
    <Status tone="danger">
      <code>{code}</code>
    </Status>
  );
}
