import { FLEET_WORLD_STATES } from '@palatine/contract';
import { LEAVE_DENIALS } from '@palatine/fleet';
import type { Registry } from 'prom-client';
import type { RefusalLog } from '../../http/authorize.ts';
import type { OpenConnections } from '../../http/connections.ts';
import type { Readiness } from '../../http/observability/health.ts';
import { addHttpMetrics, metricRegistry, one } from '../../http/observability/metric-registry.ts';
import type { Traffic } from '../../telemetry/traffic.ts';
import type { LeaveDesk } from '../leave-desk.ts';
import type { FleetLists } from '../lists/fleet-lists.ts';
import type { BrokerState } from '../open-broker.ts';
import type { Projection } from '../projection/projection.ts';
import type { ReadingState } from '../projection/stream-reader.ts';
import type { WorldDirectory } from '../world-directory.ts';

/** A stream stands still for 8 s when its leader changes, which makes no gateway unfit. */
const UNREAD_MS = 30_000;

export interface GatewayMetricSources {
  traffic: Traffic;
  connections: OpenConnections;
  refusals: Pick<RefusalLog, 'suppressed'>;
  broker: BrokerState;
  directory: WorldDirectory;
  desk: LeaveDesk;
  lists: FleetLists;
  projection: Projection;
}

/** Every metric of a gateway. Worlds are counted by state, and never named: their number has no bound. */
export function makeGatewayRegistry(sources: GatewayMetricSources): Registry {
  const { broker, directory, desk, lists, projection, refusals } = sources;
  const metrics = metricRegistry();
  const { registry, add } = metrics;
  addHttpMetrics(metrics, sources);
  add(
    'counter',
    'palatine_audit_suppressed_total',
    'Refused requests without an audit entry of their own: their token had too many; a summary counts them.',
    () => one(refusals.suppressed),
  );

  add('gauge', 'palatine_fleet_broker_up', 'Whether the gateway is connected to its broker.', () =>
    one(broker.connected),
  );
  add('gauge', 'palatine_fleet_worlds', 'Worlds of the fleet, by state.', () => {
    const worlds = directory.all();
    return FLEET_WORLD_STATES.map((state) => ({
      labels: { state },
      value: worlds.filter((world) => world.state === state).length,
    }));
  });
  add('gauge', 'palatine_fleet_players_online', 'Players online in the worlds that are there.', () =>
    one(sum(online(directory).map(({ heartbeat }) => heartbeat?.players ?? 0))),
  );
  add('gauge', 'palatine_fleet_outbox_rows', 'Rows of worlds that the streams lack, by stream.', () =>
    (['events', 'audit'] as const).map((stream) => ({
      labels: { stream },
      value: sum(online(directory).map(({ heartbeat }) => heartbeat?.lag[stream] ?? 0)),
    })),
  );
  add(
    'counter',
    'palatine_fleet_leave_total',
    'Answers to worlds that asked whether they may begin a write.',
    () => [
      { labels: { answer: 'Granted' }, value: desk.counts.Granted },
      ...LEAVE_DENIALS.map((answer) => ({ labels: { answer }, value: desk.counts[answer] })),
    ],
  );
  add('gauge', 'palatine_fleet_projection_behind', 'Messages of a stream that are not in fleet.db yet.', () =>
    projection.state().streams.map(({ stream, behind }) => ({ labels: { stream }, value: behind })),
  );
  add('gauge', 'palatine_fleet_projection_reading', 'Whether a stream is being read without an error.', () =>
    projection
      .state()
      .streams.map(({ stream, error }) => ({ labels: { stream }, value: Number(error === undefined) })),
  );
  add(
    'counter',
    'palatine_fleet_skipped_total',
    'Messages and records that could not be used, by reason.',
    () => {
      const { malformed, unknownVersion } = projection.state().skipped;
      return [
        { labels: { reason: 'Malformed' }, value: malformed },
        { labels: { reason: 'UnknownVersion' }, value: unknownVersion },
      ];
    },
  );
  add('gauge', 'palatine_fleet_list_entries', 'Entries of a shared list that count.', () =>
    lists.lists().map(({ List, Active }) => ({ labels: { list: List }, value: Active })),
  );
  return registry;
}

function online(directory: WorldDirectory) {
  return directory.all().filter(({ state }) => state === 'Online');
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Whether a gateway can answer for its fleet: it reaches the broker, and reads what worlds say. `nowMs`: ms since 1970. */
export function gatewayReadiness(
  broker: Pick<BrokerState, 'connected'>,
  streams: readonly Pick<ReadingState, 'stream' | 'caughtUp' | 'readAt' | 'error'>[],
  nowMs: number,
): Readiness {
  const missing = streams.flatMap(({ stream, caughtUp, readAt, error = 'nothing comes' }) => {
    if (!caughtUp) return [`the stream ${stream} is still being read for the first time`];
    return readAt !== undefined && nowMs - readAt < UNREAD_MS
      ? []
      : [`the stream ${stream} is not being read: ${error}`];
  });
  const Missing = broker.connected ? missing : ['the broker cannot be reached', ...missing];
  return { Ready: Missing.length === 0, Missing };
}
