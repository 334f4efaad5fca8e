import { getAudit, getFleetAudit, getPastEvents } from '@palatine/contract';
import type { JSX } from 'preact';
import { UndoButtons } from '../actions/UndoButtons.tsx';
import { withNames } from '../data/catalogue.ts';
import { type Rows, usePages } from '../data/rows.ts';
import { useReply } from '../data/use-resource.ts';
import { Facts } from '../kit/Layout.tsx';
import { atFleet } from '../navigation/place.ts';
import { address } from '../navigation/router.ts';
import { may } from '../session/session.ts';
import { type Column, column, moments, words } from '../table/column.tsx';
import { ChoiceFilter, DayFilters, SearchFilter } from '../table/filters.tsx';
import { ListView } from '../table/ListView.tsx';
import { withoutEmpty } from '../table/list-query.ts';
import { texts } from '../texts/texts.ts';
import { AsyncView } from '../views/AsyncView.tsx';
import { CopyId, LookAlikeMark, Name, NameLink, Status, Time } from '../views/Values.tsx';
import { chosenWorld, hrefIn, WorldFilter, WorldOf, worldColumns } from '../worlds/WorldColumn.tsx';
import {
  ACTIONS,
  AUDIT_CSV,
  AUDIT_FILTERS,
  type AuditRow,
  auditQuery,
  OUTCOMES,
  titleOf,
} from './audit-query.ts';
import './audit.css';

/** The file of the entries: the command line, and the route of a fleet, write larger ones. */
const FILE = { csv: AUDIT_CSV, maxRows: 20_000 };
const FILTERS = atFleet ? ['world', ...AUDIT_FILTERS] : AUDIT_FILTERS;
const ROUTE = atFleet ? getFleetAudit : getAudit;

const keyOf = ({ World, Incarnation, Id }: AuditRow) => `${World} ${Incarnation} ${Id}`;

/** Every write, allowed or refused, newest first: at a world, or at every world of a fleet and at its gateway. */
export default function AuditPage() {
  const { query } = address.value;
  const text = texts.value.audit;
  const world = chosenWorld();
  const audit: Rows<AuditRow> = usePages(
    ROUTE,
    { rows: ({ Entries }) => Entries, keyOf, refreshOn: ({ Data }) => 'issuer' in Data },
    { query: withoutEmpty({ ...auditQuery(query), World: world }) },
  );
  return (
    <ListView<AuditRow>
      id={atFleet ? 'fleet-audit' : 'audit'}
      label={texts.value.shell.tabs.audit}
      list={audit}
      keyOf={keyOf}
      nameOf={titleOf}
      columns={auditColumns()}
      filters={FILTERS}
      none={text.none}
      noneMatch={text.noneMatch}
      details={(entry) => <AuditDetails key={keyOf(entry)} entry={entry} />}
      detailsTitle={titleOf}
      file={FILE}
    >
      <AuditFilters />
    </ListView>
  );
}

function AuditDetails({ entry }: { entry: AuditRow }) {
  const title = texts.value.actionDialog.undo;
  const undo = atFleet ? undefined : <EntryUndo entry={entry} />;
  return <Facts facts={[...factsOfEntry(entry), [title, undo]]} />;
}

/** The inverse of an entry: the event that came of it tells exactly what was changed. */
function EntryUndo({ entry: { Outcome, EventId } }: { entry: AuditRow }) {
  const { because } = texts.value.undo;
  if (Outcome !== 'OK') return <span>{because.refused}</span>;
  if (EventId === undefined) return <span>{because.none}</span>;
  return may(getPastEvents) ? <EventUndo id={EventId} /> : <span>{because.unread}</span>;
}

function EventUndo({ id }: { id: number }) {
  const events = useReply('getPastEvents', { query: { Before: id + 1, Limit: 1 } });
  return (
    <AsyncView
      resource={events}
      rows={1}
      isEmpty={({ Entries: [event] }) => event?.Id !== id}
      empty={texts.value.undo.because.eventGone}
    >
      {({ Entries: [event] }) => event && <UndoButtons event={event} />}
    </AsyncView>
  );
}

