import { randomUUID } from 'node:crypto';
import type { NatsConnection } from '@nats-io/transport-node';
import { type Outbox, startOutbox } from '@palatine/server/fleet/outbox.ts';
import type { OutboxRead } from '@palatine/server/game/calls.ts';
import type { EventWatcher } from '@palatine/server/game/game.ts';
import { outboxPage } from '@palatine/server/game/outbox-page.ts';
import type { StoredChange } from '@palatine/server/store/store.ts';
import { addAuditEntries, anAuditEntry, anEmptyStore } from '@palatine/server/testing/audit-builder.ts';
import { World } from '@palatine/world';
import pino from 'pino';
import { fastClock } from '../harness/fast-clock.ts';

const log = pino({ level: 'silent' });

/** The rows of one history that were stored, and those that were deleted since. */
export interface Written {
  readonly events: number[];
  readonly audit: number[];
}

/** A world that keeps five events, with its real store and outbox, and without the service around them. */
export function aStoredWorld(nc: NatsConnection) {
  const key = randomUUID().replaceAll('-', '');
  const file = anEmptyStore({ fleet: true });
  const { store } = file;
  const world = new World(
    { name: 'W', origin: 'demo', createdAtMs: 0, seed: 1 },
    { eventsKept: { events: 5, bytes: 1e6 } },
  );
  const written = new Map<string, Written>();
  /** Where the streams end, as the outbox has last said. */
  const ends: Partial<Record<OutboxRead['subject'], OutboxRead['end']>> = {};
  let onEvents = () => {};
  const clock = fastClock(50);
  const game = {
    outbox(read: OutboxRead) {
      ends[read.subject] = read.end;
      return outboxPage(world, store, read);
    },
    watch(watcher: EventWatcher) {
      onEvents = () => watcher([]);
      return () => {};
    },
  } as Parameters<typeof startOutbox>[0]['game']; // it calls nothing else
  const start = () => startOutbox({ nc, world: key, game, log, clock });
  let outbox: Outbox = start();

  function rows(): Written {
    const incarnation = store.incarnation();
    const rows = written.get(incarnation) ?? { events: [], audit: [] };
    written.set(incarnation, rows);
    return rows;
  }

  return {
    key,
    store,
    written,
    /** Whether the streams have the newest rows. */
    isSent(): boolean {
      const incarnation = store.incarnation();
      const { events = [], audit = [] } = written.get(incarnation) ?? {};
      return (
        (events.length === 0 || isAt(ends.events, incarnation, events.at(-1))) &&
        (audit.length === 0 || isAt(ends.audit, incarnation, audit.at(-1)))
      );
    },
    emit(count: number) {
      for (let emitted = 0; emitted < count; emitted++) {
        const data = { sendType: 'Broadcast', sender: '', text: '', recipients: null } as const;
        world.emit('message', (world.lastEventId + 1) * 1000, data);
        rows().events.push(world.lastEventId);
      }
      store.commit({ changes: world.pendingChanges() as StoredChange[] });
      world.clearJournal();
      onEvents();
    },
    /** Ids that were given to nothing. */
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
    restart() {
      outbox.stop();
      outbox = start();
    },
    [Symbol.dispose]() {
      outbox.stop();
      file[Symbol.dispose]();
    },
  };
}

export type StoredWorld = ReturnType<typeof aStoredWorld>;

function isAt(end: OutboxRead['end'], incarnation: string, to: number | undefined): boolean {
  return end?.incarnation === incarnation && end.to === to;
}
