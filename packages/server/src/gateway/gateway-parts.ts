import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { NatsConnection } from '@nats-io/transport-node';
import type { AuditEntry } from '@palatine/contract';
import { hybridClock, STREAMS, SUBJECTS } from '@palatine/fleet';
import type { Logger } from 'pino';
import { ConfigError } from '../data-folder/config-error.ts';
import { createTables, openDatabase, readSchema, schemaVersion } from '../data-folder/sqlite.ts';
import { type Token, Tokens } from '../data-folder/tokens.ts';
import { SubjectOutbox } from '../fleet/subject-outbox.ts';
import type { OutboxPage, OutboxRead, RefusedEntry } from '../game/calls.ts';
import type { Clock } from '../game/clock.ts';
import { AUDIT_COLUMNS, type AuditRow, auditEntryOf } from '../store/audit-rows.ts';
import type { GatewayPaths } from './gateway-folder.ts';
import { LeaveDesk } from './leave-desk.ts';
import { FleetLists } from './lists/fleet-lists.ts';
import { LiveRosters } from './projection/live-rosters.ts';
import { openProjection, type Projection } from './projection/projection.ts';
import { FleetTokens } from './tokens/fleet-tokens.ts';
import { WorldClient } from './world-client.ts';
import { WorldDirectory } from './world-directory.ts';
import { Replies } from './world-response.ts';
import { ALL_WORLDS_SCOPE, scopeFrom, type WorldScope } from './world-scope.ts';

const SCHEMA = readSchema(join(import.meta.dirname, 'gateway.sql'));

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
  const tokens = new FleetTokens({ control, database, stamps, replicas, clock, log });
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

/** The audit of what a gateway does itself: lists, tokens, join codes, and what it refuses before any world hears of it. */
interface GatewayAudit {
  /** On disk when it returns. */
  add(entry: RefusedEntry): void;
  /** What a stream lacks of it. */
  page(read: OutboxRead): OutboxPage;
}

/** `now`: ms since 1970. */
function gatewayAudit(
  database: DatabaseSync,
  incarnation: string,
  now: () => number,
  onAdded: () => void,
): GatewayAudit {
  const add = database.prepare(
    `insert into audit (at, token, ip, route, target, outcome, status, reason, request, summary, request_id, idempotency_key)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const after = database.prepare(`select ${AUDIT_COLUMNS} from audit where id > ? order by id limit ?`);
  const newest = database.prepare('select coalesce(max(id), 0) as id from audit');

  return {
    add({ Token, IP, Route, Target, Outcome, Status, Reason, request, summary, requestId, idempotencyKey }) {
      const named = [now(), Token, IP, Route, Target, Outcome, Status, Reason];
      add.run(...named, request, summary, requestId, idempotencyKey);
      onAdded();
    },

    /** Nothing of it is ever deleted, so a stream that has rows of another history gets all of this one. */
    page({ end, bounds }) {
      const { id: newestId } = newest.get() as { id: number };
      const start = end?.incarnation === incarnation && end.to <= newestId ? end.to : 0;
      const records = within(
        bounds.bytes,
        after.all(start, bounds.rows).map((row) => auditEntryOf(row as unknown as AuditRow)),
      ); // its columns
      return { incarnation, from: start + 1, to: records.at(-1)?.Id ?? start, records, gaps: [], newestId };
    },
  };
}

/** As many of the entries as fit together, at least one. */
function within(bytes: number, entries: readonly AuditEntry[]): AuditEntry[] {
  let left = bytes;
  return entries.filter((entry, index) => {
    left -= Buffer.byteLength(JSON.stringify(entry));
    return left >= 0 || index === 0;
  });
}

/** The database of a gateway, and the names that it has kept since it was made. */
interface GatewayDatabase extends Disposable {
  readonly database: DatabaseSync;
  /** As the key of a world: the gateway's own audit stands in the streams under it. */
  readonly key: string;
  /** Of this history of its audit. */
  readonly incarnation: string;
}

/** Opens or creates gateway.db, durable on commit. Throws a ConfigError for another version. */
function openGatewayDatabase(file: string): GatewayDatabase {
  const database = openDatabase(file, {
    synchronous: 'full',
    prepare(opened) {
      const version = schemaVersion(opened);
      if (version === 0) return createTables(opened, SCHEMA);
      if (version === SCHEMA.version) return;
      throw new ConfigError(
        `${file} is of another version of Palatine: move it away, and the gateway makes a new one`,
      );
    },
  });
  return {
    database,
    key: factOf(database, 'key'),
    incarnation: factOf(database, 'incarnation'),
    [Symbol.dispose]: () => database.close(),
  };
}

/** A random name that is made once. */
function factOf(database: DatabaseSync, name: string): string {
  const made = randomUUID().replaceAll('-', '');
  database.prepare('insert into facts values (?, ?) on conflict do nothing').run(name, made);
  return (database.prepare('select value from facts where name = ?').get(name) as { value: string }).value;
}

/** Reads the token files of a gateway, and keeps watching them. They count at this gateway alone, for every world. */
export async function openTokenFiles(
  folder: string,
  defaultPermissions: readonly string[],
  log: Logger,
  clock: Clock,
): Promise<Tokens> {
  const reports = {
    skipped: (reason: string) => log.warn({ reason }, 'a token file is skipped'),
    doubtful: (reason: string) => log.warn({ reason }, 'token files are not as they should be'),
  };
  const tokens = new Tokens(folder, reports, clock, () => defaultPermissions);
  await tokens.watch();
  return tokens;
}

/** The worlds that a token may see: those that a token of the fleet names, and every one with a token file. */
export function scopeOf(fleet: FleetTokens, token: Token): WorldScope {
  const worlds = fleet.worldsOf(token);
  return worlds === undefined ? ALL_WORLDS_SCOPE : scopeFrom(worlds);
}
