import type { DatabaseSync } from 'node:sqlite';
import type { Msg, NatsConnection } from '@nats-io/transport-node';
import { ALL_ROUTES, capped, Refusal, type RouteShape, writes } from '@palatine/contract';
import type { Token } from '@palatine/data-dir/tokens';
import type { Outcome } from '@palatine/engine/calls';
import type { Game } from '@palatine/engine/game';
import type { Clock } from '@palatine/platform/clock';
import type { AttachedService } from '@palatine/sidecar/attached-service';
import { matchesEtag, toRefusal } from '@palatine/web/respond';
import { type Answer, type Principal, pipeToWire } from '@palatine/web/route-calls';
import type { Routes } from '@palatine/web/routes';
import type { Logger } from 'pino';
import {
  type AnswerHead,
  answerHead,
  answerPart,
  cancelCall,
  cancelReply,
  type RouteCall,
  routeCall,
} from '../messages/index.ts';
import { AnswerWriter, type WrittenHead } from './answer-writer.ts';
import { FLEET } from './fleet-token-source.ts';

export interface WorldCallsOptions {
  readonly connection: NatsConnection;
  readonly routes: Pick<Routes, 'handle'>;
  readonly game: Pick<Game, 'outcomeOf'>;
  readonly database: DatabaseSync;
  /** The permissions that the owner of this world grants the fleet. */
  readonly allow: readonly string[];
  readonly attached: Pick<AttachedService, 'savedAtMs'> | undefined;
  readonly clock: Clock;
  readonly log: Logger;
}

const MAX_CALLS = 256;
/** A gateway requests the end of a write within seconds. */
const WRITE_TTL_MS = 600_000;
/** More tokens than a fleet has; beyond it the oldest is evicted. */
const MAX_TOKENS = 1000;
const JSON_TYPE = 'application/json; charset=utf-8';
const EMPTY = new Uint8Array(0);
/** Well below the smallest maximum of a broker for one message. */
const PART_BYTES = 512 * 1024;

type Write = NonNullable<ReturnType<typeof cancelCall.unpack>['write']>;

/** A write of a gateway, under way or ended a short while ago. */
interface Attempt extends Write {
  readonly outcome: Promise<Outcome>;
  endedMs: number | undefined;
}

/** Runs the routes of a world for a gateway, with the same handlers as over HTTP. */
export class WorldCalls {
  readonly #options: WorldCallsOptions;
  readonly #attempts: ReturnType<typeof attemptStore>;
  readonly #writes = new Map<string, Attempt>();
  readonly #flows = new Map<string, AnswerWriter>();
  readonly #tokens = new Map<string, Token>();
  #open = 0;

  constructor(options: WorldCallsOptions) {
    this.#options = options;
    this.#attempts = attemptStore(options.database, options.clock);
  }

  /** Ends open answers: nobody waits for them. */
  endFlows(): void {
    for (const writer of this.#flows.values()) writer.cancel();
  }

  async call(message: Msg): Promise<void> {
    const head = routeCall.ofHeaders(message);
    this.#open += 1;
    try {
      const answer = await this.#answer(head, message.data).catch((error: unknown) => this.#refused(error));
      await this.#send(message.reply ?? '', head, answer);
    } finally {
      this.#open -= 1;
    }
  }

  async cancel(message: Msg): Promise<void> {
    const { attempt, write } = cancelCall.unpack(message.string());
    this.#flows.get(attempt)?.cancel();
    if (write === undefined) return;
    const end = await this.#endOf(attempt, write);
    if (typeof end === 'string')
      return void message.respond(EMPTY, { headers: cancelReply.asHeaders({ end }) });
    const answer = { ...this.#headOf(end), more: false };
    message.respond(end.body, { headers: cancelReply.asHeaders({ end: 'Applied', answer }) });
  }

  /** How an attempt ended. An unknown one is canceled, so it never begins. */
  async #endOf(attempt: string, { issuer, name, key }: Write): Promise<Outcome | 'Never' | 'Unknown'> {
    const running = this.#writes.get(attempt);
    if (running !== undefined) return running.outcome;
    const begun = this.#attempts.stateOf(attempt) === 'begun';
    if (!begun) this.#attempts.set(attempt, 'canceled');
    const same = [...this.#writes.values()].filter((other) => other.issuer === issuer && other.key === key);
    for (const { outcome } of same) {
      const ended = await outcome;
      if (ended.code === 'OK') return ended;
    }
    const stored = await this.#options.game.outcomeOf({
      issuer: { id: `${FLEET}${issuer}`, name: `${FLEET}${name}` },
      key,
    });
    return stored ?? (begun ? 'Unknown' : 'Never');
  }

