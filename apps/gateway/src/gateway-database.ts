import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { AUDIT_COLUMNS, type AuditRow, auditEntryOf } from '@palatine/engine/audit-rows';
import type { RefusedEntry } from '@palatine/engine/calls';
import type { WorldKey } from '@palatine/fleet';
import type { Clock } from '@palatine/platform/clock';
import { ConfigError } from '@palatine/platform/config-error';
import { createTables, openDatabase, readSchema, schemaVersion } from '@palatine/platform/sqlite';
import type { Projection } from './projection/projection.ts';

const SCHEMA = readSchema(join(import.meta.dirname, 'gateway.sql'));

export type GatewayDatabase = ReturnType<typeof openGatewayDatabase>;

/**
 * Opens or creates gateway.db, durable on commit. `key`: as that of a world, under which the audit of the gateway stands.
 * Throws a ConfigError for another version.
 */
export function openGatewayDatabase(file: string) {
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
  const made = randomUUID().replaceAll('-', '');
  database.prepare("insert into facts values ('key', ?) on conflict do nothing").run(made);
  const found = database.prepare("select value as key from facts where name = 'key'").get();
  const { key } = found as { key: WorldKey };
  return { database, key, [Symbol.dispose]: () => database.close() };
}

/** As long as the audit of worlds is kept in the projection. */
const KEPT_MS = 400 * 86_400_000;
const MAX_ENTRIES = 1_000_000;
/** Entries that are copied at once. */
const PAGE = 500;

/** The audit of what a gateway does itself: lists, tokens, join codes, and what it refuses before any world hears of it. */
export function gatewayAudit(
  { database, key }: GatewayDatabase,
  projection: Pick<Projection, 'newest' | 'use'>,
  { now }: Pick<Clock, 'now'>,
) {
  const insert = database.prepare(
    `insert into audit (at, token, ip, route, target, outcome, status, reason, request, summary, request_id, idempotency_key)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const after = database.prepare(`select ${AUDIT_COLUMNS} from audit where id > ? order by id limit ${PAGE}`);
  const deleteOld = database.prepare(
    'delete from audit where id in (select id from audit where at < ? or id <= ? order by id limit 10)',
  );

  /** The projection may be a new file. */
  function copy(): void {
    for (;;) {
      const { id } = projection.newest(key, key).has.audit;
      const rows = after.all(id) as unknown as AuditRow[]; // its columns
      if (rows.length === 0) return;
      projection.use((tables) => tables.applyAudit(key, rows.map(auditEntryOf)));
    }
  }
  copy();

  /** On disk when it returns. */
  function add({ Token, IP, Route, Target, Outcome, Status, Reason, ...entry }: RefusedEntry): void {
    const { request, summary, requestId, idempotencyKey } = entry;
    const named = [now(), Token, IP, Route, Target, Outcome, Status, Reason];
    const { lastInsertRowid } = insert.run(...named, request, summary, requestId, idempotencyKey);
    deleteOld.run(now() - KEPT_MS, Number(lastInsertRowid) - MAX_ENTRIES);
    copy();
  }
  return { add };
}
