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
import { SheetOf } from '../kit/Sheet.tsx';
import { atFleet } from '../navigation/place.ts';
import { address } from '../navigation/router.ts';
import { client, may } from '../session/session.ts';
import { given } from '../table/list-address.ts';
import { SaveCsv } from '../table/TableTools.tsx';
import { texts } from '../texts/texts.ts';
import { chosenWorld, hrefIn } from '../worlds/fleet-worlds.ts';
import { AUDIT_CSV, AUDIT_FILTERS, type AuditRow, auditQuery, titleOf, WORLD_CSV } from './audit-query.ts';
import './audit.css';
import type { JSX } from 'preact';
import { CopyId } from '../faces/CopyId.tsx';
import { LookAlikeMark, Name, Status, Time } from '../faces/Values.tsx';
import type { PlainColumn } from '../kit/PlainTable.tsx';
import { ChoiceFilter, filterOf, SearchFilter, setFilter } from '../table/address-filters.tsx';
import { WorldFilter, WorldOf, worldColumns } from '../worlds/WorldColumn.tsx';

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
      <SheetOf of={opened.value} onClose={() => assign(opened, undefined)} title={titleOf}>
        {(entry) => (
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
      </SheetOf>
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

/** What the actions of the audit are filtered by: the beginning of a part of their route. */
const ACTIONS = [
  'give',
  'ban',
  'unban',
  'kick',
  'learntech',
  'forgettech',
  'deletebase',
  'SendPlayerMessage',
  'settings',
  'templates',
] as const;
const OUTCOMES = [
  'OK',
  'PLAYER_NOT_FOUND',
  'VALIDATION_FAILED',
  'MISSING_PERMISSION',
  'INVALID_REQUEST',
] as const;

/** The filters of the audit. All of them stand in the address. */
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
  const day = (name: 'from' | 'to', label: string) => (
    <label class="audit-day">
      {label}
      <input
        class="input"
        type="date"
        value={filterOf(name)}
        onInput={(event) => setFilter(name, event.currentTarget.value)}
      />
    </label>
  );
  return (
    <div class="audit-filters">
      <WorldFilter />
      {field('find', text.find)}
      {field('player', text.player)}
      {field('token', text.token)}
      {choice('action', text.anyAction, ACTIONS)}
      {choice('outcome', text.anyOutcome, OUTCOMES)}
      {day('from', text.from)}
      {day('to', text.to)}
    </div>
  );
}

/** The columns of the audit; the action opens all of an entry. */
function auditColumns(onOpen: (entry: AuditRow) => void): PlainColumn<AuditRow>[] {
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
function factsOfEntry(entry: AuditRow): readonly (readonly [string, JSX.Element | undefined])[] {
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
