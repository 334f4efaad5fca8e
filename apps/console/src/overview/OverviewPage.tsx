import {
  getBackups,
  getPastEvents,
  getSessions,
  searchCamps,
  searchPlayers,
  type WorldReply,
} from '@palatine/contract';
import { formatNumber } from '../data/format.ts';
import { useReply } from '../data/use-resource.ts';
import { healthNow, useFigures, worldNow } from '../data/world-now.ts';
import { AttentionList } from '../health/AttentionList.tsx';
import { Card, Columns, PageBody } from '../kit/Layout.tsx';
import { hrefOf } from '../navigation/router.ts';
import { may } from '../session/session.ts';
import { texts, withTexts } from '../texts/texts.ts';
import { AsyncView, LazyPart, Loading } from '../views/AsyncView.tsx';
import { Outdated } from '../views/Failure.tsx';
import { CopyId, Status, Time } from '../views/Values.tsx';
import type * as Parts from './parts.ts';
import './overview.css';

// Loaded after the first paint.
const part = <Name extends keyof typeof Parts>(name: Name) =>
  withTexts(() => import('./parts.ts').then((parts) => ({ default: parts[name] })));
const liveMap = part('LiveMap');
const online = part('OnlineList');
const presence = part('PresenceStrip');
const activity = part('EventFeed');

/** The overview: online players, presence and activity. Parts that the token may not read are hidden. */
export default function OverviewPage() {
  const text = texts.value.overview;
  useFigures([worldNow, healthNow]);
  const attention = healthNow.value.value?.Attention ?? [];
  return (
    <PageBody>
      {attention.length > 0 && (
        <Card title={texts.value.health.attention}>
          <AttentionList items={attention} />
        </Card>
      )}
      <Columns wide>
        {may(searchCamps) && (
          <section class="overview-map box" aria-label={text.map}>
            <LazyPart load={liveMap} failed={<Outdated />}>
              <Loading rows={1} rowPx={388} />
            </LazyPart>
          </section>
        )}
        {may(searchPlayers) && (
          <LazyPart load={online} failed={<Outdated />}>
            <Card title={text.online}>
              <Loading rows={7} rowPx={44} />
            </Card>
          </LazyPart>
        )}
      </Columns>
      {may(getSessions) && (
        <LazyPart load={presence} failed={<Outdated />}>
          <Card>
            <Loading rows={6} rowPx={16} />
          </Card>
        </LazyPart>
      )}
      <AsyncView resource={worldNow} rows={1} rowPx={20}>
        {(value) => <WorldFigures world={value} />}
      </AsyncView>
      {may(getPastEvents) && <LazyPart load={activity} failed={<Outdated />} />}
      <AsyncView resource={worldNow} rows={0}>
        {(value) => <WorldNote world={value} />}
      </AsyncView>
    </PageBody>
  );
}

/** The figures of the world in a line, each a link to its page. */
function WorldFigures({ world: { Counts, InGameDay } }: { world: WorldReply }) {
  const { figures } = texts.value.overview;
  const figure = (count: number, path: string, nameOf: (count: number) => string) => (
    <a href={hrefOf(path)}>
      <b>{formatNumber(count)}</b> {nameOf(count)}
    </a>
  );
  return (
    <p class="overview-figures quiet cluster plain-links">
      {figure(Counts.Accounts, '/players', figures.players)}
      {figure(Counts.Guilds, '/guilds', figures.guilds)}
      {figure(Counts.Camps, '/bases', figures.bases)}
      {figure(Counts.Pals, '/pals', figures.pals)}
      {may(getSessions) && <SessionsToday />}
      {may(getBackups) && <LastBackup />}
      {InGameDay !== undefined && (
        <span>
          {figures.day} <b>{formatNumber(InGameDay)}</b>
        </span>
      )}
    </p>
  );
}

function SessionsToday() {
  const From = new Date(new Date().setHours(0, 0, 0, 0)).toISOString();
  const sessions = useReply('getSessions', { query: { From, Limit: 1 } }, /^player\.joined$/);
  const count = sessions.value.value?.Matching;
  if (count === undefined) return null;
  return (
    <a href={hrefOf('/players', { view: 'timeline' })}>
      <b>{formatNumber(count)}</b> {texts.value.overview.figures.sessions(count)}
    </a>
  );
}

function LastBackup() {
  const backups = useReply('getBackups', { query: { Limit: 1 } }, /^backup\.made$/);
  const at = backups.value.value?.Backups[0]?.MadeAt;
  if (at === undefined) return null;
  return (
    <a href={hrefOf('/system/backups')}>
      {texts.value.overview.figures.backup}{' '}
      <b>
        <Time at={at} />
      </b>
    </a>
  );
}

/** The command that makes a world of one's own save. */
const IMPORT = 'npx palatine world import SAVE_FOLDER';

/** How to replace a demo world, and what the save of another one lacks. */
function WorldNote({ world: { Kind, Counts } }: { world: WorldReply }) {
  const text = texts.value.overview;
  if (Kind === 'Demo') {
    return (
      <p class="quiet">
        {text.demo} <CopyId id={IMPORT} what={IMPORT} />
      </p>
    );
  }
  if (Counts.WithoutPlayerFile === 0) return null;
  return <Status tone="warn">{text.withoutFile(Counts.WithoutPlayerFile)}</Status>;
}
