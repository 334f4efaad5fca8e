import { BANLIST_PAGE_ENTRIES } from '@palatine/contract';
import { useSignal } from '@preact/signals';
import Ellipsis from 'lucide/dist/esm/icons/ellipsis.mjs';
import { useMemo } from 'preact/hooks';
import { actionGroups } from '../actions/action-menu.ts';
import { useResource } from '../data/use-resource.ts';
import { useTouch } from '../data/use-touch.ts';
import { Name } from '../faces/Name.tsx';
import { Status } from '../faces/Status.tsx';
import { TableCard } from '../faces/TableCard.tsx';
import { Time } from '../faces/Time.tsx';
import { assign } from '../kit/assign.ts';
import { Button } from '../kit/Button.tsx';
import { IconButton } from '../kit/IconButton.tsx';
import { PageBody } from '../kit/Layout.tsx';
import { address } from '../navigation/router.ts';
import { client } from '../session/session.ts';
import { useRowMenu } from '../table/use-row-menu.tsx';
import { texts } from '../texts/texts.ts';
import { BanFilterBar } from './BanFilterBar.tsx';
import { BanHistory, Issuer } from './BanHistory.tsx';
import {
  BAN_FILTERS,
  type BanFilters,
  type BanRow,
  parseSort,
  queryOf,
  rowsOf,
  sortBans,
} from './ban-list.ts';
import { targetOf } from './ban-target.ts';

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
