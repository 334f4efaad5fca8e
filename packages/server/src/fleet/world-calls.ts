import type { Msg, NatsConnection } from '@nats-io/transport-node';
import { ALL_ROUTES, Refusal, type RouteShape, writes } from '@palatine/contract';
import {
  type AnswerHead,
  cancelCall,
  cancelReply,
  type FleetPrincipal,
  type RouteCall,
  routeCall,
} from '@palatine/fleet';
import type { Logger } from 'pino';
import type { Token } from '../data-folder/tokens.ts';
import type { Outcome } from '../game/calls.ts';
import type { Clock } from '../game/clock.ts';
import type { Game } from '../game/game.ts';
import { matchesEtag, toRefusal } from '../http/respond.ts';
import type { Answer, Principal, RouteInput } from '../http/route-calls.ts';
import type { Routes } from '../http/routes.ts';
import { AnswerWriter, contentTypeOf } from './answer-writer.ts';
import type { attemptStore } from './attempts.ts';
import { FLEET } from './fleet-token-source.ts';
import { capped } from './world-tokens.ts';

export interface WorldCallsOptions {
  readonly connection: NatsConnection;
  readonly routes: Pick<Routes, 'handle'>;
  readonly game: Pick<Game, 'outcomeOf'>;
  readonly attempts: ReturnType<typeof attemptStore>;
  /** The permissions to which the owner of this world holds the fleet. */
  readonly allow: readonly string[];
  /** Whether it stands beside a running game server. */
  readonly attached: boolean;
  /** When the game wrote the save that is served, in ms since 1970. */
  readonly savedAtMs: () => number | undefined;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Calls that a world works on at once. */
const MAX_CALLS = 256;
/** A gateway asks within seconds how a write ended. */
const KEPT_MS = 600_000;
/** More tokens than a fleet has; the one that came first is forgotten. */
const MAX_TOKENS = 1000;
const JSON_TYPE = 'application/json; charset=utf-8';

type Write = NonNullable<ReturnType<typeof cancelCall.unpack>['write']>;

/** A write of a gateway, under way or ended a short while ago. */
interface Attempt extends Write {
  readonly outcome: Promise<Outcome>;
  endedMs: number | undefined;
}

/** Runs the routes of a world for a gateway, with the same handlers as over HTTP. */
export class WorldCalls {
  readonly #options: WorldCallsOptions;
  readonly #writes = new Map<string, Attempt>();
  readonly #flows = new Map<string, AnswerWriter>();
  readonly #tokens = new Map<string, Token>();
  #open = 0;

  constructor(options: WorldCallsOptions) {
    this.#options = options;
  }

  /** How many are under way. */
  get open(): number {
    return this.#open;
  }

