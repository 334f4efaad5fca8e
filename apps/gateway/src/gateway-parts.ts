import { randomUUID } from 'node:crypto';
import type { NatsConnection } from '@nats-io/transport-node';
import { changesReply, changesRequest, type SharedBucket, SUBJECTS, worldOf } from '@palatine/fleet';
import type { Logger } from 'pino';
import { joinCodes } from './broker/join-codes.ts';
import { gatewayAudit, openGatewayDatabase } from './gateway-database.ts';
import type { GatewayPaths } from './gateway-folder.ts';
import { FleetLists } from './lists/fleet-lists.ts';
import { Projection } from './projection/projection.ts';
import { FleetTokens } from './tokens/fleet-tokens.ts';
import { worldSnapshots } from './world-snapshots.ts';
import { Answers } from './worlds/answers.ts';
import type { GatewayContext } from './worlds/shared-bucket.ts';
import { WorldClient, type WorldClientOptions } from './worlds/world-client.ts';
import { Worlds } from './worlds/worlds.ts';

export interface PartsOptions
  extends Omit<GatewayContext, 'database'>,
    Pick<WorldClientOptions, 'deadlineMs' | 'noCancel'> {
  readonly folder: GatewayPaths;
  /** To the account of the gateway alone. */
  readonly control: NatsConnection;
}

/** What the routes of a gateway stand on. `key`: as the key of a world, under which the gateway's own audit stands. */
export type GatewayParts = Awaited<ReturnType<typeof openParts>>;

/** Opens the files of a gateway and begins to follow its fleet. Throws a ConfigError. */
export async function openParts(options: PartsOptions) {
  const { folder, connection, control, clock, log } = options;
  await using undo = new AsyncDisposableStack();
  const files = undo.use(openGatewayDatabase(folder.database));
  const { database, key } = files;
  const projection = undo.adopt(new Projection({ ...options, file: folder.projection }), (it) => it.close());
  const shared = { ...options, connection: control, database };
  const lists = new FleetLists(shared);
  undo.defer(() => lists.bucket.stop());
  const tokens = new FleetTokens(shared);
  undo.defer(() => tokens.bucket.stop());
  const answers = undo.adopt(new Answers(connection), (it) => it.close());
  const client = new WorldClient({ ...options, answers, instanceOf: (world) => worlds.instanceOf(world) });
  const gateway = randomUUID();
  const worlds: Worlds = new Worlds({
    ...options,
    database,
    client,
    facts: (world, incarnation) => ({
      gateway,
      newest: { lists: lists.table.newest, tokens: tokens.source.table.newest },
      ...projection.newest(world, incarnation),
    }),
    onState: worldSnapshots({ client, projection, lists, clock, log }),
  });
  undo.defer(() => worlds.close());
  undo.defer(answerChanges(connection, { lists: lists.table, tokens: tokens.source.table }, log));
  await worlds.open();
  const audit = gatewayAudit(files, projection, clock);
  const codes = joinCodes(database, clock.now);
  const parts = { key, worlds, client, lists, tokens, projection, audit, codes };
  const opened = undo.move();
  return { ...parts, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

/** Changes in one answer. */
const PAGE = 1000;

/** Gives worlds what they lack of the lists and tokens. @returns how to end it. */
function answerChanges(
  connection: NatsConnection,
  tables: Record<SharedBucket, Pick<FleetLists['table'], 'after'>>,
  log: Logger,
): () => void {
  const subscription = connection.subscribe(SUBJECTS.changes('*'), {
    callback: (_error, message) => {
      // nats-server does not check where an answer is to go: it must reach this world alone.
      const world = worldOf(message.subject);
      if (world === undefined || message.reply?.startsWith(`_INBOX_${world}.`) !== true) return;
      try {
        const { bucket, after } = changesRequest.unpack(message.string());
        message.respond(changesReply.pack(tables[bucket].after(after, PAGE)));
      } catch (error) {
        log.warn({ err: error, world }, 'a world could not be given the changes of the fleet');
      }
    },
  });
  return () => subscription.unsubscribe();
}
