import { type FleetBan, type FleetList, getFleetBans, removeFleetBan } from '@palatine/contract';
import { useSignal } from '@preact/signals';
import { CopyId } from '../../faces/CopyId.tsx';
import { Age, Faces } from '../../faces/Faces.tsx';
import { MoreRows } from '../../faces/MoreRows.tsx';
import { Name } from '../../faces/Name.tsx';
import { Status, type Tone } from '../../faces/Status.tsx';
import { Time } from '../../faces/Time.tsx';
import { assign } from '../../kit/assign.ts';
import { Button } from '../../kit/Button.tsx';
import { Card } from '../../kit/Layout.tsx';
import { PlainTable } from '../../kit/PlainTable.tsx';
import { showToast } from '../../kit/toasts.ts';
import { fleetClient, may } from '../../session/session.ts';
import { given } from '../../table/list-address.ts';
import { ConfirmDialog } from '../parts/ConfirmDialog.tsx';
import { PAGE, useFleetPages } from '../parts/use-fleet-pages.ts';
import { fleetTexts } from '../texts/fleet-texts.ts';
import { worldName } from '../world/fleet-worlds.ts';
import { listFilters } from './ListFilters.tsx';

const TONES: Readonly<Record<FleetBan['State'], Tone>> = { Active: 'danger', Lifted: 'off', Expired: 'off' };

export interface ListEntriesProps {
  list: FleetList;
  /** Another one: somebody has changed the list here, and it is read anew. */
  version: number;
  onChange: () => void;
}

/** The entries of a shared list, newest first. */
export function ListEntries({ list, version, onChange }: ListEntriesProps) {
  const text = fleetTexts.value.lists;
  const { find, kind, state } = listFilters();
  const lifting = useSignal<FleetBan | undefined>(undefined);
  const query = given({ Limit: PAGE, Find: find, Kind: kind || undefined, State: state || undefined });
  const input = { params: { list: list.List }, query };
  const entries = useFleetPages(getFleetBans, { rows: ({ Bans }) => Bans }, input, version);
  const isFiltered = find !== '' || kind !== '' || state !== '';
  const id = lifting.value?.Id ?? '';
  return (
    <Card title={text.entries} note={<Age of={entries} />} flush>
      <Faces of={entries} rows={10} empty={isFiltered ? text.noneMatch : text.noEntries}>
        {(rows) => (
          <>
            <EntryTable rows={rows} kind={list.Kind} onLift={(entry) => assign(lifting, entry)} />
            <MoreRows of={entries} text={fleetTexts.value.lists.more} />
          </>
        )}
      </Faces>
      <ConfirmDialog
        open={lifting.value !== undefined}
        onClose={() => assign(lifting, undefined)}
        title={text.liftTitle(id, list.List)}
        description={text.liftWhy[list.Kind]}
        doText={text.lift}
        cancel={text.cancel}
        run={async () => {
          await fleetClient().call(removeFleetBan, { params: { list: list.List, id } });
          showToast({ text: text.lifted(id), tone: 'ok' });
          onChange();
        }}
      />
    </Card>
  );
}

function EntryTable(props: {
  rows: readonly FleetBan[];
  kind: FleetList['Kind'];
  onLift: (entry: FleetBan) => void;
}) {
  const text = fleetTexts.value.lists;
  const mayLift = may(removeFleetBan);
  return (
    <PlainTable
      label={text.entries}
      rows={props.rows}
      keyOf={({ Kind, Id }) => `${Kind} ${Id}`}
      columns={[
        { title: text.id, cell: ({ Id }) => <CopyId id={Id} what={text.id} /> },
        {
          title: text.state,
          cell: ({ State }) => (
            <Status tone={State === 'Active' && props.kind === 'Allow' ? 'ok' : TONES[State]}>
              {text.states[State]}
            </Status>
          ),
        },
        { title: text.reason, cell: ({ Reason }) => <Name text={Reason} otherwise="–" /> },
        {
          title: text.by,
          cell: ({ State, BannedBy, UnbannedBy }) => (
            <>
              <Name text={bannedBy(BannedBy)} />
              {State === 'Lifted' && UnbannedBy !== undefined && (
                <div class="faint">
                  {text.liftedBy} <Name text={bannedBy(UnbannedBy)} />
                </div>
              )}
            </>
          ),
        },
        { title: text.at, cell: ({ BannedAt }) => <Time at={BannedAt} /> },
        {
          title: text.expires,
          cell: ({ Expires }) =>
            Expires === undefined ? (
              <span class="faint">{text.never}</span>
            ) : (
              <Time at={Expires} as="moment" />
            ),
        },
        ...(mayLift
          ? [
              {
                title: text.lift,
                figures: true,
                cell: (entry: FleetBan) =>
                  entry.State === 'Active' ? (
                    <Button onClick={() => props.onLift(entry)} aria-label={`${text.lift}: ${entry.Id}`}>
                      {text.lift}
                    </Button>
                  ) : null,
              },
            ]
          : []),
      ]}
    />
  );
}

const OF_WORLD = /^world:([\da-f]{32})$/;

/** Who has put an entry on a list: a token, or the world whose ban was taken over. */
function bannedBy(issuer: string): string {
  const world = OF_WORLD.exec(issuer)?.[1];
  return world === undefined ? issuer : worldName(world) || issuer;
}
