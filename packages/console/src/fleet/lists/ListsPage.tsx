import { type FleetList, getFleetLists, getFleetOffers, putFleetList } from '@palatine/contract';
import { useSignal } from '@preact/signals';
import { formatNumber } from '../../data/format.ts';
import { Age, Faces } from '../../faces/Faces.tsx';
import { Card, PageBody } from '../../kit/Layout.tsx';
import { Tabs } from '../../kit/Tabs.tsx';
import { usePageTitle } from '../../navigation/page-title.ts';
import { hrefOf, navigate, type PathValues } from '../../navigation/router.ts';
import { fleetClient, may } from '../../session/session.ts';
import { fleetTexts } from '../texts/fleet-texts.ts';
import { fleetWorlds } from '../world/fleet-worlds.ts';
import { ListEntries } from './ListEntries.tsx';
import { ListTools } from './ListTools.tsx';
import { Offers } from './Offers.tsx';
import './lists.css';
import Plus from 'lucide/dist/esm/icons/plus.mjs';
import type { Resource } from '../../data/resource.ts';
import { useEvery } from '../../data/use-every.ts';
import { useResource } from '../../data/use-resource.ts';
import { Name } from '../../faces/Name.tsx';
import { Time } from '../../faces/Time.tsx';
import { assign } from '../../kit/assign.ts';
import { Button } from '../../kit/Button.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { PlainTable } from '../../kit/PlainTable.tsx';
import { ListDialog } from './ListDialog.tsx';

/** The lists that worlds of the fleet share, or one of them. */
export default function ListsPage({ values }: { values: PathValues }) {
  const { list, tab } = values;
  return list === undefined ? <AllLists /> : <OneList key={list} name={list} tab={tab ?? ''} />;
}

/** One shared list: who stands on it, and what worlds offer. */
function OneList({ name, tab }: { name: string; tab: string }) {
  const text = fleetTexts.value.lists;
  const lists = useFleetLists();
  const changes = useSignal(0);
  usePageTitle({ text: name });
  const changed = () => {
    changes.value++;
    void lists.refresh();
  };
  const found = lists.value.value?.find(({ List }) => List === name);
  return (
    <PageBody toolbar={found && <ListTools list={found} onChange={changed} />}>
      <Faces of={lists} rows={10} isEmpty={() => found === undefined} empty={text.gone(name)}>
        {() =>
          found === undefined ? null : (
            <>
              <p class="quiet">{meaningOf(found)}</p>
              <Tabs
                label={name}
                value={tab === 'offers' ? 'offers' : 'entries'}
                tabs={[
                  { id: 'entries', text: text.entries, note: formatNumber(found.Total) },
                  ...(may(getFleetOffers) && found.Kind === 'Ban'
                    ? [{ id: 'offers', text: text.offers, note: formatNumber(found.Offers) }]
                    : []),
                ]}
                onChange={(id) => navigate(hrefOf(listPath(name, id === 'offers' ? id : '')))}
              >
                {tab === 'offers' ? (
                  <Offers list={found} onDecided={changed} />
                ) : (
                  <ListEntries list={found} version={changes.value} onChange={changed} />
                )}
              </Tabs>
            </>
          )
        }
      </Faces>
    </PageBody>
  );
}

/** What the list does, in a line. */
function meaningOf({ List, Kind, Title, Adopt }: FleetList): string {
  const text = fleetTexts.value.lists;
  const worlds = (fleetWorlds.value.value ?? []).filter(({ Lists }) => Lists.includes(List)).length;
  return [
    ...(Title === '' ? [] : [Title]),
    text.kindHints[Kind],
    text.enforcedBy(worlds),
    ...(Kind === 'Ban' ? [`${text.adopt} ${text.adopts[Adopt]}.`] : []),
  ].join(' · ');
}

/** Every shared list, with how much stands on it. */
function AllLists() {
  const text = fleetTexts.value.lists;
  const lists = useFleetLists();
  const creating = useSignal(false);
  const mayWrite = may(putFleetList);
  return (
    <PageBody>
      <Card
        title={text.title}
        note={<Age of={lists} />}
        tools={
          mayWrite && (
            <Button onClick={() => assign(creating, true)}>
              <Icon shape={Plus} size={16} />
              {text.create}
            </Button>
          )
        }
        flush
      >
        <Faces of={lists} empty={text.none}>
          {(all) => <ListTable lists={all} />}
        </Faces>
      </Card>
      {creating.value && (
        <ListDialog
          list={undefined}
          onClose={() => assign(creating, false)}
          onSaved={(name) => navigate(hrefOf(listPath(name)))}
        />
      )}
    </PageBody>
  );
}

function ListTable({ lists }: { lists: readonly FleetList[] }) {
  const text = fleetTexts.value.lists;
  const worlds = fleetWorlds.value.value ?? [];
  return (
    <PlainTable
      label={text.title}
      rows={lists}
      keyOf={({ List }) => List}
      columns={[
        { title: text.name, cell: ({ List }) => <a href={hrefOf(listPath(List))}>{List}</a> },
        { title: text.titleField, cell: ({ Title }) => <Name text={Title} otherwise="–" /> },
        { title: text.kind, cell: ({ Kind }) => text.kinds[Kind] },
        { title: text.active, figures: true, cell: ({ Active }) => formatNumber(Active) },
        { title: text.total, figures: true, cell: ({ Total }) => formatNumber(Total) },
        {
          title: text.offers,
          figures: true,
          cell: ({ List, Offers }) =>
            Offers === 0 ? (
              formatNumber(0)
            ) : (
              <a href={hrefOf(listPath(List, 'offers'))}>{formatNumber(Offers)}</a>
            ),
        },
        {
          title: text.enforced,
          figures: true,
          cell: ({ List }) => formatNumber(worlds.filter(({ Lists }) => Lists.includes(List)).length),
        },
        { title: text.changed, cell: ({ ChangedAt }) => <Time at={ChangedAt} /> },
      ]}
    />
  );
}

/** Between two reads, in ms: worlds add to lists by themselves. */
const READ_MS = 5000;

/** The shared lists, read anew while the page is in sight. */
function useFleetLists(): Resource<readonly FleetList[]> {
  const lists = useResource(async (signal) => (await fleetClient().call(getFleetLists, { signal })).Lists);
  useEvery(READ_MS, [lists]);
  return lists;
}

/** The address of a list; `tab`: a part of it. */
function listPath(list: string, tab = ''): string {
  return `/lists/${encodeURIComponent(list)}${tab === '' ? '' : `/${tab}`}`;
}
