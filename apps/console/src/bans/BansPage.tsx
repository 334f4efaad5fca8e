import {
  type AuditEntry,
  BANLIST_PAGE_ENTRIES,
  banIP,
  banPlayer,
  getAudit,
  getPlayerDetails,
  LIMITS,
} from '@palatine/contract';
import { useSignal } from '@preact/signals';
import { Ban } from 'lucide';
import { actionGroups } from '../actions/action-menu.ts';
import { openAction } from '../actions/dialog.ts';
import { allRows } from '../data/rows.ts';
import { useRefreshOn, useReply, useResource } from '../data/use-resource.ts';
import { DialogButton } from '../kit/Dialog.tsx';
import { Field, IdInput, optionsOf, TextField } from '../kit/Fields.tsx';
import { Facts } from '../kit/Layout.tsx';
import type { MenuGroup } from '../kit/Menu.tsx';
import { address, hrefOf } from '../navigation/router.ts';
import { client, may } from '../session/session.ts';
import { type Column, codes, column, moments, type Sorting, words } from '../table/column.tsx';
import { ChoiceFilter, FilterButton, SearchFilter, setFilter } from '../table/filters.tsx';
import { ListView } from '../table/ListView.tsx';
import { useWholeList } from '../table/use-list.ts';
import { texts } from '../texts/texts.ts';
import { AsyncView } from '../views/AsyncView.tsx';
import { FormDialog } from '../views/FormDialog.tsx';
import { CopyId, Name, Status, Time } from '../views/Values.tsx';
import {
  atMs,
  BAN_FILTERS,
  type BanFilters,
  type BanRow,
  type Issued,
  queryOf,
  rowsOf,
  targetOf,
  typedTarget,
} from './ban-list.ts';

const SORTING: Sorting = { sort: 'given', order: 'Descending' };
const keyOf = ({ kind, subject }: BanRow) => `${kind} ${subject}`;

export default function BansPage() {
  const text = texts.value.bans;
  const { query } = address.value;
  const filters = Object.fromEntries(BAN_FILTERS.map((name) => [name, query.get(name) ?? ''])) as BanFilters;
  const bans = useResource(
    (signal) => readBans(filters, signal),
    Object.values(filters),
    `bans ${JSON.stringify(filters)}`,
  );
  useRefreshOn(bans, /^(punishment|config\.reloaded)$/);
  const list = useWholeList({ resource: bans, rows: (all) => all, columns: banColumns(), sorting: SORTING });
  const rows = bans.value.value ?? [];
  return (
    <ListView<BanRow>
      id="bans"
      label={texts.value.shell.tabs.bans}
      {...list}
      keyOf={keyOf}
      nameOf={({ subject }) => subject}
      filters={BAN_FILTERS}
      none={text.none}
      noneMatch={text.noneMatch}
      menuOf={banMenu}
      details={(row) => <BanHistory key={row.subject} ban={row} />}
      detailsTitle={({ subject }) => text.historyOf(subject)}
      tools={
        (may(banPlayer) || may(banIP)) && (
          <DialogButton kind="danger" icon={Ban} text={text.add}>
            {(close) => <BanDialog onClose={close} />}
          </DialogButton>
        )
      }
    >
      <BanFilterBar filters={filters} />
      {rows.length > 0 && (
        <span class="quiet">{text.count(rows.length, rows.filter(({ active }) => active).length)}</span>
      )}
    </ListView>
  );
}

function banColumns(): Column<BanRow>[] {
  const text = texts.value.bans;
  const { columns } = text;
  return [
    codes('subject', columns.who, ({ subject }) => subject, { minPx: 250, grow: 2, fixed: true }),
    column('kind', columns.kind, ({ kind }) => text[kind], {
      minPx: 80,
      cell: ({ kind }) => <span class="quiet">{text[kind]}</span>,
    }),
    column('state', columns.state, stateText, {
      minPx: 90,
      atEnd: true,
      cell: (row) => <Status tone={row.active ? 'danger' : 'off'}>{stateText(row)}</Status>,
    }),
    words('reason', columns.reason, ({ by }) => by.Reason, { minPx: 160, grow: 2 }),
    words('by', columns.by, ({ by }) => by.NameValue || by.Type, {
      minPx: 150,
      cell: ({ by }) => <Issuer issued={by} />,
    }),
    moments('given', columns.given, ({ by }) => atMs(by)),
    moments('lifted', columns.lifted, ({ lifted }) => lifted && atMs(lifted), {
      minPx: 170,
      grow: 1,
      cell: ({ lifted }) =>
        lifted && (
          <>
            <Time at={atMs(lifted)} /> <Issuer issued={lifted} />
          </>
        ),
    }),
  ];
}

function stateText({ active }: BanRow): string {
  const text = texts.value.bans;
  return active ? text.active : text.lifted;
}

function banMenu(row: BanRow, open: () => void): MenuGroup[] {
  const senseless = row.active ? (['ban', 'banAddress'] as const) : (['unban', 'unbanAddress'] as const);
  return [
    { id: 'open', items: [{ id: 'history', text: texts.value.bans.history, run: open }] },
    ...actionGroups([targetOf(row)], senseless),
  ];
}

/** A longer list is not read by people. */
const MAX_BANS = 50_000;

const readBans = (filters: BanFilters, signal: AbortSignal): Promise<readonly BanRow[]> =>
  allRows(async ({ Cursor }) => {
    const page = { limit: String(BANLIST_PAGE_ENTRIES), ...(Cursor !== undefined && { cursor: Cursor }) };
    const { Banlist, Next } = await client().getBanlist({ query: { ...queryOf(filters), ...page }, signal });
    return { Rows: rowsOf(Banlist), Next };
  }, MAX_BANS);

