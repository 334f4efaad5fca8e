import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { SeriesName } from '@palatine/contract';
import { histogramWindow } from '@palatine/platform/histogram';
import { withoutUndefined } from '@palatine/platform/json';
import type { MetricSources } from './service-metrics.ts';

type SeriesValues = Partial<Record<SeriesName, number>>;

const P95 = 0.95;
const MS_PER_SECOND = 1000;
const NS_PER_MS = 1e6;
const DELAY_RESOLUTION_MS = 20;
const HOUR_MS = 3_600_000;

type SeriesSources = Pick<MetricSources, 'game' | 'traffic' | 'streams' | 'clock'>;

/** Measures the values of the series, each since the call before. */
export function seriesSampler({ game, traffic, streams, clock }: SeriesSources) {
  const { stepSeconds, holdSeconds, commitSeconds } = game.metrics;
  const steps = histogramWindow(() => [stepSeconds]);
  const holds = histogramWindow(() => [holdSeconds]);
  const commits = histogramWindow(() => [commitSeconds]);
  const answers = histogramWindow(() => traffic.routes.map(({ seconds }) => seconds));
  const delay = monitorEventLoopDelay({ resolution: DELAY_RESOLUTION_MS });
  delay.enable();
  let before = traffic.totals();
  let beforeMs = clock.elapsed();
  let latest: SeriesValues = {};
  /** Errors of the last hour, with the end of their interval. */
  let errors: { untilMs: number; count: number }[] = [];

  const inMs = (window: (share: number) => number | undefined) => {
    const seconds = window(P95);
    return seconds === undefined ? undefined : seconds * MS_PER_SECOND;
  };

  return {
    measure(): SeriesValues {
      const seconds = Math.max(1, clock.elapsed() - beforeMs) / MS_PER_SECOND;
      const totals = traffic.totals();
      const since = (name: keyof typeof totals) => (totals[name] - before[name]) / seconds;
      const eventLoopP99Ms =
        delay.count === 0 ? undefined : delay.percentile(99) / NS_PER_MS - DELAY_RESOLUTION_MS;
      const values: SeriesValues = withoutUndefined({
        online: game.reads.world.sessions.size,
        queue: game.writes.queue.depth,
        stepP95Ms: inMs(steps),
        holdP95Ms: inMs(holds),
        commitP95Ms: inMs(commits),
        answerP95Ms: inMs(answers),
        answers: since('answers'),
        errors: since('errors'),
        refusals: since('refusals'),
        rssBytes: process.memoryUsage.rss(),
        eventLoopP99Ms: eventLoopP99Ms === undefined ? undefined : Math.max(0, eventLoopP99Ms),
        watchers: streams.events.count + streams.positions.count,
      } satisfies Record<SeriesName, number | undefined>);
      delay.reset();
      errors.push({ untilMs: clock.elapsed(), count: totals.errors - before.errors });
      errors = errors.filter(({ untilMs }) => untilMs > clock.elapsed() - HOUR_MS);
      before = totals;
      beforeMs = clock.elapsed();
      latest = values;
      return values;
    },
    get latest(): SeriesValues {
      return latest;
    },
    /** Answers with a status of 500 or more within the last hour. */
    get errorsLastHour(): number {
      const uncounted = traffic.totals().errors - before.errors;
      return errors.reduce((sum, { count }) => sum + count, uncounted);
    },
    close: () => void delay.disable(),
  };
}

export type SeriesSampler = ReturnType<typeof seriesSampler>;
