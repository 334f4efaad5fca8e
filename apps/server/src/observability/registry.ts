import { SERVER_STATES } from '@palatine/contract';
import { worldSizes } from '@palatine/engine/unit-of-work';
import type { AttachedService } from '@palatine/sidecar/attached-service';
import {
  addHttpMetrics,
  type HttpMetricSources,
  type MetricValues,
  metricRegistry,
} from '@palatine/web/metric-registry';
import { BAN_TABLE_NAMES } from '@palatine/world';
import type { Registry } from 'prom-client';
import type { Service } from '../service/service.ts';

export interface MetricSources extends HttpMetricSources, Pick<Service, 'game' | 'clock' | 'attached'> {
  /** Open streams of each kind, and those whose connection is full. */
  streams: Record<'events' | 'positions', { readonly count: number; readonly full: number }>;
  droppedLogLines: () => number;
}

/** Every metric of the service. The first scrape loads this file and prom-client, so that no start pays for it. */
export function makeRegistry(sources: MetricSources): Registry {
  const { streams, game, attached, clock } = sources;
  const metrics = metricRegistry();
  const { registry, add, put } = metrics;
  addHttpMetrics(metrics, sources);

  const gauge = (name: string, help: string, values: MetricValues) =>
    add('gauge', `palatine_${name}`, help, values);
  gauge('event_watchers', 'Callers that watch the event stream.', () => streams.events.count);
  gauge(
    'event_watchers_full',
    'Callers that watch the event stream and take no more for now.',
    () => streams.events.full,
  );
  gauge('position_watchers', 'Callers that watch the positions.', () => streams.positions.count);
  gauge(
    'position_watchers_full',
    'Callers that watch the positions and take no more for now.',
    () => streams.positions.full,
  );

  gauge('queue_depth', 'Requests that wait for the game.', () => game.queueDepth);
  gauge('response_cache_bytes', 'Memory that cached responses hold.', () => game.cacheSize.bytes);
  gauge('response_cache_entries', 'Responses that are cached.', () => game.cacheSize.entries);
  gauge('bans', 'Entries of the ban list.', () =>
    BAN_TABLE_NAMES.flatMap((table) => {
      const list = table === 'userBans' ? 'users' : 'addresses';
      const active = [...game.world[table].values()].filter(({ Active }) => Active).length;
      return [
        { labels: { list, state: 'active' }, value: active },
        { labels: { list, state: 'lifted' }, value: game.world[table].size - active },
      ];
    }),
  );

  add(
    'counter',
    'palatine_storage_failures_total',
    'Changes that could not be stored and were not applied, by origin: a command, or the game itself.',
    () => Object.entries(game.metrics.storageFailures).map(([of, value]) => ({ labels: { of }, value })),
  );
  add(
    'counter',
    'palatine_audit_dropped_total',
    'Refused requests that are missing from the audit: too many waited for the store.',
    () => game.droppedAuditEntries,
  );
  add('counter', 'palatine_log_lines_dropped_total', 'Lines of the log that could not be written.', () =>
    sources.droppedLogLines(),
  );

  gauge(
    'idempotency_keys',
    'Idempotency-Keys of all tokens whose outcome is stored.',
    () => game.metrics.keys,
  );
  gauge(
    'game_longest_hold_seconds',
    'The longest time that work of the game held the event loop since the last scrape.',
    () => game.metrics.takeLongestHold(),
  );

  /** No samples without a game server beside the service. */
  const ofServer = (
    name: string,
    help: string,
    values: (server: AttachedService) => ReturnType<MetricValues>,
  ) => gauge(name, help, () => (attached === undefined ? [] : values(attached)));
  ofServer(
    'game_server_up',
    'Whether the game server responds normally.',
    ({ state }) => state === 'Online' || state === 'Paused',
  );
  ofServer('game_server_state', 'The state of the game server: 1 for the current one.', (server) =>
    SERVER_STATES.map((state) => ({ labels: { state }, value: Number(state === server.state) })),
  );
  ofServer('save_age_seconds', 'Age of the save of the game server that is served.', ({ savedAtMs }) =>
    savedAtMs === undefined ? [] : Math.max(0, clock.now() - savedAtMs) / 1000,
  );
  const stalled = 'Whether the save of the game server is not written although somebody plays.';
  ofServer('save_stalled', stalled, ({ saveWarning }) => saveWarning !== '');

  const { batchSizes, commitSeconds, stepSeconds, holdSeconds } = game.metrics;
  for (const [name, help, buckets] of [
    ['palatine_batch_commands', 'Commands that were written with one commit.', batchSizes],
    ['palatine_commit_duration_seconds', 'How long a commit took until it was on disk.', commitSeconds],
    [
      'palatine_game_hold_seconds',
      'How long the event loop was held by a batch of writes, a read, or other work of the game.',
      holdSeconds,
    ],
    ['palatine_simulation_step_duration_seconds', 'How long a step of the simulation took.', stepSeconds],
  ] as const)
    put('histogram', name, help, () => buckets.samples(name));

  for (const [size, help] of [
    ['players', 'Players of the world.'],
    ['online', 'Players online.'],
    ['guilds', 'Guilds.'],
    ['camps', 'Base camps.'],
    ['characters', 'Characters: players and Pals.'],
    ['events', 'Events that are kept.'],
    ['event_bytes', 'Bytes of the events that are kept, as JSON.'],
    ['deliveries_pending', 'Deliveries that wait for the next maintenance of the game server.'],
    ['deliveries_delivering', 'Deliveries that are in the save of a stopped game server.'],
  ] as const)
    add('gauge', `palatine_world_${size}`, help, () => worldSizes(game.world)[size]);

  return registry;
}
