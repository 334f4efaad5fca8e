import { BANLIST_PAGE_ENTRIES, banIP, banPlayer, LIMITS } from '@palatine/contract';
import { useSignal } from '@preact/signals';
import { Ban, Ellipsis } from 'lucide';
import { useMemo } from 'preact/hooks';
import { actionGroups } from '../actions/action-menu.ts';
import { useResource, useTouch } from '../data/use-resource.ts';
import { TableCard } from '../faces/TableCard.tsx';
import { Name, Status, Time } from '../faces/Values.tsx';
import { assign } from '../kit/assign.ts';
import { Button } from '../kit/Button.tsx';
import { IconButton } from '../kit/IconButton.tsx';
import { PageBody } from '../kit/Layout.tsx';
import { optionsOf } from '../kit/Select.tsx';
import { Field, IdInput, TextField } from '../kit/TextField.tsx';
import { address, setQuery } from '../navigation/router.ts';
import { client, may } from '../session/session.ts';
import { ChoiceFilter, SearchFilter, setFilter } from '../table/address-filters.tsx';
import { FilterButton } from '../table/FilterFields.tsx';
import { useRowMenu } from '../table/use-row-menu.tsx';
import { texts } from '../texts/texts.ts';
import { BanHistory, Issuer } from './BanHistory.tsx';
import {
  BAN_FILTERS,
  type BanFilters,
  type BanRow,
  parseSort,
  queryOf,
  rowsOf,
  sortBans,
  targetOf,
  typedTarget,
} from './ban-list.ts';
import './bans.css';
import { openAction } from '../actions/dialog.ts';
import { FormDialog } from '../faces/FormDialog.tsx';

/** Rows that are shown at first, and each time more are asked for. */
const SHOWN = 200;

/** Every ban of users and of addresses, in force and lifted. */
export default function BansPage() {
  const text = texts.value.bans;
  const { query } = address.value;
  const filters = Object.fromEntries(BAN_FILTERS.map((name) => [name, query.get(name) ?? ''])) as BanFilters;
  const bans = useResource((signal) => readBans(filters, signal), Object.values(filters));
  useTouch(bans, ({ Type }) => Type === 'punishment' || Type === 'config.reloaded');
  const sort = parseSort(query.get('sort') ?? '');
  const found = bans.value.value;
  const sorted = useMemo(() => sortBans(found ?? [], sort), [found, sort.by, sort.down]);
  const shown = useSignal(SHOWN);
  const opened = useSignal<BanRow | undefined>(undefined);
  const { menu, open } = useRowMenu<BanRow>(
    ({ subject }) => text.actionsOf(subject),
    (row) => groupsOf(row, opened),
  );
  const rest = sorted.length - shown.value;
  const filtered = Object.values(filters).some((value) => value !== '');
  const { columns } = text;
  return (
    <PageBody toolbar={<BanFilterBar filters={filters} />}>
      <TableCard
        title={text.list}
        note={found && text.count(found.length, found.filter(({ active }) => active).length)}
        of={bans}
        rows={() => sorted.slice(0, shown.value)}
        keyOf={({ kind, subject }) => `${kind} ${subject}`}
        columns={[
          {
            title: columns.who,
            cell: (row) => (
              <button type="button" class="ban-who" onClick={() => assign(opened, row)}>
                <code>{row.subject}</code>
                <span class="faint">{text[row.kind]}</span>
              </button>
            ),
          },
          {
            title: columns.state,
            cell: ({ active }) => (
              <Status tone={active ? 'danger' : 'off'}>{active ? text.active : text.lifted}</Status>
            ),
          },
          { title: columns.reason, cell: ({ reason }) => <Name text={reason} otherwise="–" /> },
          { title: columns.by, cell: ({ by }) => <Issuer of={by} /> },
          { title: columns.given, cell: ({ by }) => <Time at={by.atMs} /> },
          {
            title: columns.lifted,
            cell: ({ lifted }) =>
              lifted && (
                <>
                  <Time at={lifted.atMs} /> <Issuer of={lifted} />
                </>
              ),
          },
          {
            title: columns.actions,
            cell: (row) => (
              <IconButton
                icon={Ellipsis}
                label={text.actionsOf(row.subject)}
                aria-haspopup="menu"
                onClick={({ currentTarget }) => open(row, currentTarget)}
              />
            ),
          },
        ]}
        empty={filtered ? text.noneMatch : text.none}
        below={
          rest > 0 && (
            <p class="face">
              <Button onClick={() => assign(shown, shown.value + SHOWN)}>
                {text.showMore(Math.min(rest, SHOWN))}
              </Button>
            </p>
          )
        }
      />
      {menu}
      <BanHistory of={opened.value} onClose={() => assign(opened, undefined)} />
    </PageBody>
  );
}

