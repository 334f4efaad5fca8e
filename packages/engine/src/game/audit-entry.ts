import { ALL_ROUTES, LIMITS, pathOf, type RouteShape, reloadConfig } from '@palatine/contract';
import {
  cutText,
  findKnownPlayer,
  type GameContext,
  GRANT_PARTS,
  ownField,
  partsOfEvents,
  shortId,
  type WorldEvent,
} from '@palatine/world';
import type { Logger } from 'pino';
import { type AuditPlayer, type NewAuditEntry, ownEntry } from '../store/audit-rows.ts';
import type { AuditSubject, ServiceNote, Write } from './calls.ts';

/** Maximum characters of a request's text in the audit. */
const MAX_TEXT = 512;
export const MAX_SUMMARY = 512;
/** Maximum characters of ` and 1000 more`. */
const ROOM_FOR_REST = 20;
/** Events of a write that its summary reads: forgetting all technologies emits several. */
const EVENTS = { events: 16, bytes: Number.MAX_SAFE_INTEGER };
/** Player names are in the target. */
const IN_TARGET = ['UserID', 'UserIDs'];
/** Fields whose text needs no name. */
const TEXTS = ['Message', 'Reason'];

interface AuditedRequest {
  readonly id: string;
  readonly params: unknown;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

const startedAt = Date.now().toString(36);
let requests = 0;

/** The audit entry of a write, without its outcome. */
export function auditSubject(
  route: RouteShape,
  caller: { token: string; ip: string },
  { id, params, headers }: AuditedRequest,
  body: unknown,
  url = pathOf(route),
): AuditSubject {
  const path = Object.values(params as Record<string, string>);
  const key = headers['idempotency-key'];
  return {
    Token: caller.token,
    IP: caller.ip,
    Route: `${route.method} ${url}`,
    Target: cutText(path[0] ?? targetIn(body, route.auditTarget), MAX_TEXT),
    Reason: cutText(textOf(body, 'Reason'), MAX_TEXT),
    requestId: id,
    idempotencyKey: isIdempotencyKey(key) ? key : '',
    request: `${startedAt}-${++requests}`,
  };
}

/** First of the route's target fields in the body; several ids are joined. */
function targetIn(body: unknown, fields: readonly string[] = []): string {
  for (const name of fields) {
    const value = ownField(body, name);
    if (typeof value === 'string' && value !== '') return value;
    // The body is not validated yet. An id has at least one character, so no more than these are shown.
    if (Array.isArray(value)) return joined(value.slice(0, MAX_TEXT));
  }
  return '';
}

function joined(ids: readonly unknown[]): string {
  return ids.filter((id) => typeof id === 'string').join(' ');
}

function textOf(body: unknown, name: string): string {
  const value = ownField(body, name);
  return typeof value === 'string' ? value : '';
}

/** Visible ASCII, such as an order number or a UUID. */
const KEY = new RegExp(`^[!-~]{1,${LIMITS.keyChars}}$`);

export function isIdempotencyKey(header: string | string[] | undefined): header is string {
  return typeof header === 'string' && KEY.test(header);
}

export type AuditEffect = Pick<NewAuditEntry, 'summary' | 'eventId'>;

export function auditDetails(game: GameContext) {
  const { eventLog } = game.world;
  return {
    /** The target player, online or not. */
    playerOf(target: string): AuditPlayer | undefined {
      const player = target === '' ? undefined : findKnownPlayer(game, target);
      return player && { uid: player.uid, userId: player.userId, name: player.name };
    },

    /** `lastEventId`: the last event before the write. */
    ofApplied(write: Write, reply: unknown, lastEventId: number): AuditEffect {
      const events = eventLog.after(lastEventId, EVENTS);
      return { summary: effectSummary(write, reply, events), eventId: events[0]?.id };
    },

    ofRefused(write: Write): AuditEffect {
      const body = write.kind === 'reload' ? undefined : write.input.body;
      return { summary: requestSummary(routeOf(write), body), eventId: undefined };
    },
  };
}

/** Effects of a write by its events; by its reply where they are not enough. */
function effectSummary(write: Write, reply: unknown, events: readonly WorldEvent[]): string {
  const parts = partsOfEvents(events);
  if (write.kind === 'reload') return listed(['settings and ban list read again', ...parts]);
  if (write.input.name === 'controlSimulation') return requestSummary(routeOf(write), write.input.body);
  const summoned = ownField(reply, 'Summoned') as Summoned | undefined; // both summoning routes return it
  if (summoned !== undefined) {
    const { PalID, NPCID, Level, X, Y, Z } = summoned;
    return `${PalID ?? NPCID} level ${Level} at ${X}, ${Y}, ${Z}`;
  }
  return parts.length === 0 ? 'nothing changed' : listed(parts);
}

interface Summoned extends Readonly<Record<'Level' | 'X' | 'Y' | 'Z', number>> {
  PalID?: string;
  NPCID?: string;
}

/** Summary of a refused write for the audit. Its body may be invalid: wrong types are left out. */
export function requestSummary(route: RouteShape, body: unknown): string {
  const { properties = {} } = (route.documentedBody ?? route.body ?? {}) as { properties?: object };
  const names = Object.keys(properties).filter((name) => !IN_TARGET.includes(name));
  return listed(names.flatMap((name) => partsOfField(name, ownField(body, name))));
}

function partsOfField(name: string, value: unknown): string[] {
  const inGrant = GRANT_PARTS[name];
  if (inGrant !== undefined) return inGrant(value);
  if (typeof value === 'string') return [TEXTS.includes(name) ? value : `${name} ${shortId(value)}`];
  if (typeof value === 'number' || typeof value === 'boolean') return [`${name} ${value}`];
  // Texts of a list; field names of an object, whose values may be anything.
  const texts = Array.isArray(value)
    ? value.filter((entry) => typeof entry === 'string')
    : Object.keys(value ?? {});
  return texts
    .slice(0, MAX_SUMMARY)
    .map((text, at) => (at === 0 ? `${name} ${shortId(text)}` : shortId(text)));
}

/** Comma-separated parts, as many as fit, and the number of the rest. */
function listed(parts: readonly string[]): string {
  let text = '';
  for (const [at, part] of parts.entries()) {
    const longer = at === 0 ? part : `${text}, ${part}`;
    if (longer.length > MAX_SUMMARY - ROOM_FOR_REST && at > 0) {
      return `${cutText(text, MAX_SUMMARY - ROOM_FOR_REST)} and ${parts.length - at} more`;
    }
    text = longer;
  }
  return cutText(text, MAX_SUMMARY);
}

export function ownAuditEntry(
  { now, newId }: Pick<GameContext, 'now' | 'newId'>,
  { route, target, outcome, summary }: Required<ServiceNote>['audit'],
): NewAuditEntry {
  return ownEntry({ id: newId(), atMs: now(), Route: route, Target: target, Outcome: outcome, summary });
}

export function routeOf({ kind, input }: Write): RouteShape {
  return kind === 'reload' ? reloadConfig : ALL_ROUTES[input.name];
}

/** Audit entries of refused requests that may wait for the store; an entry has about 2 kB at most. */
export const MAX_UNWRITTEN_ENTRIES = 4096;
/** The first entry dropped is logged, and then each time as many more. */
const DROPS_PER_LOG_LINE = 1000;

interface Unwritten {
  readonly refused: readonly NewAuditEntry[];
  readonly expired: readonly Write[];
}

/** Audit entries of requests that never reached the queue, and writes that expired in it, until they are on disk. */
export class UnwrittenAudit {
  readonly #log: Logger;
  readonly #wake: () => void;
  #refused: NewAuditEntry[] = [];
  #expired: Write[] = [];
  /** How many entries were dropped because too many waited. */
  dropped = 0;

  /** `wake`: has the queue run a batch soon, which writes them. */
  constructor(log: Logger, wake: () => void) {
    this.#log = log;
    this.#wake = wake;
  }

  get count(): number {
    return this.#refused.length + this.#expired.length;
  }

  addRefused(entry: NewAuditEntry): void {
    if (!this.#hasRoom()) return;
    this.#refused.push(entry);
    this.#wake();
  }

  addExpired(write: Write): void {
    if (!this.#hasRoom()) return;
    this.#expired.push(write);
    this.#wake();
  }

  drain(): Unwritten {
    const drained = { refused: this.#refused, expired: this.#expired };
    this.#refused = [];
    this.#expired = [];
    return drained;
  }

  putBack({ refused, expired }: Unwritten): void {
    this.#refused = [...refused, ...this.#refused];
    this.#expired = [...expired, ...this.#expired];
  }

  #hasRoom(): boolean {
    if (this.count < MAX_UNWRITTEN_ENTRIES) return true;
    this.dropped += 1;
    if (this.dropped % DROPS_PER_LOG_LINE === 1)
      this.#log.error({ dropped: this.dropped }, 'refused requests are missing in the audit');
    return false;
  }
}
