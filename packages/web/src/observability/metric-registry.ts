import type { Sample } from '@palatine/platform/histogram';
import { PALATINE_VERSION, VERSION } from '@palatine/platform/version';
import { collectDefaultMetrics, type Metric, Registry } from 'prom-client';
import type { OpenConnections } from '../listen/connections.ts';
import type { RefusalLog } from '../request/authorize.ts';
import type { Traffic } from '../response/traffic.ts';

/** The value of a metric, or one for each of its labels. */
export type MetricValues = () => number | boolean | Omit<Sample, 'metricName'>[];

export function metricRegistry() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });

  function put(type: string, name: string, help: string, samples: () => Sample[]): void {
    const get = () => Promise.resolve({ name, help, type, values: samples(), aggregator: 'sum' });
    registry.registerMetric({ name, help, get } as unknown as Metric); // a Registry needs nothing else of a metric
  }

  return {
    registry,
    put,
    add(type: 'counter' | 'gauge', name: string, help: string, values: MetricValues): void {
      put(type, name, help, () => {
        const current = values();
        const samples = typeof current === 'object' ? current : [{ labels: {}, value: Number(current) }];
        return samples.map((sample) => ({ metricName: name, ...sample }));
      });
    },
  };
}

export interface HttpMetricSources {
  traffic: Traffic;
  connections: OpenConnections;
  refusals: Pick<RefusalLog, 'suppressed'>;
}

/** Adds the version that runs, its requests by route, and its connections. */
export function addHttpMetrics(
  { add, put }: ReturnType<typeof metricRegistry>,
  { traffic, connections, refusals }: HttpMetricSources,
): void {
  const requested = () => traffic.routes.filter(({ statuses }) => statuses.size > 0);

  add('gauge', 'palatine_info', 'The version that runs.', () => [
    { labels: { version: PALATINE_VERSION, interface: VERSION.version_str_long }, value: 1 },
  ]);
  add('counter', 'palatine_http_requests_total', 'Requests answered, by route and HTTP status.', () =>
    requested().flatMap(({ method, route, statuses }) =>
      [...statuses].map(([status, value]) => ({ labels: { method, route, status }, value })),
    ),
  );
  add('counter', 'palatine_http_refusals_total', 'Requests answered with an error, by route and code.', () =>
    requested().flatMap(({ method, route, refusals }) =>
      [...refusals].map(([code, value]) => ({ labels: { method, route, code }, value })),
    ),
  );
  const seconds = 'palatine_http_request_duration_seconds';
  put('histogram', seconds, 'From the head of a request to the head of its answer.', () =>
    requested().flatMap((counts) =>
      counts.seconds.samples(seconds, { method: counts.method, route: counts.route }),
    ),
  );
  add('gauge', 'palatine_connections', 'TCP connections that are open.', () => connections.count);
  add(
    'counter',
    'palatine_connections_refused_total',
    'TCP connections that were closed at once: as many as Max-Connections were open.',
    () => connections.refused,
  );
  add(
    'counter',
    'palatine_pipelines_cut_total',
    'TCP connections that were closed because too many pipelined requests waited on them.',
    () => connections.cut,
  );
  add(
    'counter',
    'palatine_audit_suppressed_total',
    'Refused requests without their own audit entry: their token had too many; a summary counts them.',
    () => refusals.suppressed,
  );
}
