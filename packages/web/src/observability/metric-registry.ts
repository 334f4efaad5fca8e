import { getMetrics } from '@palatine/contract';
import type { Sample } from '@palatine/platform/histogram';
import { PALATINE_VERSION, VERSION } from '@palatine/platform/version';
import type { FastifyInstance } from 'fastify';
import type { Metric } from 'prom-client';
import type { OpenConnections } from '../listen/connections.ts';
import { authenticate, authorize } from '../request/authorize.ts';
import type { RefusalAudit } from '../request/refusal-audit.ts';
import type { Traffic } from '../response/respond.ts';
import type { Routes } from '../routes/routes.ts';

/** The value of a metric, or one for each of its labels. */
export type MetricValues = () => number | boolean | Omit<Sample, 'metricName'>[];

/** Loads prom-client, for which no start waits. */
async function metricRegistry() {
  const { collectDefaultMetrics, Registry } = await import('prom-client');
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

export type MetricRegistry = Awaited<ReturnType<typeof metricRegistry>>;

export interface HttpMetricSources {
  traffic: Traffic;
  connections: OpenConnections;
  refusals: Pick<RefusalAudit, 'suppressed'>;
}

/** Adds the version that runs, its requests by route, and its connections. */
export function addHttpMetrics(
  { add, put }: Pick<MetricRegistry, 'add' | 'put'>,
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

export interface Readiness {
  Ready: boolean;
  /** One sentence for each reason. */
  Missing: string[];
}

/** Mounts /metrics with a registry that the first scrape makes, to which `add` adds the metrics. */
export function mountScrape({ app, policy }: Routes, add: (metrics: MetricRegistry) => void): void {
  let made: Promise<MetricRegistry> | undefined;
  app.get(getMetrics.path, async (request, reply) => {
    authorize(await authenticate(policy, request.headers.authorization), getMetrics);
    made ??= metricRegistry().then((metrics) => {
      add(metrics);
      return metrics;
    });
    const { registry } = await made;
    const text = await registry.metrics();
    return reply.header('content-type', registry.contentType).header('cache-control', 'no-store').send(text);
  });
}

/** Mounts /healthz and /readyz, which take no token. */
export function mountProbes(app: FastifyInstance, readiness: () => Readiness | Promise<Readiness>): void {
  app.get('/healthz', (_request, reply) =>
    reply
      .header('cache-control', 'no-store')
      .send({ Alive: true, UptimeSeconds: Math.floor(process.uptime()) }),
  );
  app.get('/readyz', async (_request, reply) => {
    const status = await readiness();
    return reply
      .code(status.Ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(status);
  });
}
