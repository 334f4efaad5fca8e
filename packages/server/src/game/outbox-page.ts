import type { AuditEntry, PalatineEvent } from '@palatine/contract';
import { type EventBounds, palatineEvent, type World, type WorldEvent } from '@palatine/world';
import type { OutboxStore, OutboxSubject } from '../store/outbox-store.ts';
import type { Store } from '../store/store.ts';
import type { IdRange, OutboxPage, OutboxRead, StreamEnd } from './calls.ts';

/** The rows of one subject, as a world keeps them. */
interface Rows {
  /** Undefined when none is kept. */
  readonly oldest: number | undefined;
  /** The last id that a row was given; 0 before the first. */
  readonly newest: number;
  /** ms since 1970; undefined for a row that is not kept. */
  atMs(id: number): number | undefined;
  after(id: number, bounds: EventBounds): readonly (PalatineEvent | AuditEntry)[];
}

type OutboxParts = Pick<Store, 'outbox' | 'incarnation' | 'renewIncarnation'>;

/**
 * What a stream lacks of a world, from where it ends. A stream that has rows which this history never had shows that the
 * world file was put back to an earlier moment: another history begins, and the stream is filled with all that is kept.
 */
export function outboxPage(
  world: World,
  store: OutboxParts,
  { subject, end, bounds }: OutboxRead,
): OutboxPage {
  const rows = rowsOf(subject, world, store.outbox);
  const known = store.incarnation();
  const { after, forked } = resumeAfter(end, { ...rows, incarnation: known });
  const incarnation = forked || known === '' ? store.renewIncarnation() : known;
  store.outbox.setSent(subject, after ?? 0);
  const start = after ?? 0;
  const oldest = rows.oldest ?? rows.newest + 1;
  const gaps: IdRange[] = oldest > start + 1 ? [{ from: start + 1, to: oldest - 1 }] : [];
  const records = rows.after(start, { events: bounds.rows, bytes: bounds.bytes });
  const to = records.at(-1)?.Id ?? gaps.at(-1)?.to ?? start;
  return { incarnation, from: start + 1, to, records, gaps, newestId: rows.newest };
}

function rowsOf(subject: OutboxSubject, world: World, outbox: OutboxStore): Rows {
  return subject === 'events' ? eventRows(world, outbox) : auditRows(outbox);
}

/** First those that the world has dropped, then those that it keeps. */
function eventRows({ eventLog }: World, outbox: OutboxStore): Rows {
  return {
    oldest: outbox.oldestDropped() ?? eventLog.oldest?.id,
    newest: eventLog.newest?.id ?? 0,
    atMs: (id) => outbox.droppedAt(id) ?? loggedAt(eventLog.after(id - 1, { events: 1, bytes: 0 }), id),
    after(id, bounds) {
      const { events: dropped, more } = outbox.droppedAfter(id, bounds);
      if (more || dropped.length > 0) return dropped.map(palatineEvent);
      return eventLog.after(id, bounds).map(palatineEvent);
    },
  };
}

function loggedAt([event]: readonly WorldEvent[], id: number): number | undefined {
  return event?.id === id ? event.atMs : undefined;
}

function auditRows(outbox: OutboxStore): Rows {
  return {
    oldest: outbox.oldestAudit(),
    newest: outbox.newestAudit(),
    atMs: (id) => outbox.auditAt(id),
    after: (id, bounds) => outbox.auditAfter(id, bounds),
  };
}

/** One history of a world: its rows have ids that count up, and are deleted oldest first. */
export interface WorldHistory {
  readonly incarnation: string;
  /** The last id that a row was given; 0 before the first. */
  readonly newest: number;
  /** ms since 1970; undefined for a row that is not kept. */
  atMs(id: number): number | undefined;
}

export interface ResumePoint {
  /** The row that the stream has last of this history; undefined when it has none. */
  readonly after: number | undefined;
  /** Whether the stream has rows under the name of this history that are none of its own. */
  readonly forked: boolean;
}

const FROM_OLDEST: ResumePoint = { after: undefined, forked: false };

/** The row after which a stream goes on: its last one if of this history, else before the oldest kept. */
export function resumeAfter(end: StreamEnd | undefined, world: WorldHistory): ResumePoint {
  if (end === undefined || end.incarnation !== world.incarnation) return FROM_OLDEST;
  if (end.to > world.newest || isOtherRow(end, world)) return { after: undefined, forked: true };
  return { after: end.to, forked: false };
}

/** A row that is not kept, or whose time the stream does not say, is taken for the same. */
function isOtherRow({ to, time }: StreamEnd, world: WorldHistory): boolean {
  const atMs = world.atMs(to);
  return atMs !== undefined && time !== undefined && new Date(atMs).toISOString() !== time;
}
