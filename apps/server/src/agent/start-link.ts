import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import type { NatsConnection } from '@nats-io/transport-node';
import type { DataPaths } from '@palatine/data-dir/data-folder';
import { type FleetFile, fleetFile } from '@palatine/data-dir/server-file';
import type { Game } from '@palatine/engine/game';
import { connectEventually, endConnection, followReconnects } from '@palatine/fleet/connection';
import { replicaTables } from '@palatine/fleet/list-table';
import { SUBJECTS, snapshotRequest, type Welcome, welcome, worldState } from '@palatine/fleet/messages';
import type { Clock } from '@palatine/platform/clock';
import { ConfigError } from '@palatine/platform/config-error';
import { FILE_BYTES, readTextFile } from '@palatine/platform/read-file';
import { openReplicaFile } from '@palatine/platform/sqlite';
import { PALATINE_VERSION } from '@palatine/platform/version';
import type { AttachedService } from '@palatine/sidecar/attached-service';
import type { Routes } from '@palatine/web/routes';
import type { Logger } from 'pino';
import { followBucket } from './bucket-follower.ts';
import { startOutbox } from './outbox.ts';
import { bansSnapshot, playersSnapshot, snapshotVersions } from './snapshots.ts';
import { ATTEMPTS_TABLE, answerMessages, type VerbAnswers, worldCalls } from './world-calls.ts';
import { SUBSCRIBED_TABLE, type WorldLists, worldLists } from './world-lists.ts';
import { HEARD_TABLE, worldTokens } from './world-tokens.ts';

export interface LinkOptions extends ReturnType<typeof openFleetParts> {
  settings: FleetFile;
  data: DataPaths;
  routes: Routes;
  game: Game;
  attached: AttachedService | undefined;
  clock: Clock;
  log: Logger;
}

/** Interval of the state that a world publishes. */
const STATE_MS = 5000;
/** A gateway that is silent for this long waits for no answer. */
const SILENT_MS = 30_000;
/** Reserved for the headers of a message. */
const HEADER_BYTES = 4096;

/** Tables of fleet.db. */
const REPLICA = [
  ...['lists', 'tokens'].map(replicaTables),
  HEARD_TABLE,
  ATTEMPTS_TABLE,
  SUBSCRIBED_TABLE,
].join('');

/** Opens the parts of a fleet that a world needs even while it is cut off. */
export function openFleetParts(settings: FleetFile, data: DataPaths, clock: Clock, log: Logger) {
  const { World: world, Allow: allow, TokenGraceHours: graceHours } = settings;
  const database = openReplicaFile(join(data.path, 'fleet.db'), REPLICA);
  return { database, tokens: worldTokens({ world, allow, graceHours, database, clock, log }) };
}

/** Connects a world to its fleet; until then it works alone. Throws a ConfigError for credentials that cannot be read. */
export function startLink(options: LinkOptions) {
  const { settings, data, game, attached, log } = options;
  const { World: world } = settings;
  const address = {
    servers: settings.Servers,
    credentials: readOptional(data.path, 'CredentialsFile', settings.CredentialsFile),
    ca: readOptional(data.path, 'CAFile', settings.CAFile),
    name: `world ${settings.Name || world}`,
    inboxPrefix: `_INBOX_${world}`,
  };
  const lists = worldLists({
    ...options,
    ...{ writes: game.writes, watchers: game.watchers },
    lists: settings.Lists,
    allow: attached && ((allowed) => attached.allow(allowed)),
  });
  const stopping = new AbortController();
  let leave: (() => Promise<void>) | undefined;

  const onFailure = ({ message: reason }: Error) =>
    log.warn({ reason, servers: address.servers }, 'cannot reach the broker of the fleet; retrying');
  const started = connectEventually(address, stopping.signal, onFailure)
    .then((connection) => {
      log.info({ broker: connection.getServer(), world }, 'joined the fleet');
      leave = takePart(connection, options, lists);
    })
    .catch((error: Error) => {
      if (!stopping.signal.aborted)
        log.error({ err: error }, 'could not join the fleet; the world works without it');
    });
  return {
    world,
    async stop(): Promise<void> {
      stopping.abort();
      await started;
      await lists.stop();
      await leave?.();
    },
  };
}

