import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { NatsConnection } from '@nats-io/transport-node';
import type { RefusedEntry } from '@palatine/contract/audit-records';
import { AUDIT_COLUMNS, type AuditRow, auditEntryOf } from '@palatine/data-dir/audit-table';
import { replicaTables } from '@palatine/fleet/list-table';
import {
  changesReply,
  changesRequest,
  type SharedBucket,
  type Snapshot,
  SUBJECTS,
  type WorldKey,
  type WorldState,
} from '@palatine/fleet/messages';
import type { Clock } from '@palatine/platform/clock';
import { ConfigError } from '@palatine/platform/config-error';
import { OtherSchemaError, openDatabase, readSchema, transaction } from '@palatine/platform/sqlite';
import type { Logger } from 'pino';
import { joinCodes } from './broker/join-routes.ts';
import type { Broker } from './broker/start-broker.ts';
import type { GatewayPaths } from './gateway-folder.ts';
import { FleetLists } from './lists/fleet-lists.ts';
import { Projection } from './projection/projection.ts';
import { fleetTokens } from './tokens/fleet-tokens.ts';
import { Answers } from './worlds/answers.ts';
import type { GatewayContext } from './worlds/shared-bucket.ts';
import { WorldClient, type WorldClientOptions, type WorldInstance } from './worlds/world-client.ts';
import {
  answerWorld,
  floodGuard,
  type OnExcess,
  takeWorldMessages,
  type WorldMessage,
  worldWarnings,
} from './worlds/world-messages.ts';
import { Worlds } from './worlds/worlds.ts';

export interface PartsOptions
  extends Omit<GatewayContext, 'database'>,
    Pick<WorldClientOptions, 'deadlineMs' | 'noCancel'> {
  readonly folder: GatewayPaths;
  /** Uses the account of the gateway alone. */
  readonly control: NatsConnection;
  /** The gateway's own; absent with an external one. */
  readonly broker?: Pick<Broker, 'keys' | 'revoke'> | undefined;
}

const FLOODS =
  'a world floods the gateway, so its credentials are revoked. Create a join code for the world once it is safe';
const FLOODS_OTHER_BROKER = 'a world floods the gateway; revoke its credentials at your broker';

/** The dependencies of the routes of a gateway. `key`: the world key of the gateway's own audit. */
export type GatewayParts = Awaited<ReturnType<typeof openParts>>;

