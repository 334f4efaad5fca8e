import type { NatsConnection } from '@nats-io/transport-node';
import { hybridClock, STREAMS, SUBJECTS } from '@palatine/fleet';
import type { Logger } from 'pino';
import { SubjectOutbox } from '../fleet/subject-outbox.ts';
import type { Clock } from '../game/clock.ts';
import { type GatewayAudit, gatewayAudit } from './gateway-audit.ts';
import { openGatewayDatabase } from './gateway-database.ts';
import type { GatewayPaths } from './gateway-folder.ts';
import { LeaveDesk } from './leave-desk.ts';
import { FleetLists } from './lists/fleet-lists.ts';
import { LiveRosters } from './projection/live-rosters.ts';
import { openProjection, type Projection } from './projection/projection.ts';
import { Replies } from './replies.ts';
import { FleetTokens } from './tokens/fleet-tokens.ts';
import { WorldClient } from './world-client.ts';
import { WorldDirectory } from './world-directory.ts';

export interface PartsOptions {
  folder: GatewayPaths;
  /** To the account of the worlds, and to that of the gateways alone. */
  connection: NatsConnection;
  control: NatsConnection;
  /** Of the streams and buckets. */
  replicas: 1 | 3;
  clock: Clock;
  log: Logger;
  deadlineMs: number | undefined;
  endMs: number | undefined;
}

/** What the routes of a gateway stand on. */
export interface GatewayParts extends AsyncDisposable {
  /** As the key of a world: the gateway's own audit stands in the streams under it. */
  readonly key: string;
  readonly directory: WorldDirectory;
  readonly desk: LeaveDesk;
  readonly client: WorldClient;
  readonly lists: FleetLists;
  readonly tokens: FleetTokens;
  readonly projection: Projection;
  readonly rosters: LiveRosters;
  readonly audit: GatewayAudit;
}

/** Opens the files of a gateway and begins to follow its fleet. Throws a ConfigError. */
export async function openParts(options: PartsOptions): Promise<GatewayParts> {
  const { folder, connection, control, replicas, clock, log, deadlineMs, endMs } = options;
  await using undo = new AsyncDisposableStack();
  const { database, key, incarnation } = undo.use(openGatewayDatabase(folder.database));

  const directory = await WorldDirectory.open({ connection, control, clock, log });
  undo.defer(() => directory.close());
  const admit: WorldDirectory['admit'] = (world, instance) => directory.admit(world, instance);
  const desk = new LeaveDesk({ connection, clock, log, admit });
  undo.defer(() => desk.close());
  const replies = new Replies(connection);
  undo.defer(() => replies.close());
  const client = new WorldClient({ connection, replies, desk, clock, deadlineMs, endMs });

  const lists = new FleetLists({
    connection: control,
    worlds: connection,
    database,
    node: key,
    replicas,
    clock,
    log,
  });
  lists.start();
  undo.defer(() => lists.stop());
  const stamps = hybridClock({ node: key, now: () => clock.now() });
  const tokens = new FleetTokens({ control, database, stamps, clock, log });
  tokens.start();
  undo.defer(() => tokens.stop());

  const projection = openProjection({ file: folder.projection, nc: connection, log, clock });
  undo.defer(() => projection.close());
  const rosters = new LiveRosters({ nc: connection, projection, clock });

  const audit = gatewayAudit(database, incarnation, clock.now, () => outbox.wake());
  const outbox = new SubjectOutbox({
    nc: connection,
    read: (read) => Promise.resolve(audit.page(read)),
    clock,
    random: Math.random,
    kind: 'audit',
    stream: STREAMS.audit,
    subject: SUBJECTS.audit(key),
    pollMs: OUTBOX_POLL_MS,
    paused: false,
    onTrouble: (error) => {
      if (error !== undefined) log.warn({ err: error }, 'the audit of this gateway waits for its stream');
    },
  });
  undo.defer(() => outbox.stop());

  const parts = { key, directory, desk, client, lists, tokens, projection, rosters, audit };
  const opened = undo.move();
  return { ...parts, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

/** The audit says itself when it has grown. */
const OUTBOX_POLL_MS = 30_000;