  async #answer(head: RouteCall, body: Uint8Array): Promise<Answer> {
    if (this.#open > MAX_CALLS)
      throw new Refusal('SERVER_BUSY', 'too many requests of the fleet are under way');
    if (!Object.hasOwn(ALL_ROUTES, head.route)) throw new Refusal('ROUTE_NOT_FOUND');
    const route: RouteShape = ALL_ROUTES[head.route as keyof typeof ALL_ROUTES]; // it is one of them
    return writes(route) ? this.#write(route, head, body) : this.#run(route, head, body);
  }

  /** Rejects for an attempt that was canceled or had begun before. */
  async #write(route: RouteShape, head: RouteCall, body: Uint8Array): Promise<Outcome> {
    const { attached, clock } = this.#options;
    const { attempt, principal, headers } = head;
    if (this.#attempts.stateOf(attempt) !== undefined)
      throw new Refusal('REQUEST_TIMEOUT', 'the gateway has canceled the request; nothing was applied');
    // The game keeps the outcome of game writes by key; a running game server does some of them itself.
    const isDoneThere =
      attached !== undefined && (route.attached === 'Live' || route.attached === 'Impossible');
    if (!route.game || isDoneThere) this.#attempts.set(attempt, 'begun');
    const outcome = this.#run(route, head, body)
      .then((answer) => {
        if ('body' in answer) return answer;
        throw new Error('a write answers with an outcome');
      })
      .catch((error: unknown) => this.#refused(error));
    const key = headers['idempotency-key'] ?? '';
    const write: Attempt = { issuer: principal.id, name: principal.name, key, outcome, endedMs: undefined };
    this.#writes.set(attempt, write);
    await outcome;
    write.endedMs = clock.elapsed();
    this.#dropOld();
    return outcome;
  }

  async #run(route: RouteShape, head: RouteCall, body: Uint8Array): Promise<Answer> {
    const { routes, clock } = this.#options;
    const { requestId: id, params, query, headers, withinMs } = head;
    const input = { id, params, query, headers, notAfter: clock.now() + withinMs };
    return routes.handle(route, this.#principalOf(head.principal), input, body);
  }

  async #send(subject: string, { attempt, headers }: RouteCall, answer: Answer): Promise<void> {
    const { connection } = this.#options;
    if ('body' in answer)
      return sendWhole(connection, subject, this.#headOf(answer), Buffer.from(answer.body));
    if ('bytes' in answer) {
      const { bytes, etag, contentType = JSON_TYPE } = answer;
      const isKnown = matchesEtag(headers['if-none-match'], etag);
      const head = { status: isKnown ? 304 : 200, contentType, etag, ...this.#saved() };
      return sendWhole(connection, subject, head, isKnown ? EMPTY : bytes);
    }
    const writer = new AnswerWriter(connection, subject);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#flows.set(attempt, writer);
    try {
      if ('open' in answer) answer.open(writer, resolve);
      else {
        const { download, contentType, fileName } = answer;
        writer.begin({ 'content-type': contentType }, { fileName, ...this.#saved() });
        pipeToWire(download, writer, resolve);
      }
      await promise;
    } finally {
      this.#flows.delete(attempt);
    }
  }

  /** The same token object as long as nothing about it changes: counters and limits are keyed by it. */
  #principalOf({ id, name, permissions, answerForm, ip }: RouteCall['principal']): Principal {
    const token: Token = {
      id: `${FLEET}${id}`,
      name: `${FLEET}${name}`,
      permissions: capped(permissions, this.#options.allow),
      answerForm,
    };
    const same = this.#tokens.get(token.id);
    if (same !== undefined && JSON.stringify(same) === JSON.stringify(token)) return { token: same, ip };
    const [oldest] = this.#tokens.keys();
    if (this.#tokens.size >= MAX_TOKENS && oldest !== undefined) this.#tokens.delete(oldest);
    this.#tokens.set(token.id, token);
    return { token, ip };
  }

  #refused(error: unknown): Outcome {
    const refusal = toRefusal(error);
    if (refusal !== error) this.#options.log.error({ err: error }, 'a call of the fleet failed');
    const body = JSON.stringify(refusal.toEnvelope());
    return { status: refusal.status, body, code: refusal.code, replayed: false };
  }

  #headOf({ status, code, replayed, delivery = '', enforcement = '' }: Outcome): Omit<AnswerHead, 'more'> {
    return { status, contentType: JSON_TYPE, code, replayed, delivery, enforcement, ...this.#saved() };
  }

  /** When the game wrote the save that is served, if known. */
  #saved(): Pick<AnswerHead, 'savedAtMs'> {
    const savedAtMs = this.#options.attached?.savedAtMs;
    return savedAtMs === undefined ? {} : { savedAtMs };
  }

  #dropOld(): void {
    const oldMs = this.#options.clock.elapsed() - WRITE_TTL_MS;
    for (const [attempt, { endedMs = Number.POSITIVE_INFINITY }] of this.#writes) {
      if (endedMs >= oldMs) return; // those behind it began later
      this.#writes.delete(attempt);
    }
  }
}

/** Sends a complete answer, in parts if it is long, each after the broker has taken the one before. */
async function sendWhole(
  connection: NatsConnection,
  subject: string,
  head: WrittenHead,
  body: Uint8Array,
): Promise<void> {
  for (let part = 0; !connection.isClosed(); part++) {
    const more = (part + 1) * PART_BYTES < body.byteLength;
    const headers =
      part === 0
        ? answerHead.asHeaders({ ...(head as AnswerHead), more })
        : answerPart.asHeaders({ part, more });
    connection.publish(subject, body.subarray(part * PART_BYTES, (part + 1) * PART_BYTES), { headers });
    if (!more) return;
    await connection.flush();
  }
}

/** `begun`: work without an outcome on disk, which a process that has ended may have done or not. */
type AttemptState = 'begun' | 'canceled';

/** No gateway asks about an attempt after this. */
const ATTEMPT_TTL_MS = 24 * 3_600_000;

export const ATTEMPTS_TABLE =
  'create table if not exists attempts (id text primary key, state text not null, atMs integer not null) strict, without rowid;';

/** The states of attempts of a gateway, which survive a restart. */
function attemptStore(database: DatabaseSync, { now }: Pick<Clock, 'now'>) {
  database.exec(ATTEMPTS_TABLE);
  const find = database.prepare('select state from attempts where id = ?');
  const set = database.prepare('insert or replace into attempts values (?, ?, ?)');
  const deleteOld = database.prepare('delete from attempts where atMs < ?');

  return {
    stateOf: (id: string): AttemptState | undefined =>
      (find.get(id) as { state: AttemptState } | undefined)?.state, // its column
    /** On disk on return. */
    set(id: string, state: AttemptState): void {
      deleteOld.run(now() - ATTEMPT_TTL_MS);
      set.run(id, state, now());
    },
  };
}
