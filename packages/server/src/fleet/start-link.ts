import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import type { NatsConnection } from '@nats-io/transport-node';
import { connectEventually, endConnection, type Heartbeat, SUBJECTS } from '@palatine/fleet';
import type { Logger } from 'pino';
import Type from 'typebox';
import type { AttachedService } from '../attached/attached-service.ts';
import { writeFileAtomically } from '../data-folder/atomic-write.ts';
import { ConfigError } from '../data-folder/config-error.ts';
import type { DataPaths } from '../data-folder/data-folder.ts';
import { fileSchema } from '../data-folder/file-schema.ts';
import { type FleetFile, fleetFile } from '../data-folder/fleet-file.ts';
import { FILE_BYTES, readTextFile } from '../data-folder/read-file.ts';
import { parseJson } from '../data-folder/read-json.ts';
import { PALATINE_VERSION } from '../data-folder/version.ts';
import type { Clock } from '../game/clock.ts';
import type { Game } from '../game/game.ts';
import type { AnswerLocally } from '../http/local-request.ts';
import { startFence } from './fence.ts';
import { ForwardedCalls } from './forwarded-calls.ts';
import { ListReplica } from './lists/list-replica.ts';
import { type Outbox, startOutbox } from './outbox.ts';
import { sendHeartbeats, startRoster } from './roster.ts';
import { WorldTokens } from './tokens/world-tokens.ts';
import { WorldRequests } from './world-requests.ts';

export interface LinkOptions {
  settings: FleetFile;
  data: DataPaths;
  calls: ForwardedCalls;
  tokens: WorldTokens;
  answer: AnswerLocally;
  game: Game;
  attached: AttachedService | undefined;
  clock: Clock;
  log: Logger;
}

/** What lets requests of a fleet in: those that gateways pass on, and those with a token of the fleet at the own port. */
export function linkTokens(
  { World: world, Tags: tags, Allow: allow, TokenGraceHours }: FleetFile,
  data: DataPaths,
  clock: Clock,
  log: Logger,
): Pick<LinkOptions, 'calls' | 'tokens'> {
  const file = join(data.path, 'fleet-tokens.db');
  return {
    calls: new ForwardedCalls(allow),
    tokens: new WorldTokens({ world, tags, allow, graceHours: TokenGraceHours, file, clock, log }),
  };
}

/**
 * Connects a world to its fleet, in the background: a world whose broker cannot be reached works as it does alone, and
 * enforces the lists as it knows them. Throws a ConfigError for credentials that cannot be read.
 */
export function startLink(options: LinkOptions) {
  const { settings, data, game, attached, clock, log } = options;
  const { World: world, Lists: lists } = settings;
  const instance = nameInstance(join(data.path, 'fleet-state.json'));
  const address = {
    servers: settings.Servers,
    credentials: readOptional(data.path, 'CredentialsFile', settings.CredentialsFile),
    ca: readOptional(data.path, 'CAFile', settings.CAFile),
    name: `world ${settings.Name || world}`,
    inboxPrefix: `_INBOX_${world}`,
  };
  const replica = new ListReplica({
    world,
    lists,
    file: join(data.path, 'fleet-lists.db'),
    game,
    allow: attached && ((allowed) => attached.allow(allowed)),
    clock,
    log,
  });
  replica.start();
  const stopping = new AbortController();
  let leave: (() => Promise<void>) | undefined;

  async function run(): Promise<void> {
    const connection = await connectEventually(address, stopping.signal, (error) =>
      log.warn(
        { reason: error.message, servers: address.servers },
        'the broker of the fleet cannot be reached; the world goes on trying',
      ),
    );
    log.info({ broker: connection.getServer(), world }, 'the world has joined its fleet');
    leave = takePart(connection, options, replica, instance);
    replica.follow(connection);
    options.tokens.follow(connection);
  }

  const started = run().catch((error: Error) => {
    if (!stopping.signal.aborted) {
      log.error({ err: error }, 'the world could not join its fleet; it works as it does alone');
    }
  });
  return {
    world,
    /** Whether the broker was reached since the start. */
    get joined(): boolean {
      return leave !== undefined;
    },
    async stop(): Promise<void> {
      stopping.abort();
      await started;
      await replica.stop();
      await leave?.();
    },
  };
}

export type Link = ReturnType<typeof startLink>;

/** Answers the fleet, and tells it what happens, as long as no other process is registered as this world. @returns how to end it. */
function takePart(
  connection: NatsConnection,
  options: LinkOptions,
  replica: ListReplica,
  { name: instance, previous }: Instance,
): () => Promise<void> {
  const { settings, game, attached, clock, log } = options;
  const world = settings.World;
  const requests = new WorldRequests({
    ...options,
    connection,
    world,
    instance,
    attached: attached !== undefined,
  });
  const outbox = startOutbox({ nc: connection, world, game, log, clock, paused: true });
  const roster = startRoster({
    nc: connection,
    world,
    game,
    log,
    clock,
    paused: true,
  });
  connection.subscribe(SUBJECTS.probe(world, instance), {
    callback: (_error, message) => void message.respond(),
  });
  const endFence = startFence({
    connection,
    world,
    instance,
    clock,
    log,
    onChange(may) {
      if (may) requests.open();
      else requests.close();
      for (const sender of [outbox, roster]) {
        if (may) sender.resume();
        else sender.pause();
      }
    },
  });
  const endHeartbeats = sendHeartbeats(connection, world, clock, () =>
    heartbeatOf(options, { name: instance, previous }, outbox, replica),
  );
  return async () => {
    endHeartbeats();
    endFence();
    outbox.stop();
    roster.stop();
    requests.close();
    await endConnection(connection);
  };
}

function heartbeatOf(
  { settings, game, attached, clock }: LinkOptions,
  instance: Instance,
  outbox: Outbox,
  replica: ListReplica,
): Heartbeat {
  const { lag, incarnation } = outbox.status();
  return {
    name: settings.Name,
    tags: settings.Tags,
    instance: instance.name,
    previous: instance.previous,
    incarnation: incarnation || game.figures.incarnation,
    version: PALATINE_VERSION,
    nowMs: clock.now(),
    attached: attached !== undefined,
    ready: !game.frozen,
    players: game.world.sessions.size,
    queue: game.queueDepth,
    lag: { events: Math.max(0, lag.events), audit: Math.max(0, lag.audit) },
    lists: settings.Lists,
    listsRead: replica.status.seen.sequence,
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

/** The names of this start of a world and of the one before it in the same data folder. */
interface Instance {
  readonly name: string;
  /** '' on the first start. */
  readonly previous: string;
}

const checkState = fileSchema(Type.Object({ Instance: Type.String() }));

/** Names this start, and remembers the name for the next one. A file that cannot be read counts as none. */
function nameInstance(file: string): Instance {
  const name = randomBytes(12).toString('hex');
  const previous = readPrevious(file);
  writeFileAtomically(file, `${JSON.stringify({ Instance: name })}\n`);
  return { name, previous };
}

function readPrevious(file: string): string {
  try {
    return checkState(parseJson(readTextFile(file, FILE_BYTES.settings) ?? '')).value?.Instance ?? '';
  } catch {
    return ''; // the first start, or a damaged file: the gateway asks whether the other instance lives
  }
}
