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
import { usePages } from '../../data/use-pages.ts';
import { CopyId } from '../../faces/CopyId.tsx';
import { FormDialog } from '../../faces/FormDialog.tsx';
import { PagesCard } from '../../faces/TableCard.tsx';
import { Name, Status, Time } from '../../faces/Values.tsx';
import { assign } from '../../kit/assign.ts';
import { Button } from '../../kit/Button.tsx';
import type { PlainColumn } from '../../kit/PlainTable.tsx';
import { optionsOf } from '../../kit/Select.tsx';
import { showToast } from '../../kit/toasts.ts';
import { client, may } from '../../session/session.ts';
import { ChoiceFilter, filterOf, SearchFilter } from '../../table/address-filters.tsx';
import { given } from '../../table/list-address.ts';
import { texts } from '../../texts/texts.ts';
import { worldName } from '../../worlds/fleet-worlds.ts';

/** What the entries of a list are narrowed to; the address of the page holds it. */
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

export interface ListEntriesProps {
  list: FleetList;
  /** Moves when somebody has changed the list here. */
  changes: ReadonlySignal<number>;
  onChange: () => void;
}

/** The entries of a shared list, newest first. */
export function ListEntries({ list: { List, Kind }, changes, onChange }: ListEntriesProps) {
  const text = texts.value.lists;
  const lifting = useSignal<FleetBan | undefined>(undefined);
  const query = given({
    Find: filterOf('find'),
    Kind: FLEET_BAN_KINDS.find((value) => value === filterOf('kind')),
    State: FLEET_BAN_STATES.find((value) => value === filterOf('state')),
  });
  const entries = usePages(
    getFleetBans,
    { rows: ({ Bans }) => Bans, keyOf, follows: changes },
    { params: { list: List }, query },
  );
  const liftColumn: PlainColumn<FleetBan> = {
    title: text.lift,
    figures: true,
    cell: (entry) =>
      entry.State === 'Active' && (
        <Button onClick={() => assign(lifting, entry)} aria-label={`${text.lift}: ${entry.Id}`}>
          {text.lift}
        </Button>
      ),
  };
  const isFiltered = Object.keys(query).length > 0;
  const id = lifting.value?.Id;
  return (
    <>
      <PagesCard
        title={text.entries}
        of={entries}
        keyOf={keyOf}
        columns={[...entryColumns(Kind), ...(may(removeFleetBan) ? [liftColumn] : [])]}
        empty={isFiltered ? text.noneMatch : text.noEntries}
        more={text.more}
      />
      {id !== undefined && (
        <FormDialog
          onClose={() => assign(lifting, undefined)}
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

function entryColumns(kind: FleetList['Kind']): PlainColumn<FleetBan>[] {
  const text = texts.value.lists;
  const active = kind === 'Allow' ? 'ok' : 'danger';
  return [
    { title: text.id, cell: ({ Id }) => <CopyId id={Id} what={text.id} /> },
    {
      title: text.state,
      cell: ({ State }) => <Status tone={State === 'Active' ? active : 'off'}>{text.states[State]}</Status>,
    },
    { title: text.reason, cell: ({ Reason }) => <Name text={Reason} otherwise="–" /> },
    {
      title: text.by,
      cell: ({ State, BannedBy, UnbannedBy }) => (
        <>
          <Name text={issuerText(BannedBy)} />
          {State === 'Lifted' && UnbannedBy !== undefined && (
            <div class="faint">
              {text.liftedBy} <Name text={issuerText(UnbannedBy)} />
            </div>
          )}
        </>
      ),
    },
    { title: text.at, cell: ({ BannedAt }) => <Time at={BannedAt} /> },
    {
      title: text.expires,
      cell: ({ Expires }) =>
        Expires === undefined ? <span class="faint">{text.never}</span> : <Time at={Expires} as="moment" />,
    },
  ];
}

const OF_WORLD = /^world:([\da-f]{32})$/;

/** Who has put an entry on a list: a token, or the world whose ban was taken over. */
function issuerText(issuer: string): string {
  const world = OF_WORLD.exec(issuer)?.[1];
  return world === undefined ? issuer : worldName(world) || issuer;
}
