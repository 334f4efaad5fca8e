import { join, resolve } from 'node:path';
import { connectEventually, type Heartbeat, SUBJECTS, type WorldKey } from '@palatine/fleet';
import type { Logger } from 'pino';
import { ConfigError } from '../data-folder/config-error.ts';
import type { DataPaths } from '../data-folder/data-folder.ts';
import { type FleetFile, fleetFile } from '../data-folder/fleet-file.ts';
import { FILE_BYTES, readTextFile } from '../data-folder/read-file.ts';
import { VERSION } from '../data-folder/version.ts';
import type { Clock } from '../game/clock.ts';
import type { GameClient } from '../game/game-client.ts';
import type { AnswerLocally } from '../http/local-request.ts';
import { startFence } from './fence.ts';
import type { ForwardedCalls } from './forwarded-calls.ts';
import { sendHeartbeats } from './heartbeats.ts';
import { type Instance, nameInstance } from './instance.ts';
import { WorldRequests } from './world-requests.ts';

export interface LinkOptions {
  settings: FleetFile;
  data: Pick<DataPaths, 'path'>;
  calls: ForwardedCalls;
  answer: AnswerLocally;
  game: GameClient;
  attached: boolean;
  clock: Clock;
  log: Logger;
}

/** What a world has to do with its fleet, while its service runs. */
export interface Link {
  readonly world: WorldKey;
  /** Whether the broker is connected. */
  readonly connected: boolean;
  stop(): Promise<void>;
}

/** The settings of the fleet that a data folder belongs to; undefined for a world of its own. Throws a ConfigError. */
export function readFleetFile({ fleetFile: file }: Pick<DataPaths, 'fleetFile'>): FleetFile | undefined {
  const settings = fleetFile.read(file);
  return settings.World === '' ? undefined : settings;
}

/**
 * Connects a world to its fleet, in the background: a world whose broker cannot be reached works as it does alone.
 * Throws a ConfigError for credentials that cannot be read.
 */
export function startLink(options: LinkOptions): Link {
  const { settings, data, log } = options;
  const { World: world } = settings;
  const instance = nameInstance(join(data.path, 'fleet-state.json'));
  const address = {
    servers: settings.Servers,
    credentials: readOptional(data.path, 'CredentialsFile', settings.CredentialsFile),
    ca: readOptional(data.path, 'CAFile', settings.CAFile),
    name: `world ${settings.Name || world}`,
    inboxPrefix: `_INBOX_${world}`,
  };
  const stopping = new AbortController();
  let running: { connected: () => boolean; stop: () => Promise<void> } | undefined;

  async function run(): Promise<void> {
    const connection = await connectEventually(address, stopping.signal, (error) =>
      log.warn(
        { reason: error.message, servers: address.servers },
        'the broker of the fleet cannot be reached; the world goes on trying',
      ),
    );
    log.info({ broker: connection.getServer(), world }, 'the world has joined its fleet');
    const requests = new WorldRequests({ ...options, connection, world, instance: instance.name });
    connection.subscribe(SUBJECTS.probe(world, instance.name), {
      callback: (_error, message) => void message.respond(),
    });
    const endFence = startFence({
      ...options,
      connection,
      world,
      instance: instance.name,
      onChange: (may) => (may ? requests.open() : requests.close()),
    });
    const endHeartbeats = sendHeartbeats(connection, world, options.clock, () =>
      heartbeatOf(options, instance),
    );
    running = {
      connected: () => !connection.isClosed(),
      async stop() {
        endHeartbeats();
        endFence();
        requests.close();
        await connection.drain().catch(() => {}); // not connected at the moment: there is nothing to drain
      },
    };
  }

  const started = run().catch((error: Error) => {
    if (!stopping.signal.aborted)
      log.error({ err: error }, 'the world could not join its fleet; it works as it does alone');
  });
  return {
    world,
    get connected() {
      return running?.connected() ?? false;
    },
    async stop() {
      stopping.abort();
      await started;
      await running?.stop();
    },
  };
}

function heartbeatOf({ settings, game, attached }: LinkOptions, { name, previous }: Instance): Heartbeat {
  return {
    name: settings.Name,
    tags: settings.Tags,
    instance: name,
    previous,
    incarnation: 'unknown',
    version: VERSION.version_str,
    attached,
    ready: game.ready,
    players: game.metrics.worldSizes.online,
    queue: game.queueDepth,
    lag: { events: 0, audit: 0 },
    lists: settings.Lists,
    allow: settings.Allow,
  };
}

function readOptional(folder: string, field: string, file: string): string | undefined {
  if (file === '') return undefined;
  const path = resolve(folder, file);
  const text = readTextFile(path, FILE_BYTES.pem);
  if (text === undefined) throw new ConfigError(`${fleetFile.name}: ${field}: there is no file ${path}`);
  return text;
}
