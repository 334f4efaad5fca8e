import {
  acceptFleetOffer,
  declineFleetOffer,
  type FleetList,
  type FleetOffer,
  getFleetLists,
  getFleetOffers,
  putFleetList,
} from '@palatine/contract';
import { useSignal } from '@preact/signals';
import { Plus } from 'lucide';
import { formatNumber } from '../../data/format.ts';
import type { Resource } from '../../data/resource.ts';
import { FLEET_READ_MS, usePages } from '../../data/rows.ts';
import { useRefreshEvery, useResource } from '../../data/use-resource.ts';
import { Button } from '../../kit/Button.tsx';
import { DialogButton } from '../../kit/Dialog.tsx';
import { PageBody } from '../../kit/Layout.tsx';
import { Tabs } from '../../kit/Tabs.tsx';
import { showToast } from '../../kit/toasts.ts';
import { usePageTitle } from '../../navigation/page-state.ts';
import { hrefOf, navigate, type PathValues } from '../../navigation/router.ts';
import { client, may } from '../../session/session.ts';
import { type Column, column, copyable, count, moments, words } from '../../table/column.tsx';
import { ListCard, ListView } from '../../table/ListView.tsx';
import { useWholeList } from '../../table/use-list.ts';
import { texts } from '../../texts/texts.ts';
import { AsyncView } from '../../views/AsyncView.tsx';
import { showFailure } from '../../views/show-failure.ts';
import { fleetWorlds, WorldLink, worldName } from '../../worlds/WorldColumn.tsx';
import { EntryFilters, ListEntries } from './ListEntries.tsx';
import { EditList, ListTools } from './ListForms.tsx';
import '../fleet.css';

/** The lists that worlds of the fleet share, or one of them. */
export default function ListsPage({ values: { list, part } }: { values: PathValues }) {
  const lists = useResource(async (signal) => (await client().call(getFleetLists, { signal })).Lists);
  useRefreshEvery(FLEET_READ_MS, [lists]); // worlds add to lists by themselves
  if (list === undefined) return <AllLists lists={lists} />;
  return <OneList key={list} name={list} tab={part === 'offers' ? part : 'entries'} lists={lists} />;
}

type Lists = Resource<readonly FleetList[]>;

function OneList(props: { name: string; tab: 'entries' | 'offers'; lists: Lists }) {
  const { name, tab, lists } = props;
  const text = texts.value.lists;
  const changes = useSignal(0);
  usePageTitle(name);
  const changed = () => {
    changes.value++;
    void lists.refresh();
  };
  const list = lists.value.value?.find(({ List }) => List === name);
  const toolbar = list && (
    <>
      {tab === 'entries' && <EntryFilters />}
      <ListTools list={list} onChange={changed} />
    </>
  );
  return (
    <PageBody toolbar={toolbar}>
      <AsyncView resource={lists} rows={10} isEmpty={() => list === undefined} empty={text.gone(name)}>
        {() =>
          list && (
            <>
              <p class="quiet">{meaningOf(list)}</p>
              <Tabs
                label={name}
                value={tab}
                tabs={[
                  { id: 'entries', text: text.entries, note: formatNumber(list.Total) },
                  ...(may(getFleetOffers) && list.Kind === 'Ban'
                    ? [{ id: 'offers', text: text.offers, note: formatNumber(list.Offers) }]
                    : []),
                ]}
                onChange={(id) => navigate(hrefOf(listPath(name, id)))}
              >
                {tab === 'offers' ? (
                  <Offers list={list} onDecided={changed} />
                ) : (
                  <ListEntries list={list} changes={changes} onChange={changed} />
                )}
              </Tabs>
            </>
          )
        }
      </AsyncView>
    </PageBody>
  );
}

function meaningOf({ List, Kind, Title, Adopt }: FleetList): string {
  const text = texts.value.lists;
  return [
    ...(Title === '' ? [] : [Title]),
    text.kindHints[Kind],
    text.enforcedBy(worldsWith(List)),
    ...(Kind === 'Ban' ? [`${text.adopt} ${text.adopts[Adopt]}.`] : []),
  ].join(' · ');
}

function worldsWith(list: string): number {
  return (fleetWorlds.value.value ?? []).filter(({ Lists }) => Lists.includes(list)).length;
}