function AuditFilters() {
  const text = texts.value.audit;
  const field = (name: 'find' | 'player' | 'token', label: string) => (
    <SearchFilter name={name} label={label} maxLength={200} />
  );
  const choice = (name: 'action' | 'outcome', label: string, values: readonly string[]) => (
    <ChoiceFilter
      name={name}
      label={label}
      any={label}
      options={values.map((value) => ({ value, text: value }))}
    />
  );
  return (
    <div class="audit-filters cluster">
      <WorldFilter />
      {field('find', text.find)}
      {field('player', text.player)}
      {field('token', text.token)}
      {choice('action', text.anyAction, ACTIONS)}
      {choice('outcome', text.anyOutcome, OUTCOMES)}
      <DayFilters />
    </div>
  );
}

function auditColumns(): Column<AuditRow>[] {
  const text = texts.value.audit;
  return [
    moments('time', text.when, ({ Time: at }) => at),
    ...worldColumns<AuditRow>(),
    column('action', text.action, titleOf, {
      minPx: 180,
      grow: 1,
      fixed: true,
      cell: (entry) => <bdi>{titleOf(entry)}</bdi>,
    }),
    words('token', text.token, ({ Token }) => Token),
    column('target', text.target, ({ PlayerName, Target }) => PlayerName || Target, {
      minPx: 140,
      grow: 1,
      cell: (entry) => <TargetOf entry={entry} />,
    }),
    words('summary', text.what, ({ Summary, Reason }) => withNames(Summary) || Reason, { grow: 2 }),
    column('outcome', text.outcome, ({ Outcome }) => Outcome, {
      minPx: 160,
      atEnd: true,
      cell: ({ Outcome }) => <OutcomeOf code={Outcome} />,
    }),
  ];
}

type Fact = readonly [name: string, fact: JSX.Element | undefined];

function factsOfEntry(entry: AuditRow): readonly Fact[] {
  const text = texts.value.audit;
  const { World, Time: at, Token, IP, Route, Target, PlayerUserId, Outcome, Reason, Summary } = entry;
  const { Request, EventId } = entry;
  const id = (name: string, value: string): Fact => [
    name,
    value === '' ? undefined : <CopyId key={name} id={value} what={name} />,
  ];
  const said = (name: string, value: string): Fact => [
    name,
    value === '' ? undefined : <Name key={name} text={value} />,
  ];
  return [
    // Only a fleet has texts of worlds.
    ...(World === undefined ? [] : [[texts.value.worlds.name, <WorldOf key="world" row={entry} />] as const]),
    [text.when, <Time key="when" at={at} as="moment" />],
    [text.token, <Name key="token" text={Token} />],
    id(text.address, IP),
    [text.route, <code key="route">{Route}</code>],
    [text.target, <TargetOf key="target" entry={entry} />],
    id(text.asNamed, Target),
    id(text.userId, PlayerUserId),
    [text.outcome, <OutcomeOf key="outcome" code={Outcome} />],
    said(text.what, withNames(Summary)),
    said(text.reason, Reason),
    id(text.request, Request),
    [
      text.event,
      EventId === undefined ? undefined : (
        <a key="event" href={hrefIn(World, `/log/events?event=${EventId}`)}>
          {EventId}
        </a>
      ),
    ],
  ];
}

/** The target of an entry: the player where the world knows one, else as the caller named it. */
function TargetOf({ entry: { World, PlayerUid, PlayerName, Target } }: { entry: AuditRow }) {
  if (PlayerUid === '') return <Name text={Target} otherwise="–" />;
  return (
    <>
      <NameLink href={hrefIn(World, `/players/${PlayerUid}`)} text={PlayerName} otherwise={Target} />{' '}
      <LookAlikeMark name={PlayerName} />
    </>
  );
}

function OutcomeOf({ code }: { code: string }) {
  return code === 'OK' ? (
    <Status tone="ok">{texts.value.audit.ok}</Status>
  ) : (
    <Status tone="danger">
      <code>{code}</code>
    </Status>
  );
}
