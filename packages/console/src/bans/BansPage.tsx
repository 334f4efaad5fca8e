import { BANLIST_PAGE_ENTRIES } from '@palatine/contract';
import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { actionGroups } from '../actions/action-menu.ts';
import { useResource } from '../data/use-resource.ts';
import { useTouch } from '../data/use-touch.ts';
import { Faces } from '../faces/Faces.tsx';
import { assign } from '../kit/assign.ts';
import { Button } from '../kit/Button.tsx';
import { Card, PageBody } from '../kit/Layout.tsx';
import { address } from '../navigation/router.ts';
import { client } from '../session/session.ts';
import { RowMenu, useRowMenu } from '../table/RowMenu.tsx';
import { texts } from '../texts/texts.ts';
import { BanFilterBar } from './BanFilterBar.tsx';
import { BanHistory } from './BanHistory.tsx';
import { BanTable } from './BanTable.tsx';
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
  const menu = useRowMenu<BanRow>();
  const opened = useSignal<BanRow | undefined>(undefined);
  const rest = sorted.length - shown.value;
  const filtered = Object.values(filters).some((value) => value !== '');
  return (
    <PageBody toolbar={<BanFilterBar filters={filters} />}>
      <Card
        flush
        title={text.list}
        note={found && text.count(found.length, found.filter(({ active }) => active).length)}
      >
        <Faces of={bans} empty={filtered ? text.noneMatch : text.none}>
          {() => (
            <div class="bans">
              <BanTable
                rows={sorted.slice(0, shown.value)}
                onOpen={(row) => assign(opened, row)}
                onMenu={menu.open}
              />
              {rest > 0 && (
                <p class="face">
                  <Button
                    onClick={() => {
                      shown.value += SHOWN;
                    }}
                  >
                    {text.showMore(Math.min(rest, SHOWN))}
                  </Button>
                </p>
              )}
            </div>
          )}
        </Faces>
      </Card>
      <RowMenu
        opened={menu.opened}
        label={(row) => text.actionsOf(row?.subject ?? '')}
        groupsOf={(row) => groupsOf(row, opened)}
      />
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
