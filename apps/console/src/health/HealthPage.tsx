import { type DoctorFinding, getFindings, type HealthDetails } from '@palatine/contract';
import { formatBytes, formatNumber } from '../data/format.ts';
import { useRefreshEvery, useResource } from '../data/use-resource.ts';
import { healthNow, useFigures } from '../data/world-now.ts';
import { Card, Columns, Facts, PageBody, Tile, Tiles } from '../kit/Layout.tsx';
import { client, may } from '../session/session.ts';
import { language, texts } from '../texts/texts.ts';
import { Age, AsyncView } from '../views/AsyncView.tsx';
import { Status, Time } from '../views/Values.tsx';
import { AttentionList } from './AttentionList.tsx';
import './health.css';

/** How the service is: what needs attention, its figures, and what its doctor finds. */
export default function HealthPage() {
  const text = texts.value.health;
  useFigures([healthNow]);
  return (
    <PageBody>
      <AsyncView of={healthNow}>
        {(value) => (
          <>
            <FigureTiles of={value} />
            <Card title={text.attention} note={<Age of={healthNow} />}>
              <AttentionList of={value.Attention} />
            </Card>
            <FigureCards of={value} />
          </>
        )}
      </AsyncView>
      {may(getFindings) && <Findings />}
    </PageBody>
  );
}

/** A time in ms with what the page says for one that was not measured. */
function msText(ms: number | undefined): string {
  return ms === undefined ? '–' : texts.value.health.ms(formatNumber(ms, ms < 10 ? 1 : 0));
}

function FigureTiles({ of: { Game, Queue, Answers } }: { of: HealthDetails }) {
  const text = texts.value.health;
  return (
    <Tiles>
      <Tile
        label={text.queue}
        value={formatNumber(Queue.Depth)}
        note={text.queueNote(formatNumber(Queue.Limit))}
      />
      <Tile label={text.step} value={msText(Game.StepP95Ms)} note={text.stepNote} />
      <Tile label={text.commit} value={msText(Game.CommitP95Ms)} note={text.stepNote} />
      <Tile
        label={text.answers}
        value={msText(Answers.P95Ms)}
        note={text.answersNote(formatNumber(Answers.PerSecond, 1))}
      />
    </Tiles>
  );
}

function FigureCards({ of }: { of: HealthDetails }) {
  const text = texts.value.health;
  const { Store, Disk, Memory, History, Connections, Watchers, Answers, Limits, StartedAt } = of;
  const countOf = (count: number, limit: number) => text.of(formatNumber(count), formatNumber(limit));
  return (
    <Columns>
      <Card title={text.store}>
        <Facts
          of={[
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
          of={[
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
          of={[
            [text.rss, formatBytes(Memory.RssBytes)],
            [text.heap, text.of(formatBytes(Memory.HeapUsedBytes), formatBytes(Memory.HeapTotalBytes))],
            [text.started, <Time key="start" at={StartedAt} />],
          ]}
        />
      </Card>
      {Limits.length > 0 && (
        <Card title={text.limits}>
          <Facts of={Limits.map(({ Name, Hits }) => [Name, formatNumber(Hits)] as const)} />
        </Card>
      )}
    </Columns>
  );
}

/** While the checks run, they are asked for after this many ms. */
const RUNNING_MS = 1000;

const TONES = { Ok: 'ok', Warn: 'warn', Fail: 'danger' } as const;

/** The findings of `palatine doctor`, in its words; the worst first. */
function Findings() {
  const text = texts.value.health;
  const findings = useResource((signal) => client().call(getFindings, { signal }));
  const running = findings.value.value?.Running === true;
  useRefreshEvery(RUNNING_MS, [findings], running);
  const checkedAt = findings.value.value?.CheckedAt;
  return (
    <Card
      title={text.doctor}
      note={running ? text.checking : checkedAt === undefined ? text.doctorNote : <Time at={checkedAt} />}
    >
      <AsyncView
        of={findings}
        empty={running ? text.checking : text.notChecked}
        isEmpty={({ Findings: all }) => all.length === 0}
      >
        {({ Findings: all }) => (
          <ul class="findings" lang="en">
            {worstFirst(all).map(({ Check, Level, What, Do }) => (
              <li key={`${Check} ${What}`}>
                <span lang={language.value}>
                  <Status tone={TONES[Level]}>{levelText(Level)}</Status>
                </span>
                <span class="quiet">{Check}</span>
                <span>
                  {What}
                  {Do !== undefined && <span class="faint finding-remedy">{Do}</span>}
                </span>
              </li>
            ))}
          </ul>
        )}
      </AsyncView>
    </Card>
  );
}

function levelText(level: DoctorFinding['Level']): string {
  const { ok, warn, fail } = texts.value.health;
  return { Ok: ok, Warn: warn, Fail: fail }[level];
}

function worstFirst(findings: readonly DoctorFinding[]): DoctorFinding[] {
  const rank = { Fail: 0, Warn: 1, Ok: 2 } as const;
  return [...findings].sort((one, other) => rank[one.Level] - rank[other.Level]);
}
