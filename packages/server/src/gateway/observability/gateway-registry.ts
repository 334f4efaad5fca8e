import { FLEET_WORLD_STATES } from '@palatine/contract';
import type { Registry } from 'prom-client';
import type { RefusalLog } from '../../http/authorize.ts';
import type { OpenConnections } from '../../http/connections.ts';
import { addHttpMetrics, metricRegistry } from '../../http/observability/metric-registry.ts';
import type { Readiness } from '../../http/observability/mount-metrics.ts';
import type { Traffic } from '../../telemetry/traffic.ts';
import type { FleetLists } from '../lists/fleet-lists.ts';
import type { BrokerState } from '../open-broker.ts';
import type { Projection } from '../projection/projection.ts';
import type { ReadingState } from '../projection/stream-reader.ts';
import type { Worlds } from '../worlds.ts';

/** A stream stands still for 8 s when its leader changes, which makes no gateway unfit. */
const UNREAD_MS = 30_000;

export interface GatewayMetricSources {
  traffic: Traffic;
  connections: OpenConnections;
  refusals: Pick<RefusalLog, 'suppressed'>;
  broker: BrokerState;
  worlds: Worlds;
  lists: FleetLists;
  projection: Projection;
}

/** Every metric of a gateway. Worlds are counted by state, and never named: their number has no bound. */
export function makeGatewayRegistry(sources: GatewayMetricSources): Registry {
  const { broker, worlds, lists, projection, refusals } = sources;
  const metrics = metricRegistry();
  const { registry, add } = metrics;
  addHttpMetrics(metrics, sources);
  add(
    'counter',
    'palatine_audit_suppressed_total',
    'Refused requests without an audit entry of their own: their token had too many; a summary counts them.',
    () => refusals.suppressed,
  );

  add(
    'gauge',
    'palatine_fleet_broker_up',
    'Whether the gateway is connected to its broker.',
    () => broker.connected,
  );
  add('gauge', 'palatine_fleet_worlds', 'Worlds of the fleet, by state.', () => {
    const all = worlds.all();
    return FLEET_WORLD_STATES.map((state) => ({
      labels: { state },
      value: all.filter(({ status }) => status === state).length,
    }));
  });
  add('gauge', 'palatine_fleet_players_online', 'Players online in the worlds that are there.', () =>
    sum(online(worlds).map(({ state }) => state?.players ?? 0)),
  );
  add('gauge', 'palatine_fleet_outbox_rows', 'Rows of worlds that the streams lack, by stream.', () =>
    (['events', 'audit'] as const).map((stream) => ({
      labels: { stream },
      value: sum(online(worlds).map(({ state }) => state?.lag[stream] ?? 0)),
    })),
  );
  add(
    'gauge',
    'palatine_fleet_projection_behind',
    'Messages of the stream that are not in fleet.db yet.',
    () => projection.state().behind,
  );
  add(
    'gauge',
    'palatine_fleet_projection_reading',
    'Whether the stream is being read without an error.',
    () => projection.state().error === undefined,
  );
  add(
    'counter',
    'palatine_fleet_skipped_total',
    'Messages of worlds that could not be used.',
    () => projection.state().skipped,
  );
  add('gauge', 'palatine_fleet_list_entries', 'Entries of a shared list that count.', () =>
    lists.lists().map(({ List, Active }) => ({ labels: { list: List }, value: Active })),
  );
  return registry;
}

function online(worlds: Worlds) {
  return worlds.all().filter(({ status }) => status === 'Online');
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Whether a gateway can answer for its fleet: it reaches the broker, and reads what worlds say. `nowMs`: ms since 1970. */
export function gatewayReadiness(
  broker: Pick<BrokerState, 'connected'>,
  { caughtUp, readAt, error = 'nothing comes' }: Pick<ReadingState, 'caughtUp' | 'readAt' | 'error'>,
  nowMs: number,
): Readiness {
  const Missing = broker.connected ? [] : ['the broker cannot be reached'];
  if (!caughtUp) Missing.push('the stream is still being read for the first time');
  else if (readAt === undefined || nowMs - readAt >= UNREAD_MS)
    Missing.push(`the stream is not being read: ${error}`);
  return { Ready: Missing.length === 0, Missing };
}