  /** Nobody waits for answers that are growing. */
  endFlows(): void {
    for (const writer of this.#flows.values()) writer.cancel();
  }

  /** Runs a route, and answers. */
  async call(message: Msg): Promise<void> {
    const { head, body } = routeCall.unpackWith(message.data);
    const writer = new AnswerWriter(this.#options.connection, message.reply ?? '');
    const route = Object.hasOwn(ALL_ROUTES, head.route)
      ? (ALL_ROUTES as Record<string, RouteShape>)[head.route]
      : undefined;
    if (route === undefined) return this.#sendOutcome(writer, this.#refused(new Refusal('ROUTE_NOT_FOUND')));
    if (this.#open >= MAX_CALLS) {
      const busy = new Refusal('SERVER_BUSY', 'too many requests of the fleet are under way');
      return this.#sendOutcome(writer, this.#refused(busy));
    }
    this.#open += 1;
    try {
      if (writes(route)) await this.#sendOutcome(writer, await this.#write(route, head, body));
      else await this.#read(route, head, body, writer);
    } finally {
      this.#open -= 1;
    }
  }

  /** A gateway waits no longer. */
  async cancel(message: Msg): Promise<void> {
    const { attempt, write } = cancelCall.unpack(message.string());
    this.#flows.get(attempt)?.cancel();
    if (write === undefined) return;
    const end = await this.#endOf(attempt, write);
    if (typeof end === 'string') return void message.respond(cancelReply.packWith({ end }));
    const answer = { ...this.#headOf(end), more: false };
    message.respond(cancelReply.packWith({ end: 'Applied', answer }, Buffer.from(end.body)));
  }

  /** How an attempt ended; one of which nothing is known never begins from now on. */
  async #endOf(attempt: string, { issuer, name, key }: Write): Promise<Outcome | 'Never' | 'Unknown'> {
    const { attempts, game } = this.#options;
    const own = this.#writes.get(attempt);
    if (own !== undefined) return own.outcome;
    const begun = attempts.stateOf(attempt) === 'begun';
    if (!begun) attempts.set(attempt, 'canceled');
    const same = [...this.#writes.values()].filter((other) => other.issuer === issuer && other.key === key);
    for (const { outcome } of same) {
      const ended = await outcome;
      if (ended.code === 'OK') return ended;
    }
    const stored = await game.outcomeOf({
      issuer: { id: `${FLEET}${issuer}`, name: `${FLEET}${name}` },
      key,
    });
    return stored ?? (begun ? 'Unknown' : 'Never');
  }

  /** Never rejects. */
  async #write(route: RouteShape, head: RouteCall, body: Uint8Array): Promise<Outcome> {
    const { attempts, clock, attached } = this.#options;
    const { attempt, principal, key = '' } = head;
    if (attempts.stateOf(attempt) !== undefined) return this.#refused(tooLate());
    // What the game keeps an outcome of, can be looked up with its key. A running game server does some of it itself.
    const isKept =
      route.game && !(attached && (route.attached === 'Live' || route.attached === 'Impossible'));
    if (!isKept) attempts.set(attempt, 'begun');
    const outcome = this.#run(route, head, body).then(outcomeIn, (error) => this.#refused(error));
    const write: Attempt = { issuer: principal.id, name: principal.name, key, outcome, endedMs: undefined };
    this.#writes.set(attempt, write);
    const ended = await outcome;
    write.endedMs = clock.elapsed();
    this.#forgetOld();
    return ended;
  }

  async #read(route: RouteShape, head: RouteCall, body: Uint8Array, writer: AnswerWriter): Promise<void> {
    let answer: Answer;
    try {
      answer = await this.#run(route, head, body);
    } catch (error) {
      answer = this.#refused(error);
    }
    if ('body' in answer) return this.#sendOutcome(writer, answer);
    const savedAtMs = this.#options.savedAtMs();
    const saved = savedAtMs === undefined ? {} : { savedAtMs };
    if ('bytes' in answer) {
      const { bytes, etag } = answer;
      const contentType = contentTypeOf(answer.contentType ?? JSON_TYPE);
      const isKnown = matchesEtag(head.ifNoneMatch, etag);
      const status = isKnown ? 304 : 200;
      return writer.whole({ status, contentType, etag, ...saved }, isKnown ? new Uint8Array(0) : bytes);
    }
    this.#flows.set(head.attempt, writer);
    try {
      if ('download' in answer) {
        const { download, fileName } = answer;
        writer.wire().onLeave(() => void download.destroy());
        const contentType = contentTypeOf(answer.contentType);
        await writer.growing({ status: 200, contentType, fileName, ...saved }, download);
      } else {
        const { promise, resolve } = Promise.withResolvers<void>();
        answer.open(writer.wire(), resolve);
        await promise;
      }
    } finally {
      this.#flows.delete(head.attempt);
    }
  }

  async #run(route: RouteShape, head: RouteCall, body: Uint8Array): Promise<Answer> {
    const { routes, clock } = this.#options;
    const { params, query, requestId, key, ifMatch, ifNoneMatch, lastEventId, withinMs } = head;
    const input: RouteInput = {
      id: requestId,
      params,
      query,
      headers: {
        'idempotency-key': key,
        'if-match': ifMatch,
        'if-none-match': ifNoneMatch,
        'last-event-id': lastEventId,
      },
      beginBefore: clock.now() + withinMs,
    };
    return routes.handle(route, this.#principalOf(head.principal), input, body);
  }

  /** The same token object as long as nothing about it changes: what is counted by token goes on counting. */
  #principalOf({ id, name, permissions, answerForm, ip }: FleetPrincipal): Principal {
    const token: Token = {
      id: `${FLEET}${id}`,
      name: `${FLEET}${name}`,
      permissions: capped(permissions, this.#options.allow),
      answerForm,
    };
    const known = this.#tokens.get(token.id);
    if (known !== undefined && JSON.stringify(known) === JSON.stringify(token)) return { token: known, ip };
    const [oldest] = this.#tokens.keys();
    if (this.#tokens.size >= MAX_TOKENS && oldest !== undefined) this.#tokens.delete(oldest);
    this.#tokens.set(token.id, token);
    return { token, ip };
  }

  /** A refusal, or any other error, as the outcome of a call. */
  #refused(error: unknown): Outcome {
    const refusal = toRefusal(error);
    if (refusal !== error) this.#options.log.error({ err: error }, 'a call of the fleet failed');
    const body = JSON.stringify(refusal.toEnvelope());
    return { status: refusal.status, body, code: refusal.code, replayed: false };
  }

  #sendOutcome(writer: AnswerWriter, outcome: Outcome): Promise<void> {
    return writer.whole(this.#headOf(outcome), Buffer.from(outcome.body));
  }

  #headOf({ status, code, replayed, delivery = '', enforcement = '' }: Outcome): Omit<AnswerHead, 'more'> {
    return {
      status,
      contentType: JSON_TYPE,
      code,
      ...(replayed && { replayed }),
      ...(delivery !== '' && { delivery }),
      ...(enforcement !== '' && { enforcement }),
    };
  }

  #forgetOld(): void {
    const oldMs = this.#options.clock.elapsed() - KEPT_MS;
    for (const [attempt, { endedMs = Number.POSITIVE_INFINITY }] of this.#writes) {
      if (endedMs >= oldMs) return; // those behind it began later
      this.#writes.delete(attempt);
    }
  }
}

function outcomeIn(answer: Answer): Outcome {
  if ('body' in answer) return answer;
  throw new Error('a write answers with an outcome');
}

function tooLate(): Refusal {
  return new Refusal('REQUEST_TIMEOUT', 'the gateway has given the request up; nothing was applied');
}
