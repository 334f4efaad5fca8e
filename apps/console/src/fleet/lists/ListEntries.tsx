import {
  FLEET_BAN_KINDS,
  FLEET_BAN_STATES,
  type FleetBan,
  type FleetList,
  getFleetBans,
  LIMITS,
  removeFleetBan,
} from '@palatine/contract';
import { type ReadonlySignal, useSignal } from '@preact/signals';
import { usePages } from '../../data/rows.ts';
import { Button } from '../../kit/Button.tsx';
import { optionsOf } from '../../kit/Fields.tsx';
import { showToast } from '../../kit/toasts.ts';
import { client, may } from '../../session/session.ts';
import { type Column, column, copyable, moments, words } from '../../table/column.tsx';
import { ChoiceFilter, filterOf, SearchFilter } from '../../table/filters.tsx';
import { ListCard } from '../../table/ListView.tsx';
import { withoutEmpty } from '../../table/list-query.ts';
import { texts } from '../../texts/texts.ts';
import { FormDialog } from '../../views/FormDialog.tsx';
import { Name, Status, Time } from '../../views/Values.tsx';
import { worldName } from '../../worlds/WorldColumn.tsx';

const FILTERS = ['find', 'kind', 'state'] as const;

export function EntryFilters() {
  const text = texts.value.lists;
  return (
    <>
      <SearchFilter name="find" label={text.find} maxLength={LIMITS.filterChars} />
      <ChoiceFilter name="kind" label={text.kind} any={text.anyKind} options={optionsOf(text.entryKinds)} />
      <ChoiceFilter name="state" label={text.state} any={text.anyState} options={optionsOf(text.states)} />
    </>
  );
}

export function ListEntries(props: {
  list: FleetList;
  changes: ReadonlySignal<number>;
  onChange: () => void;
}) {
  const { list, changes, onChange } = props;
  const { List, Kind } = list;
  const text = texts.value.lists;
  const lifting = useSignal<FleetBan | undefined>(undefined);
  const query = withoutEmpty({
    Find: filterOf('find'),
    Kind: FLEET_BAN_KINDS.find((value) => value === filterOf('kind')),
    State: FLEET_BAN_STATES.find((value) => value === filterOf('state')),
  });
  const entries = usePages(
    getFleetBans,
    { rows: ({ Bans }) => Bans, keyOf, follows: changes },
    { params: { list: List }, query },
  );
  const liftColumn: Column<FleetBan> = {
    id: 'actions',
    text: text.lift,
    minPx: 110,
    cell: (entry) =>
      entry.State === 'Active' && (
        <Button onClick={() => (lifting.value = entry)} aria-label={`${text.lift}: ${entry.Id}`}>
          {text.lift}
        </Button>
      ),
  };
  const id = lifting.value?.Id;
  return (
    <>
      <ListCard<FleetBan>
        id="list-entries"
        label={text.entries}
        list={entries}
        keyOf={keyOf}
        nameOf={({ Id }) => Id}
        columns={[...entryColumns(Kind), ...(may(removeFleetBan) ? [liftColumn] : [])]}
        filters={FILTERS}
        none={text.noEntries}
        noneMatch={text.noneMatch}
      />
      {id !== undefined && (
        <FormDialog
          onClose={() => (lifting.value = undefined)}
          title={text.liftTitle(id, List)}
          description={text.liftWhy[Kind]}
          doText={text.lift}
          run={async () => {
            await client().call(removeFleetBan, { params: { list: List, id } });
            showToast({ text: text.lifted(id), tone: 'ok' });
            onChange();
          }}
        />
      )}
    </>
  );
}

const keyOf = ({ Kind, Id }: FleetBan) => `${Kind} ${Id}`;

function entryColumns(kind: FleetList['Kind']): Column<FleetBan>[] {
  const text = texts.value.lists;
  const active = kind === 'Allow' ? 'ok' : 'danger';
  return [
    copyable('id', text.id, ({ Id }) => Id, { minPx: 260, fixed: true }),
    column('state', text.state, ({ State }) => text.states[State], {
      minPx: 100,
      atEnd: true,
      cell: ({ State }) => <Status tone={State === 'Active' ? active : 'off'}>{text.states[State]}</Status>,
    }),
    words('reason', text.reason, ({ Reason }) => Reason, { grow: 2 }),
    words('by', text.by, ({ BannedBy }) => issuerText(BannedBy), {
      minPx: 150,
      cell: ({ State, BannedBy, UnbannedBy }) => (
        <>
          <Name text={issuerText(BannedBy)} />
          {State === 'Lifted' && UnbannedBy !== undefined && (
            <span class="faint">
              {' '}
              {text.liftedBy} <Name text={issuerText(UnbannedBy)} />
            </span>
          )}
        </>
      ),
    }),
    moments('at', text.at, ({ BannedAt }) => BannedAt),
    moments('expires', text.expires, ({ Expires }) => Expires, {
      as: 'moment',
      cell: ({ Expires }) =>
        Expires === undefined ? <span class="faint">{text.never}</span> : <Time at={Expires} as="moment" />,
    }),
  ];
}

const OF_WORLD = /^world:([\da-f]{32})$/;

/** The issuer of an entry: a token, or the world whose ban was adopted. */
function issuerText(issuer: string): string {
  const world = OF_WORLD.exec(issuer)?.[1];
  return world === undefined ? issuer : worldName(world) || issuer;
}
