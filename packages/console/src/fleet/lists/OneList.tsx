import { type FleetList, getFleetOffers } from '@palatine/contract';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { formatNumber } from '../../data/format.ts';
import { Faces } from '../../faces/Faces.tsx';
import { PageBody } from '../../kit/Layout.tsx';
import { Tabs } from '../../kit/Tabs.tsx';
import { usePageTitle } from '../../navigation/page-title.ts';
import { hrefOf, navigate } from '../../navigation/router.ts';
import { may } from '../../session/session.ts';
import { fleetTexts } from '../texts/fleet-texts.ts';
import { fleetWorlds } from '../world/fleet-worlds.ts';
import { listPath, useFleetLists } from './fleet-lists.ts';
import { ListEntries } from './ListEntries.tsx';
import { ListTools } from './ListTools.tsx';
import { Offers } from './Offers.tsx';
import './lists.css';

/** One shared list: who stands on it, and what worlds offer. */
export function OneList({ name, tab }: { name: string; tab: string }): JSX.Element {
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