/** Answers the gateway, and publishes state and events. @returns how to end it. */
function takePart(connection: NatsConnection, options: LinkOptions, lists: WorldLists): () => Promise<void> {
  const { settings, routes, database, tokens, game, attached, clock, log } = options;
  const { reads, writes, watchers } = game;
  const { World: world, Allow: allow } = settings;
  const instance = randomBytes(12).toString('hex'); // of this start: a copy of the data folder has another one
  const outbox = startOutbox({ connection, world, reads, clock, log });
  const calls = worldCalls({ connection, routes, writes, database, allow, attached, clock, log });
  const link = { connection, world, clock, log };
  const followers = {
    lists: followBucket({ ...link, ...lists.followed }),
    tokens: followBucket({ ...link, ...tokens.followed }),
  };
  let gateway = '';
  let heardMs = clock.elapsed();
  let counts: boolean | undefined;

  function onWelcome(message: Welcome): void {
    heardMs = clock.elapsed();
    if (message.gateway !== gateway) calls.endFlows(); // another process waits for no answers of the one before
    gateway = message.gateway;
    if (counts !== message.counts && !message.counts) {
      log.error(
        { world },
        'another live process is registered as this world; this one stays out of the fleet. A copied data folder?',
      );
    }
    counts = message.counts;
    outbox.onWelcome(message);
    if (!message.counts) return;
    tokens.onWelcome(message.tags);
    followers.lists.onNewest(message.newest.lists);
    followers.tokens.onNewest(message.newest.tokens);
  }

  const verbs: VerbAnswers = {
    call: calls.call,
    cancel: calls.cancel,
    welcome(message) {
      onWelcome(welcome.unpack(message.string()));
      message.respond();
    },
    async snapshot(message) {
      const { of } = snapshotRequest.unpack(message.string());
      const maxBytes = (connection.info?.max_payload ?? 0) - HEADER_BYTES;
      const snapshot =
        of === 'players' ? playersSnapshot(reads, instance, maxBytes) : bansSnapshot(reads, instance);
      message.respond(await snapshot);
    },
    state: () => publishState(),
  };
  answerMessages(connection, { world, instance }, verbs, log);
  const publishState = () => {
    if (clock.elapsed() - heardMs > SILENT_MS) calls.endFlows();
    if (connection.isClosed()) return;
    const state = worldState.pack({
      name: settings.Name,
      ...{ instance, incarnation: reads.figures.incarnation, version: PALATINE_VERSION, nowMs: clock.now() },
      ...{ attached: attached !== undefined, ready: !game.writes.queue.frozen },
      ...{ players: reads.world.sessions.size, queue: game.writes.queue.depth, lag: outbox.lag },
      ...{ lists: settings.Lists, listsRead: lists.read, allow, versions: snapshotVersions(reads, instance) },
    });
    connection.publish(SUBJECTS.state(world), state);
  };
  publishState();
  const ends = [
    clock.every(STATE_MS, publishState),
    followReconnects(connection, () => {
      outbox.onWelcome();
      publishState(); // the gateway learns at once that the world is back
    }),
    watchers.events(publishState, 'punishment'), // lists may take over a ban of the world
  ];
  return async () => {
    for (const end of ends) end();
    calls.endFlows();
    await Promise.all([outbox.stop(), followers.lists.stop(), followers.tokens.stop()]);
    await endConnection(connection);
  };
}

function readOptional(folder: string, field: string, file: string): string | undefined {
  if (file === '') return undefined;
  const path = resolve(folder, file);
  const text = readTextFile(path, FILE_BYTES.pem);
  if (text === undefined) throw new ConfigError(`${fleetFile.name}: ${field}: there is no file ${path}`);
  return text;
}