/** What can be done with a ban: its history, and what lifts it or gives it again. */
function groupsOf(row: BanRow, opened: { value: BanRow | undefined }) {
  const senseless = row.active ? (['ban', 'banAddress'] as const) : (['unban', 'unbanAddress'] as const);
  return [
    {
      id: 'open',
      items: [
        {
          id: 'history',
          text: texts.value.bans.history,
          run: () => assign(opened, row),
        },
      ],
    },
    ...actionGroups([targetOf(row)], senseless),
  ];
}

/** Pages that are read at most: a list beyond that is not read by people. */
const MAX_PAGES = 50;

/** All bans that fit the filters, page by page. */
async function readBans(filters: BanFilters, signal: AbortSignal): Promise<readonly BanRow[]> {
  const rows: BanRow[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const query = {
      ...queryOf(filters),
      limit: String(BANLIST_PAGE_ENTRIES),
      ...(cursor !== undefined && { cursor }),
    };
    const { Banlist, Next } = await client().getBanlist({ query, signal });
    rows.push(...rowsOf(Banlist));
    if (Next === undefined) break;
    cursor = Next;
  }
  return rows;
}

/** Filters that stand behind a button. */
const MORE = ['user', 'ip', 'reason', 'issuer', 'issuerType', 'issuerIP'] as const;

/** What the list of bans is narrowed to and sorted by; the address of the page holds it. */
function BanFilterBar({ filters }: { filters: BanFilters }) {
  const text = texts.value.bans;
  const filtered = Object.values(filters).some((value) => value !== '');
  const { all: anyState, ...states } = text.states;
  const { all: anyKind, ...kinds } = text.kinds;
  const { '-given': newestFirst, ...sorts } = text.sorts;
  return (
    <>
      <div class="ban-find">
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
              onInput={(value) => setFilter(name, value)}
            />
          </Field>
        ))}
      </FilterButton>
      <ChoiceFilter
        name="sort"
        label={text.sort}
        prefix={text.sort}
        any={newestFirst}
        options={optionsOf(sorts)}
      />
      {filtered && (
        <Button
          kind="bare"
          onClick={() => setQuery(Object.fromEntries(BAN_FILTERS.map((name) => [name, ''])))}
        >
          {text.clear}
        </Button>
      )}
      <span class="toolbar-end">{(may(banPlayer) || may(banIP)) && <BanSomebody />}</span>
    </>
  );
}

/** Asks whom to ban, by UserId or address; the dialog of the ban follows. */
function BanSomebody() {
  const text = texts.value.bans;
  const open = useSignal(false);
  const who = useSignal('');
  const target = typedTarget(who.value);
  const allowed = target !== undefined && may(target.kind === 'address' ? banIP : banPlayer);
  async function go(): Promise<void> {
    open.value = false;
    who.value = '';
    if (target !== undefined) openAction(target.kind === 'address' ? 'banAddress' : 'ban', target);
  }
  return (
    <>
      <Button kind="danger" icon={Ban} onClick={() => assign(open, true)}>
        {text.add}
      </Button>
      {open.value && (
        <FormDialog
          onClose={() => assign(open, false)}
          title={text.addTitle}
          doText={text.go}
          ready={allowed}
          run={go}
        >
          <IdInput label={text.addWho} hint={text.addHint} bind={who} />
        </FormDialog>
      )}
    </>
  );
}
