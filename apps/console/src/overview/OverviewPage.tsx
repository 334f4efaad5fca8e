import { getPastEvents, getSeries, type HealthDetails, type WorldReply } from '@palatine/contract';
import { dotted, formatMs, formatNumber } from '../data/format.ts';
import { useResource } from '../data/use-resource.ts';
import { healthNow, useFigures, worldNow } from '../data/world-now.ts';
import { EventFeed } from '../events/EventLine.tsx';
import { AttentionList } from '../health/AttentionList.tsx';
import { Card, Columns, Facts, PageBody, Tile } from '../kit/Layout.tsx';
import { hrefOf } from '../navigation/router.ts';
import { client, may } from '../session/session.ts';
import { texts } from '../texts/texts.ts';
import { AsyncView, LazyPart, Loading } from '../views/AsyncView.tsx';
import { Outdated } from '../views/Failure.tsx';
import { CopyId, Name, Status, Time } from '../views/Values.tsx';
import { changeOf, valuesOf } from './series-query.ts';
import './overview.css';

/** The charts and what draws them follow the first paint. */
const history = () => import('./History.tsx');

/** How the world and the service are now, how they were, and what happens. */
export default function OverviewPage() {
  const text = texts.value.overview;
  useFigures([worldNow, healthNow]);
  const health = healthNow.value.value;
  const attention = health?.Attention ?? [];
  return (
    <PageBody>
      <AsyncView resource={worldNow} rows={2} rowPx={84}>
        {(value) => <OverviewTiles world={value} health={health} />}
      </AsyncView>
      {attention.length > 0 && (
        <Card title={text.attention}>
          <AttentionList items={attention} />
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
          <AsyncView resource={worldNow} rows={0}>
            {(value) => <WorldCard world={value} />}
          </AsyncView>
        </div>
        {may(getPastEvents) && <EventFeed />}
      </Columns>
    </PageBody>
  );
}

/** The command that makes a world of one's own save. */
const IMPORT = 'npx palatine world import SAVE_FOLDER';

/** Where the world comes from, and what its import did not find. */
function WorldCard({ world }: { world: WorldReply }) {
  const text = texts.value.overview;
  const { Name: name, Kind, ImportedAt, SavedAt, GameBuild, InGameDay, Counts, Warnings } = world;
  return (
    <Card
      title={<Name text={name} />}
      note={InGameDay === undefined ? undefined : text.day(formatNumber(InGameDay))}
    >
      {Kind === 'Demo' ? (
        <p class="quiet">
          {text.demo} <CopyId id={IMPORT} what={IMPORT} />
        </p>
      ) : (
        <Facts
          facts={[
            [text.saved, SavedAt && <Time key="saved" at={SavedAt} as="moment" />],
            [text.imported, <Time key="imported" at={ImportedAt} as="moment" />],
            [text.build, GameBuild === undefined ? undefined : String(GameBuild)],
          ]}
        />
      )}
      {Counts.WithoutPlayerFile > 0 && (
        <p>
          <Status tone="warn">{text.withoutFile(Counts.WithoutPlayerFile)}</Status>
        </p>
      )}
      {Warnings.map(({ File, Place, Message }) => (
        <p key={`${File} ${Place} ${Message}`}>
          <Status tone="warn">{Message}</Status> <code>{File}</code>
        </p>
      ))}
    </Card>
  );
}

/** The figures of the moment. `health` is undefined for a token that may not read it, and until it has come. */
function OverviewTiles({ world, health }: { world: WorldReply; health: HealthDetails | undefined }) {
  const text = texts.value.overview;
  const { Counts } = world;
  const recent = useResource(async (signal) =>
    may(getSeries) ? client().call(getSeries, { query: { Names: 'online', Points: 60 }, signal }) : undefined,
  );
  const values = recent.value.value === undefined ? [] : valuesOf(recent.value.value, 'online');
  const change = changeOf(values) ?? 0;
  const signed = change === 0 ? '' : `${change > 0 ? '+' : ''}${formatNumber(change)}`;
  return (
    <div class="tiles">
      <Tile
        label={text.online}
        value={
          <>
            {formatNumber(Counts.Online)} <Sparkline values={values} />
          </>
        }
        note={dotted(text.ofKnown(formatNumber(Counts.Accounts)), signed && text.change(signed))}
        href={hrefOf('/players', { status: 'Online' })}
      />
      <Tile label={text.guilds} value={formatNumber(Counts.Guilds)} href={hrefOf('/guilds')} />
      <Tile
        label={text.bases}
        value={formatNumber(Counts.Camps)}
        note={text.basesNote(formatNumber(Counts.MapObjects))}
        href={hrefOf('/bases')}
      />
      <Tile
        label={text.pals}
        value={formatNumber(Counts.Pals)}
        note={text.palsNote(formatNumber(Counts.Humans))}
        href={hrefOf('/pals')}
      />
      {health !== undefined && <HealthTiles health={health} />}
    </div>
  );
}

function HealthTiles({ health: { Game, Queue, Answers } }: { health: HealthDetails }) {
  const text = texts.value.overview;
  return (
    <>
      <Tile
        label={text.game}
        value={formatMs(Game.StepP95Ms ?? Game.HoldP95Ms)}
        note={text.gameNote(formatNumber(Queue.Depth), formatNumber(Queue.Limit))}
        href={hrefOf('/system')}
      />
      <Tile
        label={text.answers}
        value={formatMs(Answers.P95Ms)}
        note={Answers.ErrorsLastHour === undefined ? undefined : text.answersNote(Answers.ErrorsLastHour)}
        href={hrefOf('/system')}
      />
    </>
  );
}

const [WIDTH, HEIGHT] = [72, 20];

/** A small line without axes; gaps where nothing is known. The figure beside it says what counts. */
function Sparkline({ values }: { values: readonly (number | null)[] }) {
  const numbers = values.filter((value) => value !== null);
  if (numbers.length < 2) return null;
  const max = Math.max(...numbers, 1);
  const path = values.map((value, at) => {
    if (value === null) return '';
    const x = (at / (values.length - 1)) * WIDTH;
    const y = HEIGHT - 1 - (value / max) * (HEIGHT - 2);
    return `${(values[at - 1] ?? null) === null ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`;
  });
  return (
    <svg
      class="sparkline"
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      aria-hidden="true"
    >
      <path d={path.join('')} />
    </svg>
  );
}
