import { FLEET_WORLD_STATES, type FleetWorldState } from '@palatine/contract';
import type { WorldState } from '@palatine/fleet/messages';
import {
  addHttpMetrics,
  type HttpMetricSources,
  type MetricRegistry,
  type MetricValues,
} from '@palatine/web/metric-registry';
import type { FleetLists } from './lists/fleet-lists.ts';
import type { BrokerState } from './open-broker.ts';
import type { Projection } from './projection/projection.ts';
import type { Worlds } from './worlds/worlds.ts';

export interface GatewayMetricSources extends HttpMetricSources {
  broker: BrokerState;
  worlds: Worlds;
  lists: FleetLists;
  projection: Projection;
}

/** Adds every metric of a gateway. Worlds are counted by state, without labels of their names: their number has no bound. */
export function addGatewayMetrics(metrics: MetricRegistry, sources: GatewayMetricSources): void {
  const { broker, worlds, lists, projection } = sources;
  addHttpMetrics(metrics, sources);
  const gauge = (name: string, help: string, values: MetricValues) =>
    metrics.add('gauge', `palatine_fleet_${name}`, help, values);
  const inState = (state: FleetWorldState) => worlds.all().filter(({ status }) => status === state);
  const sumOfOnline = (countOf: (state: WorldState) => number) =>
    inState('Online').reduce((total, { report }) => total + (report ? countOf(report.state) : 0), 0);

  gauge('broker_up', 'Whether the gateway is connected to its broker.', () => broker.connected);
  gauge('worlds', 'Worlds of the fleet, by state.', () =>
    FLEET_WORLD_STATES.map((state) => ({ labels: { state }, value: inState(state).length })),
  );
  gauge('players_online', 'Players online in worlds that are online.', () =>
    sumOfOnline(({ players }) => players),
  );
  gauge('outbox_rows', 'Rows of worlds that are not in fleet.db yet, by kind.', () =>
    (['events', 'audit'] as const).map((kind) => ({
      labels: { kind },
      value: sumOfOnline(({ lag }) => lag[kind]),
    })),
  );
  gauge('projection_storing', 'Whether rows of worlds are stored without an error.', () => {
    return projection.state().error === undefined;
  });
  gauge('list_entries', 'Active entries of a shared list.', () =>
    lists.table.names().map((list) => ({ labels: { list }, value: lists.countOf(list).active })),
  );
  const skipped = 'palatine_fleet_skipped_total';
  metrics.add('counter', skipped, 'Invalid rows of worlds.', () => projection.state().skipped);
}
