import { getHealthDetails, getPastEvents, getSeries, getWorld } from '@palatine/contract';
import type { JSX } from 'preact';
import { useEvery } from '../data/use-every.ts';
import { useResource } from '../data/use-resource.ts';
import { EventFeed } from '../events/EventFeed.tsx';
import { Faces, Loading } from '../faces/Faces.tsx';
import { LazyPart } from '../faces/LazyPart.tsx';
import { Outdated } from '../faces/Outdated.tsx';
import { AttentionList } from '../health/AttentionList.tsx';
import { Card, Columns, PageBody } from '../kit/Layout.tsx';
import { client, may } from '../session/session.ts';
import { texts } from '../texts/texts.ts';
import { OverviewTiles } from './OverviewTiles.tsx';
import { WorldCard } from './WorldCard.tsx';

/** The charts and what draws them follow the first paint. */
const history = () => import('./History.tsx');

/** The figures move, so they are read again after so many ms. */
const EVERY_MS = 5000;

/** How the world and the service are now, how they were, and what happens. */
export default function OverviewPage(): JSX.Element {
  const text = texts.value.overview;
  const maySeeHealth = may(getHealthDetails);
  const world = useResource((signal) => client().call(getWorld, { signal }));
  const health = useResource(async (signal) =>
    maySeeHealth ? client().call(getHealthDetails, { signal }) : undefined,
  );
  useEvery(EVERY_MS, [world, health]);
  const attention = health.value.value?.Attention ?? [];
  return (
    <PageBody>
      <Faces of={world} rows={2} rowPx={84}>
        {(value) => <OverviewTiles world={value} health={health.value.value} />}
      </Faces>
      {attention.length > 0 && (
        <Card title={text.attention}>
          <AttentionList of={attention} />
        </Card>
      )}
      <Columns wide>
        <div class="overview-main">
          {may(getSeries) && (
            <LazyPart load={history} failed={<Outdated />}>
              <Card title={text.online}>
                <Loading rows={1} rowPx={220} />
              </Card>
            </LazyPart>
          )}
          <Faces of={world} rows={0}>
            {(value) => <WorldCard world={value} />}
          </Faces>
        </div>
        {may(getPastEvents) && <EventFeed />}
      </Columns>
    </PageBody>
  );
}