function AllLists({ lists }: { lists: Lists }) {
  const text = texts.value.lists;
  const createButton = may(putFleetList) && (
    <DialogButton icon={Plus} text={text.create}>
      {(close) => <EditList onClose={close} onDone={(name) => navigate(hrefOf(listPath(name)))} />}
    </DialogButton>
  );
  const list = useWholeList({ resource: lists, rows: (all) => all, columns: listColumns() });
  return (
    <ListView<FleetList>
      id="lists"
      label={texts.value.shell.tabs.lists}
      {...list}
      keyOf={nameOf}
      nameOf={nameOf}
      none={text.none}
      onOpen={({ List }) => navigate(hrefOf(listPath(List)))}
      tools={createButton}
    />
  );
}

const nameOf = ({ List }: FleetList) => List;

function listColumns(): Column<FleetList>[] {
  const text = texts.value.lists;
  return [
    column('name', text.name, nameOf, {
      minPx: 140,
      grow: 1,
      fixed: true,
      cell: ({ List }) => <a href={hrefOf(listPath(List))}>{List}</a>,
    }),
    words('title', text.titleField, ({ Title }) => Title),
    column('kind', text.kind, ({ Kind }) => text.kinds[Kind], { minPx: 100 }),
    count('active', text.active, ({ Active }) => Active, { atEnd: true }),
    count('total', text.total, ({ Total }) => Total),
    count('offers', text.offers, ({ Offers: offers }) => offers, { cell: offersCell }),
    count('worlds', text.enforced, ({ List }) => worldsWith(List)),
    moments('changed', text.changed, ({ ChangedAt }) => ChangedAt),
  ];
}

function offersCell({ List, Offers: count }: FleetList) {
  if (count === 0) return formatNumber(0);
  return <a href={hrefOf(listPath(List, 'offers'))}>{formatNumber(count)}</a>;
}

function listPath(list: string, tab = 'entries'): string {
  return `/access/lists/${encodeURIComponent(list)}${tab === 'entries' ? '' : `/${tab}`}`;
}

const keyOf = ({ World, Kind, Id }: FleetOffer) => `${World} ${Kind} ${Id}`;

/** Bans that worlds have given by themselves, to be taken over or left. */
function Offers({ list, onDecided }: { list: FleetList; onDecided: () => void }) {
  const text = texts.value.lists;
  const busy = useSignal(false);
  const params = { list: list.List };
  const offers = usePages(getFleetOffers, { rows: ({ Offers }) => Offers, keyOf }, { params });
  async function decide({ World, Kind, Id }: FleetOffer, accepted: boolean): Promise<void> {
    busy.value = true;
    try {
      const route = accepted ? acceptFleetOffer : declineFleetOffer;
      await client().call(route, { params, body: { World, Kind, Id } });
      showToast({ text: accepted ? text.accepted(Id) : text.declined(Id), tone: 'ok' });
    } catch (error) {
      showFailure(error);
    } finally {
      busy.value = false;
      onDecided();
      await offers.refresh();
    }
  }
  const decision = (offer: FleetOffer, accepted: boolean, word: string) => (
    <Button
      kind={accepted ? 'plain' : 'bare'}
      disabled={busy.value}
      aria-label={`${word}: ${offer.Id}`}
      onClick={() => void decide(offer, accepted)}
    >
      {word}
    </Button>
  );
  const decisionColumn: Column<FleetOffer> = {
    id: 'decision',
    text: text.decision,
    minPx: 200,
    cell: (offer: FleetOffer) => (
      <span class="row">
        {decision(offer, true, text.accept)}
        {decision(offer, false, text.decline)}
      </span>
    ),
  };
  return (
    <ListCard<FleetOffer>
      id="offers"
      label={text.offers}
      list={offers}
      keyOf={keyOf}
      nameOf={({ Id }) => Id}
      columns={[
        copyable('id', text.id, ({ Id }) => Id, { minPx: 260, fixed: true }),
        column('world', text.offerFrom, ({ World }) => worldName(World), {
          grow: 1,
          cell: ({ World }) => <WorldLink world={World} name={worldName(World)} path="/access/bans" />,
        }),
        words('reason', text.reason, ({ Reason }) => Reason),
        words('by', text.by, ({ BannedBy }) => BannedBy),
        moments('at', text.at, ({ BannedAt }) => BannedAt),
        ...(may(acceptFleetOffer) ? [decisionColumn] : []),
      ]}
      none={text.noOffers}
    />
  );
}
