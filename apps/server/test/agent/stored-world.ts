import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { outboxPage } from '@palatine/engine/outbox-store';
import type { StoredChange } from '@palatine/engine/store';
import { followReconnects } from '@palatine/fleet/connection';
import { Projection } from '@palatine/gateway/projection';
import { systemClock } from '@palatine/platform/clock';
import { addAuditEntries, anAuditEntry, anEmptyStore } from '@palatine/testing/audit-builder';
import { fastClock } from '@palatine/testing/fast-clock';
import { type NatsAddress, natsClient } from '@palatine/testing/nats-server';
import { newFolder } from '@palatine/testing/start-service';
import { until } from '@palatine/testing/until';
import { World } from '@palatine/world/world';
import pino from 'pino';
import { startOutbox } from '../../src/agent/outbox.ts';

const log = pino({ level: 'silent' });
/** Rows of these worlds are of 1970, and the projection keeps what is young. */
const IN_1970 = { ...systemClock, now: () => 0 };

/** The rows of one history that were stored. */
export interface Written {
  readonly events: number[];
  readonly audit: number[];
}

/** The rows of a history at the gateway. */
export interface Had {
  readonly ids: number[];
  readonly gaps: { readonly from: number; readonly to: number }[];
}

/**
 * A world that keeps five events, with its real store and outbox, and the projection of a gateway, over a real broker; without
 * the service around the one and the routes around the other.
 */
export async function aStoredWorld(nats: NatsAddress) {
  await using undo = new AsyncDisposableStack();
  const key = randomUUID().replaceAll('-', '');
  const connection = await natsClient(nats, { inboxPrefix: `_INBOX_${key}` });
  undo.defer(() => connection.close());
  const reading = await natsClient(nats);
  undo.defer(() => reading.close());
  const folder = newFolder();
  undo.defer(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'fleet.db');
  const openProjection = () => new Projection({ file, connection: reading, log, clock: IN_1970 });
  let projection = openProjection();
  undo.defer(() => projection.close());
  const { store } = undo.use(anEmptyStore({ fleet: true }));
  const world = new World(
    { name: 'W', origin: 'demo', createdAtMs: 0, seed: 1 },
    { eventsKept: { events: 5, bytes: 1e6 } },
  );
  const written = new Map<string, Written>();
  const clock = fastClock(20);
  const reads: Parameters<typeof startOutbox>[0]['reads'] = {
    outbox: (read) => outboxPage(world, store, read),
  };
  const start = () => startOutbox({ connection, world: key, reads, clock, log });
  let outbox = start();
  undo.defer(() => outbox.stop());
  const welcome = () =>
    outbox.onWelcome({
      counts: true,
      tags: [],
      gateway: 'one',
      newest: { lists: 0, tokens: 0 },
      ...projection.newest(key, store.incarnation()),
    });
  undo.defer(clock.every(5000, welcome));
  undo.defer(followReconnects(connection, () => outbox.onWelcome()));
  welcome();

  function rows(): Written {
    const incarnation = store.incarnation();
    const stored = written.get(incarnation) ?? { events: [], audit: [] };
    written.set(incarnation, stored);
    return stored;
  }

  const running = undo.move();
  return {
    key,
    store,
    connection,
    /** The rows of the current history. */
    get written(): Written {
      return rows();
    },
    /** The rows of the current history at the gateway, in order of arrival. */
    had(kind: keyof Written): Had {
      using database = new DatabaseSync(file, { readOnly: true });
      const of = [key, store.incarnation()];
      const ids = database.prepare(`select seq from ${kind} where world = ? and incarnation = ? order by id`);
      const gaps = database.prepare(
        'select first, last from gaps where world = ? and incarnation = ? and subject = ? order by first',
      );
      return {
        ids: ids.all(...of).map((row) => row.seq as number),
        gaps: gaps.all(...of, kind).map((row) => ({ from: row.first as number, to: row.last as number })),
      };
    },
    emit(count: number) {
      for (let emitted = 0; emitted < count; emitted++) {
        const data = { sendType: 'Broadcast', sender: '', text: '', recipients: null } as const;
        world.emit('message', (world.lastEventId + 1) * 1000, data);
        rows().events.push(world.lastEventId);
      }
      store.commit({ changes: world.pendingChanges() as StoredChange[] });
      world.clearJournal();
    },
    /** Uses up an id without a row. */
    rollBack() {
      const savepoint = world.savepoint();
      world.emit('message', 0, { sendType: 'Broadcast', sender: '', text: '', recipients: null });
      world.rollbackTo(savepoint);
    },
    audit(count: number, summary = '') {
      const next = store.outbox.newestAudit() + 1;
      const ids = Array.from({ length: count }, (_, index) => next + index);
      addAuditEntries(
        store,
        ids.map((id) => anAuditEntry({ atMs: id, summary })),
      );
      rows().audit.push(...ids);
    },
    prune() {
      store.pruneAudit({ keptMs: 0, keptEntries: 5 }, 0);
      store.pruneDropped(0);
    },
    /** The same rows under another name, as after a restore: they are sent again. */
    renew() {
      const before = rows();
      store.renewIncarnation();
      written.set(store.incarnation(), { events: [...before.events], audit: [...before.audit] });
    },
    /** Takes the database of the gateway away. */
    async wipe() {
      await projection.close();
      for (const end of ['', '-wal', '-shm']) rmSync(`${file}${end}`, { force: true });
      projection = openProjection();
    },
    async restart() {
      await outbox.stop();
      outbox = start();
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

export type StoredWorld = Awaited<ReturnType<typeof aStoredWorld>>;

/** Waits until the gateway has the newest rows, and sees that each row is there once and in order, or in a gap. */
export async function assertWhole(world: StoredWorld, { noGaps = true } = {}): Promise<void> {
  for (const kind of ['events', 'audit'] as const) {
    const expected = world.written[kind];
    const newest = expected.at(-1) ?? 0;
    const isThere = () => {
      const { ids, gaps } = world.had(kind);
      return (ids.at(-1) ?? 0) >= newest || (gaps.at(-1)?.to ?? 0) >= newest;
    };
    await until(`the newest ${kind} arrive`, isThere);
    const { ids, gaps } = world.had(kind);
    assert.deepEqual(
      ids,
      [...new Set(ids)].sort((left, right) => left - right),
      `${kind} are in order, each once`,
    );
    const missing = expected.filter((id) => !ids.includes(id));
    const lost = missing.filter((id) => !gaps.some(({ from, to }) => from <= id && id <= to));
    assert.deepEqual(lost, [], `${kind}: nothing is missing but what a gap says`);
    assert.deepEqual(
      ids.filter((id) => !expected.includes(id)),
      [],
      `${kind}: nothing is there that never was`,
    );
    if (noGaps) assert.deepEqual(missing, [], `${kind} are all there`);
  }
}
