import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import type { Msg, NatsConnection } from '@nats-io/transport-node';
import type { DataPaths } from '@palatine/data-dir/data-folder';
import { type FleetFile, fleetFile } from '@palatine/data-dir/fleet-file';
import type { Game } from '@palatine/engine/game';
import type { Clock } from '@palatine/platform/clock';
import { ConfigError } from '@palatine/platform/config-error';
import { FILE_BYTES, readTextFile } from '@palatine/platform/read-file';
import { openReplicaFile } from '@palatine/platform/sqlite';
import { PALATINE_VERSION } from '@palatine/platform/version';
import type { AttachedService } from '@palatine/sidecar/attached-service';
import type { Routes } from '@palatine/web/routes';
import type { Logger } from 'pino';
import {
  connectEventually,
  endConnection,
  followReconnects,
  SUBJECTS,
  snapshotRequest,
  type Welcome,
  type WorldVerb,
  welcome,
  worldState,
} from '../messages/index.ts';
import { BucketFollower } from '../replicas/bucket-follower.ts';
import { replicaTables } from '../replicas/replicated-table.ts';
import { bansSnapshot, playersSnapshot, snapshotVersions } from '../replicas/snapshots.ts';
import { startOutbox } from './outbox.ts';
import { ATTEMPTS_TABLE, WorldCalls } from './world-calls.ts';
import { SUBSCRIBED_TABLE, WorldLists } from './world-lists.ts';
import { HEARD_TABLE, WorldTokens } from './world-tokens.ts';

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
  return { database, tokens: new WorldTokens({ world, allow, graceHours, database, clock, log }) };
}

/** Connects a world to its fleet; until then it works alone. Throws a ConfigError for credentials that cannot be read. */
export function startLink(options: LinkOptions) {
  const { settings, data, attached, log } = options;
  const { World: world } = settings;
  const address = {
    servers: settings.Servers,
    credentials: readOptional(data.path, 'CredentialsFile', settings.CredentialsFile),
    ca: readOptional(data.path, 'CAFile', settings.CAFile),
    name: `world ${settings.Name || world}`,
    inboxPrefix: `_INBOX_${world}`,
  };
  const lists = new WorldLists({
    ...options,
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
  const { World: world, Allow: allow } = settings;
  const instance = randomBytes(12).toString('hex'); // of this start: a copy of the data folder has another one
  const outbox = startOutbox({ connection, world, game, clock, log });
  const calls = new WorldCalls({ connection, routes, game, database, allow, attached, clock, log });
  const link = { connection, world, clock, log };
  const followers = {
    lists: new BucketFollower({ ...link, ...lists.followed }),
    tokens: new BucketFollower({ ...link, ...tokens.followed }),
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

  const verbs: Record<WorldVerb, (message: Msg) => Promise<void> | void> = {
    call: (message) => calls.call(message),
    cancel: (message) => calls.cancel(message),
    welcome(message) {
      onWelcome(welcome.unpack(message.string()));
      message.respond();
    },
    async snapshot(message) {
      const { of } = snapshotRequest.unpack(message.string());
      const maxBytes = (connection.info?.max_payload ?? 0) - HEADER_BYTES;
      const snapshot =
        of === 'players' ? playersSnapshot(game, instance, maxBytes) : bansSnapshot(game, instance);
      message.respond(await snapshot);
    },
    state: () => publishState(),
  };
  const onMessage = async (message: Msg) => verbs[message.subject.split('.').at(-1) as WorldVerb](message);

  connection.subscribe(SUBJECTS.toWorld(world, instance, '*'), {
    callback: (_error, message) => {
      onMessage(message).catch((error: unknown) =>
        log.warn({ err: error, subject: message.subject }, 'could not answer a message of the fleet'),
      );
    },
  });
  const publishState = () => {
    if (clock.elapsed() - heardMs > SILENT_MS) calls.endFlows();
    if (connection.isClosed()) return;
    const state = worldState.pack({
      name: settings.Name,
      ...{ instance, incarnation: game.figures.incarnation, version: PALATINE_VERSION, nowMs: clock.now() },
      ...{ attached: attached !== undefined, ready: !game.frozen },
      ...{ players: game.world.sessions.size, queue: game.queueDepth, lag: outbox.lag },
      ...{ lists: settings.Lists, listsRead: lists.read, allow, versions: snapshotVersions(game, instance) },
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
    game.watch(publishState, 'punishment'), // lists may take over a ban of the world
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