/** Opens the files of a gateway and begins to follow its fleet. Throws a ConfigError. */
export async function openParts(options: PartsOptions) {
  const { folder, connection, control, broker, clock, log } = options;
  await using undo = new AsyncDisposableStack();
  const files = undo.use(openGatewayDatabase(folder.database));
  const { database, key } = files;
  const onExcess = floodGuard(clock, (world) => {
    log.error({ world, name: nameOf(world) }, broker === undefined ? FLOODS_OTHER_BROKER : FLOODS);
    broker?.revoke(world).catch((err: unknown) => log.error({ err, world }, 'could not revoke a world'));
  });
  const nameOf = (world: WorldKey) => worlds.get(world)?.name;
  const projection = undo.adopt(
    new Projection({ ...options, onExcess, nameOf, file: folder.projection }),
    (it) => it.close(),
  );
  const shared = { ...options, connection: control, database };
  const lists = new FleetLists(shared);
  undo.defer(() => lists.bucket.stop());
  const tokens = fleetTokens(shared);
  undo.defer(() => tokens.bucket.stop());
  const answers = undo.adopt(new Answers(connection, onExcess), (it) => it.close());
  const client = new WorldClient({ ...options, answers, instanceOf: (world) => worlds.instanceOf(world) });
  const gateway = randomUUID();
  const worlds: Worlds = new Worlds({
    ...options,
    database,
    client,
    onExcess,
    mayConnect: (world) => broker?.keys.hasJoined(world) ?? true,
    facts: (world, incarnation) => ({
      gateway,
      newest: { lists: lists.table.newest, tokens: tokens.source.table.newest },
      ...projection.newest(world, incarnation),
    }),
    onState: worldSnapshots({ client, projection, lists, clock, log }),
  });
  undo.defer(() => worlds.close());
  undo.defer(answerChanges({ ...options, onExcess }, { lists: lists.table, tokens: tokens.source.table }));
  const audit = gatewayAudit(files, projection, clock, log);
  const codes = joinCodes(database, clock.now);
  const parts = { key, worlds, client, lists, tokens, projection, audit, codes };
  const opened = undo.move();
  return { ...parts, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

/** Changes in one answer. */
const PAGE = 500;
const MAX_REQUEST_BYTES = 1024;
/** Interval in which a world may request changes twice: one request for each bucket. */
const CHANGES_MS = 20;

/** Answers requests of worlds for changes of lists and tokens. @returns how to end it. */
function answerChanges(
  options: Pick<PartsOptions, 'connection' | 'clock' | 'log'> & { onExcess: OnExcess },
  tables: Record<SharedBucket, Pick<FleetLists['table'], 'after'>>,
): () => void {
  const { connection, clock, log, onExcess } = options;
  const warn = worldWarnings(clock, log);
  function answer(of: WorldMessage): void {
    try {
      const { bucket, after } = changesRequest.unpack(of.message.string());
      answerWorld(of, changesReply.pack(tables[bucket].after(after, PAGE)));
    } catch (error) {
      warn(of.world, { err: error }, 'could not send changes of the fleet to a world');
    }
  }
  return takeWorldMessages({
    connection,
    clock,
    warn,
    subject: SUBJECTS.changes('*'),
    maxBytes: MAX_REQUEST_BYTES,
    waiting: 2,
    pauseMs: CHANGES_MS,
    onExcess,
    handle: (messages) => messages.forEach(answer),
  });
}

/** Interval of snapshots of the players of a world. */
const PLAYERS_MS = 10_000;

/** Takes snapshots of the players and the local bans of worlds when they change. @returns a listener for their states. */
function worldSnapshots(options: {
  client: Pick<WorldClient, 'snapshot'>;
  projection: Pick<Projection, 'use' | 'applyPlayers'>;
  lists: Pick<FleetLists, 'hasBans' | 'onBans'>;
  clock: Clock;
  log: Logger;
}): (to: WorldInstance, state: WorldState) => void {
  const { client, projection, lists, clock, log } = options;
  const requestedMs = new Map<WorldKey, number>();
  const pending = new Set<string>();

  /** A failed one is repeated after the next state. */
  async function take(
    to: WorldInstance,
    of: 'players' | 'bans',
    apply: (snapshot: Snapshot) => Promise<void>,
  ) {
    const key = `${to.world} ${of}`;
    if (pending.has(key)) return;
    pending.add(key);
    await client
      .snapshot(to, of)
      .then(apply)
      .catch((error: unknown) => log.debug({ err: error, world: to.world }, 'a world sent no snapshot'));
    pending.delete(key);
  }

  return (to, { lists: enforced, versions }) => {
    const { world } = to;
    const version = `${versions.bans} ${enforced.join(' ')}`;
    if (!lists.hasBans(world, version)) {
      void take(to, 'bans', (snapshot) => lists.onBans(world, enforced, { ...snapshot, version }));
    }
    if (clock.elapsed() - (requestedMs.get(world) ?? Number.NEGATIVE_INFINITY) < PLAYERS_MS) return;
    if (projection.use((tables) => tables.playersVersion(world)) === versions.players) return;
    requestedMs.set(world, clock.elapsed());
    void take(to, 'players', ({ version: of, players = [] }) => projection.applyPlayers(world, of, players));
  };
}

const SCHEMA = {
  ...readSchema(join(import.meta.dirname, 'gateway.sql')),
  added: ['lists', 'tokens'].map(replicaTables).join(''),
};

/** Opens gateway.db, durable on commit. `key`: the world key of the gateway in its audit. Throws a ConfigError for another version. */
export function openGatewayDatabase(file: string) {
  const database = openOwn(file);
  const newKey = randomUUID().replaceAll('-', '');
  database.prepare("insert into facts values ('key', ?) on conflict do nothing").run(newKey);
  const row = database.prepare("select value as key from facts where name = 'key'").get();
  const { key } = row as { key: WorldKey };
  return { database, key, [Symbol.dispose]: () => database.close() };
}

function openOwn(file: string): DatabaseSync {
  try {
    return openDatabase(file, { synchronous: 'full', schema: SCHEMA });
  } catch (error) {
    if (!(error instanceof OtherSchemaError)) throw error;
    const todo = 'move it away, and the gateway creates a new one';
    throw new ConfigError(`${file}: ${error.message}: ${todo}`, { cause: error });
  }
}

/** Equals the retention of the audit of worlds in the projection. */
const RETENTION_MS = 400 * 86_400_000;
const MAX_ENTRIES = 1_000_000;
const AUDIT_PAGE = 500;

/** The gateway's own audit: lists, tokens, join codes, and its refusals. */
export function gatewayAudit(
  { database, key }: ReturnType<typeof openGatewayDatabase>,
  projection: Pick<Projection, 'newest' | 'use'>,
  { now }: Pick<Clock, 'now'>,
  log: Pick<Logger, 'warn'>,
) {
  const insert = database.prepare(
    `insert into audit (at, token, ip, route, target, outcome, status, reason, request, summary, request_id, idempotency_key)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const after = database.prepare(
    `select ${AUDIT_COLUMNS} from audit where id > ? order by id limit ${AUDIT_PAGE}`,
  );
  const deleteOld = database.prepare(
    'delete from audit where id in (select id from audit where at < ? or id <= ? order by id limit 10)',
  );

  /** The projection may be a new file. After an error the next entry copies the rest. */
  function copy(): void {
    try {
      for (;;) {
        const { id } = projection.newest(key, key).has.audit;
        const rows = after.all(id) as unknown as AuditRow[]; // its columns
        if (rows.length === 0) return;
        projection.use((tables) => tables.applyAudit(key, rows.map(auditEntryOf)));
      }
    } catch (error) {
      log.warn({ err: error }, 'could not copy the audit of the gateway into the projection');
    }
  }
  copy();

  function insertEntry({ Token, IP, Route, Target, Outcome, Status, Reason, ...entry }: RefusedEntry): void {
    const { request, summary, requestId, idempotencyKey } = entry;
    const columns = [now(), Token, IP, Route, Target, Outcome, Status, Reason];
    const { lastInsertRowid } = insert.run(...columns, request, summary, requestId, idempotencyKey);
    deleteOld.run(now() - RETENTION_MS, Number(lastInsertRowid) - MAX_ENTRIES);
  }

  /** Works and adds the entry of the result in one commit: a full disk refuses both. */
  function commit<T>(work: () => T, entryOf: (result: T) => RefusedEntry | undefined): T {
    const committed = transaction(database, () => {
      const result = work();
      const entry = entryOf(result);
      if (entry !== undefined) insertEntry(entry);
      return result;
    });
    copy();
    return committed;
  }

  /** On disk on return. */
  function add(entry: RefusedEntry): void {
    const entryOf = () => entry;
    commit(entryOf, entryOf);
  }
  return { commit, add };
}
