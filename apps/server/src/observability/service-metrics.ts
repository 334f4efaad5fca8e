import { SERVER_STATES } from '@palatine/contract';
import type { AttachedService } from '@palatine/sidecar/attached-service';
import {
  addHttpMetrics,
  type HttpMetricSources,
  type MetricRegistry,
  type MetricValues,
} from '@palatine/web/metric-registry';
import { BAN_TABLE_NAMES } from '@palatine/world/world';
import type { Service } from '../service/service.ts';

export interface MetricSources extends HttpMetricSources, Pick<Service, 'game' | 'clock' | 'attached'> {
  /** Open streams of each kind, and those whose connection is full. */
  streams: Record<'events' | 'positions', { readonly count: number; readonly full: number }>;
  droppedLogLines: () => number;
}

/** Adds every metric of the service. */
export function addServiceMetrics(metrics: MetricRegistry, sources: MetricSources): void {
  const { streams, game, attached, clock } = sources;
  const { add, put } = metrics;
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

  gauge('queue_depth', 'Requests that wait for the game.', () => game.writes.queue.depth);
  gauge('response_cache_bytes', 'Memory that cached responses hold.', () => game.responses.cache.bytes);
  gauge('response_cache_entries', 'Responses that are cached.', () => game.responses.cache.entries);
  gauge('bans', 'Entries of the ban list.', () =>
    BAN_TABLE_NAMES.flatMap((table) => {
      const list = table === 'userBans' ? 'users' : 'addresses';
      const active = [...game.reads.world[table].values()].filter(({ Active }) => Active).length;
      return [
        { labels: { list, state: 'active' }, value: active },
        { labels: { list, state: 'lifted' }, value: game.reads.world[table].size - active },
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
    () => game.writes.droppedEntries,
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
    () => game.metrics.holdSeconds.takeGreatest(),
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
  ofServer('save_stalled', stalled, ({ saveWarning }) => saveWarning !== undefined);

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
    add('gauge', `palatine_world_${size}`, help, () => game.reads.sizes[size]);
}
