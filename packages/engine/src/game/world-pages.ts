import type { AuditEntry, PalatineEvent } from '@palatine/contract';
import { type EventBounds, listedPlayers, palatineEvent, type World } from '@palatine/world';
import { type OutboxStore, rowDigest } from '../store/outbox-store.ts';
import type { Store } from '../store/store.ts';
import type {
  EventsPage,
  IdRange,
  KnownPlayersPage,
  OutboxPage,
  OutboxRead,
  PlayerPlace,
  StreamEnd,
} from './calls.ts';

/** Rows of one subject in a world: ids increase, and the oldest are deleted first. */
interface Rows {
  readonly oldest: number | undefined;
  /** Last assigned id; 0 before the first. */
  readonly newest: number;
  after(id: number, bounds: EventBounds): readonly (PalatineEvent | AuditEntry)[];
}

/** Rows that a fleet lacks. If it has foreign ones, this world was restored or copied: it gets all, in a new history. */
export function outboxPage(
  world: World,
  store: Pick<Store, 'outbox' | 'incarnation' | 'renewIncarnation'>,
  { subject, end, kept, bounds }: OutboxRead,
): OutboxPage {
  const rows = subject === 'events' ? eventRows(world, store.outbox) : auditRows(store.outbox);
  const present = store.incarnation();
  const isOwn = end.incarnation === present;
  const forked = isOwn && isForked(end, rows);
  const incarnation = forked || present === '' ? store.renewIncarnation() : present;
  const start = isOwn && !forked ? end.id : 0;
  store.outbox.setSent(subject, Math.min(start, kept));
  const oldest = rows.oldest ?? rows.newest + 1;
  const gaps: IdRange[] = oldest > start + 1 ? [{ from: start + 1, to: oldest - 1 }] : [];
  const records = rows.after(start, { events: bounds.rows, bytes: bounds.bytes });
  const to = records.at(-1)?.Id ?? gaps.at(-1)?.to ?? start;
  return { incarnation, from: start + 1, to, records, gaps, newestId: rows.newest };
}

/** Whether a fleet has foreign rows under the name of this history. A row that was deleted passes as the same. */
function isForked({ id, digest }: StreamEnd, { newest, after }: Rows): boolean {
  if (id > newest) return true;
  const [row] = id === 0 || digest === '' ? [] : after(id - 1, { events: 1, bytes: 0 });
  return row?.Id === id && rowDigest(row) !== digest;
}

/** Rows dropped by the world, then its present ones. */
function eventRows({ eventLog }: World, outbox: OutboxStore): Rows {
  return {
    oldest: outbox.oldestDropped() ?? eventLog.oldest?.id,
    newest: eventLog.newest?.id ?? 0,
    after(id, bounds) {
      const { events: dropped, more } = outbox.droppedAfter(id, bounds);
      if (more || dropped.length > 0) return dropped.map(palatineEvent);
      return eventLog.after(id, bounds).map(palatineEvent);
    },
  };
}

function auditRows(outbox: OutboxStore): Rows {
  return {
    oldest: outbox.oldestAudit(),
    newest: outbox.newestAudit(),
    after: (id, bounds) => outbox.auditAfter(id, bounds),
  };
}

/** A page of events fits into the buffer of a socket, and takes well under a millisecond. */
const EVENTS_PAGE = { events: 256, bytes: 64 * 1024 };

/** The events after an id. An unknown id is from another world: starts from the beginning. */
export function eventsPage(world: World, id: number): EventsPage {
  const since = id <= world.lastEventId ? id : 0;
  const newestId = world.eventLog.newest?.id ?? 0;
  return { since, events: world.eventLog.after(since, EVENTS_PAGE), newestId };
}

/** A page of known players takes about a millisecond. */
const KNOWN_PLAYERS_PAGE = 500;

/** A page of known players. `from`: number of players before it. */
export function knownPlayersPage(world: World, from: number): KnownPlayersPage {
  return { players: listedPlayers(world, from, KNOWN_PLAYERS_PAGE), total: world.accounts.size };
}

/** Positions of all players, in whole centimetres. */
export function playerPlaces({ locations, sessions }: World): PlayerPlace[] {
  return Array.from(locations.values(), ({ uid, x, y, z }) => ({
    uid,
    x: wholeCm(x),
    y: wholeCm(y),
    z: wholeCm(z),
    online: sessions.has(uid),
  }));
}

const MAX_CM = 2 ** 31 - 1;

/** Limits a coordinate to 32 bits, which a damaged save may exceed; 0 for anything but a number. */
function wholeCm(cm: number): number {
  return Math.min(MAX_CM, Math.max(-MAX_CM, Math.round(cm))) || 0;
}
