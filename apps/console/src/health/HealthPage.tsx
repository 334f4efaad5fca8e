import { type DoctorFinding, getFindings, type HealthDetails, type RouteReply } from '@palatine/contract';
import { formatBytes, formatMs, formatNumber } from '../data/format.ts';
import type { Resource } from '../data/resource.ts';
import { said } from '../data/said.ts';
import { useRefreshEvery, useReply } from '../data/use-resource.ts';
import { healthNow, useFigures, worldNow } from '../data/world-now.ts';
import { Card, Columns, Facts, PageBody, Tile } from '../kit/Layout.tsx';
import { may } from '../session/session.ts';
import { texts } from '../texts/texts.ts';
import { Age, AsyncView } from '../views/AsyncView.tsx';
import { Status, Time } from '../views/Values.tsx';
import { AttentionList } from './AttentionList.tsx';
import './health.css';

/** How the service is: what needs attention, its figures, and what its doctor finds. */
export default function HealthPage() {
  return may(getFindings) ? <WithDoctor /> : <Health />;
}

type FindingsNow = Resource<RouteReply<typeof getFindings>>;

function WithDoctor() {
  return <Health findings={useReply('getFindings')} />;
}

function Health({ findings }: { findings?: FindingsNow }) {
  const text = texts.value.health;
  useFigures([healthNow, worldNow]);
  const found = findings?.value.value?.Findings ?? [];
  const warnings = worldNow.value.value?.Warnings ?? [];
  return (
    <PageBody>
      <AsyncView resource={healthNow}>
        {(value) => (
          <>
            <FigureTiles health={value} />
            <Card title={text.attention} note={<Age resource={healthNow} />}>
              <AttentionList
                items={value.Attention}
                findings={found.filter(({ Level }) => Level !== 'Ok').length}
              />
            </Card>
            <FigureCards health={value} />
          </>
        )}
      </AsyncView>
      {warnings.length > 0 && (
        <Card title={text.importWarnings}>
          <ul class="findings stack">
            {warnings.map((warning) => (
              <li key={`${warning.File} ${warning.Place} ${warning.Message}`}>
                <code class="quiet">{warning.File}</code>
                <span>
                  {said(warning)}
                  {warning.Place !== '' && <span class="faint block">{warning.Place}</span>}
                </span>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {findings && <Findings findings={findings} />}
    </PageBody>
  );
}

function FigureTiles({ health: { Game, Queue, Answers } }: { health: HealthDetails }) {
  const text = texts.value.health;
  return (
    <div class="tiles">
      <Tile
        label={text.queue}
        value={formatNumber(Queue.Depth)}
        note={text.queueNote(formatNumber(Queue.Limit))}
      />
      <Tile label={text.step} value={formatMs(Game.StepP95Ms)} note={text.stepNote} />
      <Tile label={text.commit} value={formatMs(Game.CommitP95Ms)} note={text.stepNote} />
      <Tile
        label={text.answers}
        value={formatMs(Answers.P95Ms)}
        note={text.answersNote(formatNumber(Answers.PerSecond, 1))}
      />
    </div>
  );
}

function FigureCards({ health }: { health: HealthDetails }) {
  const text = texts.value.health;
  const { Store, Disk, Memory, History, Connections, Watchers, Answers, Limits, StartedAt } = health;
  const countOf = (count: number, limit: number) => text.of(formatNumber(count), formatNumber(limit));
  return (
    <Columns>
      <Card title={text.store}>
        <Facts
          facts={[
            [text.size, formatBytes(Store.Bytes)],
            [text.wal, formatBytes(Store.WalBytes)],
            [text.lastCommit, <Time key="commit" at={Store.LastCommitAt} />],
            [
              text.disk,
              Disk === undefined ? '–' : text.free(formatBytes(Disk.FreeBytes), formatBytes(Disk.TotalBytes)),
            ],
            [text.history, formatBytes(History.Bytes + History.WalBytes)],
            [text.lastSample, <Time key="sample" at={History.LastSampleAt} />],
          ]}
        />
      </Card>
      <Card title={text.connections}>
        <Facts
          facts={[
            [text.connections, countOf(Connections.Open, Connections.Limit)],
            [text.refused, formatNumber(Connections.Refused)],
            [text.watchers, countOf(Watchers.Events, Watchers.Limit)],
            [text.positions, countOf(Watchers.Positions, Watchers.Limit)],
            [text.errors, Answers.ErrorsLastHour === undefined ? '–' : formatNumber(Answers.ErrorsLastHour)],
          ]}
        />
      </Card>
      <Card title={text.memory}>
        <Facts
          facts={[
            [text.rss, formatBytes(Memory.RssBytes)],
            [text.heap, text.of(formatBytes(Memory.HeapUsedBytes), formatBytes(Memory.HeapTotalBytes))],
            [text.started, <Time key="start" at={StartedAt} />],
          ]}
        />
      </Card>
      {Limits.length > 0 && (
        <Card title={text.limits}>
          <Facts facts={Limits.map(({ Name, Hits }) => [Name, formatNumber(Hits)] as const)} />
        </Card>
      )}
    </Columns>
  );
}

/** While the checks run, they are asked for after this many ms. */
const RUNNING_MS = 1000;

const TONES = { Ok: 'ok', Warn: 'warn', Fail: 'danger' } as const;

function Findings({ findings }: { findings: FindingsNow }) {
  const text = texts.value.health;
  const running = findings.value.value?.Running === true;
  useRefreshEvery(RUNNING_MS, [findings], running);
  const checkedAt = findings.value.value?.CheckedAt;
  return (
    <Card
      title={text.doctor}
      note={running ? text.checking : checkedAt === undefined ? text.doctorNote : <Time at={checkedAt} />}
    >
      <AsyncView
        resource={findings}
        empty={running ? text.checking : text.notChecked}
        isEmpty={({ Findings: all }) => all.length === 0}
      >
        {({ Findings: all }) => (
          <ul class="findings stack">
            {worstFirst(all).map(({ Check, Level, What, Do }) => (
              <li key={`${Check} ${What.Message}`}>
                <Status tone={TONES[Level]}>{text.levels[Level]}</Status>
                <span class="quiet">{text.checks[Check] ?? Check}</span>
                <span>
                  {said(What)}
                  {Do !== undefined && <span class="faint block">{said(Do)}</span>}
                </span>
              </li>
            ))}
          </ul>
        )}
      </AsyncView>
    </Card>
  );
}

const RANKS = { Fail: 0, Warn: 1, Ok: 2 } as const;

const worstFirst = (findings: readonly DoctorFinding[]) =>
  findings.toSorted((a, b) => RANKS[a.Level] - RANKS[b.Level]);