const MORE = ['user', 'ip', 'reason', 'issuer', 'issuerType', 'issuerIP'] as const;

function BanFilterBar({ filters }: { filters: BanFilters }) {
  const text = texts.value.bans;
  const { all: anyState, ...states } = text.states;
  const { all: anyKind, ...kinds } = text.kinds;
  return (
    <>
      <div class="find-field">
        <SearchFilter name="find" label={text.find} maxLength={LIMITS.filterChars} />
      </div>
      <ChoiceFilter name="state" label={text.state} any={anyState} options={optionsOf(states)} />
      <ChoiceFilter name="kind" label={text.kind} any={anyKind} options={optionsOf(kinds)} />
      <FilterButton hidden={MORE}>
        {MORE.map((name) => (
          <Field key={name} label={text.filters[name]}>
            <TextField
              value={filters[name]}
              maxLength={LIMITS.filterChars}
              {...(name === 'issuerType' && { placeholder: text.issuerTypeHint })}
              onChange={(value) => setFilter(name, value)}
            />
          </Field>
        ))}
      </FilterButton>
    </>
  );
}

/** Asks for the UserId or the address to ban; the dialog of the ban follows. */
function BanDialog({ onClose }: { onClose: () => void }) {
  const text = texts.value.bans;
  const who = useSignal('');
  const target = typedTarget(who.value);
  const allowed = target !== undefined && may(target.kind === 'address' ? banIP : banPlayer);
  async function go(): Promise<void> {
    onClose();
    if (target !== undefined) openAction(target.kind === 'address' ? 'banAddress' : 'ban', target);
  }
  return (
    <FormDialog onClose={onClose} title={text.addTitle} doText={text.go} ready={allowed} run={go}>
      <IdInput label={text.addWho} hint={text.addHint} bind={who} />
    </FormDialog>
  );
}

/** Audit entries that are looked at. */
const ENTRIES = 100;

/** A ban with its player, and every ban and lifting before. */
function BanHistory({ ban }: { ban: BanRow }) {
  const text = texts.value.bans;
  const { kind, subject, by, lifted } = ban;
  return (
    <div class="stack loose">
      <Facts
        facts={[
          [text.columns.who, <CopyId key="id" id={subject} what={subject} />],
          [text.columns.state, ban.active ? text.active : text.lifted],
          [text.columns.given, <Given key="given" issued={by} />],
          [text.columns.reason, <Name key="reason" text={by.Reason} otherwise="–" />],
          [text.columns.lifted, lifted && <Given key="lifted" issued={lifted} />],
          [
            `${text.columns.lifted}: ${text.columns.reason}`,
            lifted && <Name text={lifted.Reason} otherwise="–" />,
          ],
        ]}
      />
      {kind === 'user' && may(getPlayerDetails) && <Player userId={subject} />}
      {may(getAudit) && <Attempts ban={ban} />}
    </div>
  );
}

function Given({ issued }: { issued: Issued }) {
  const text = texts.value.bans;
  return (
    <span>
      <Time at={atMs(issued)} as="moment" /> · <Issuer issued={issued} />
      {issued.IP !== '' && (
        <>
          {' '}
          {text.fromAddress} <code>{issued.IP}</code>
        </>
      )}
    </span>
  );
}

function Player({ userId }: { userId: string }) {
  const text = texts.value.bans;
  const details = useReply('getPlayerDetails', { params: { uid: userId } });
  return (
    <AsyncView resource={details} rows={1} gone={text.unknownUser}>
      {({ Player }) => (
        <p>
          <a href={hrefOf(`/players/${Player.Uid}`)}>
            {text.openPlayer}: <Name text={Player.Name} />
          </a>
        </p>
      )}
    </AsyncView>
  );
}

function Attempts({ ban: { kind, subject } }: { ban: BanRow }) {
  const text = texts.value.bans;
  const entries = useResource(
    async (signal) => {
      const who = kind === 'user' ? { Player: subject } : { Target: subject };
      const { Entries } = await client().getAudit({ query: { ...who, Limit: ENTRIES }, signal });
      return Entries.filter(({ Route }) => /\/(un)?ban(ip)?\//.test(Route));
    },
    [kind, subject],
  );
  return (
    <section>
      <h3>{text.attempts}</h3>
      <AsyncView resource={entries} empty={text.noAttempts} rows={3}>
        {(attempts) => (
          <ul class="stack">
            {attempts.map((entry) => (
              <Attempt key={entry.Id} entry={entry} />
            ))}
          </ul>
        )}
      </AsyncView>
    </section>
  );
}

function Attempt({ entry: { Time: at, Token, Route, Outcome, Reason } }: { entry: AuditEntry }) {
  const text = texts.value.bans;
  const words = Route.includes('/unban') ? text.liftedBy(Token) : text.given(Token);
  return (
    <li>
      <Time at={at} as="moment" /> <Name text={words} />
      {Outcome !== 'OK' && <span class="faint"> {text.refused(Outcome)}</span>}
      {Reason !== '' && (
        <p class="faint">
          <Name text={Reason} />
        </p>
      )}
    </li>
  );
}

/** The issuer of a ban: a token, a player or the system. */
function Issuer({ issued: { Type, NameValue } }: { issued: Issued }) {
  return <Name text={texts.value.bans.issuer(Type, NameValue)} />;
}
