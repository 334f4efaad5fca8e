import type { DatabaseSync } from 'node:sqlite';
import type { Msg, NatsConnection } from '@nats-io/transport-node';
import { ALL_ROUTES, capped, Refusal, type RouteShape, writes } from '@palatine/contract';
import type { Outcome } from '@palatine/contract/audit-records';
import type { Game } from '@palatine/engine/game';
import { FLEET } from '@palatine/fleet/fleet-token-source';
import {
  type AnswerHead,
  answerHead,
  answerPart,
  cancelCall,
  cancelReply,
  type RouteCall,
  routeCall,
  SUBJECTS,
  type WorldVerb,
} from '@palatine/fleet/messages';
import type { Clock } from '@palatine/platform/clock';
import type { AttachedService } from '@palatine/sidecar/attached-service';
import { matchesEtag, toRefusal } from '@palatine/web/respond';
import { type Answer, pipeToWire, type Routes } from '@palatine/web/routes';
import type { Logger } from 'pino';
import { answerWriter, type WrittenHead } from './answer-writer.ts';

export interface WorldCallsOptions {
  readonly connection: NatsConnection;
  readonly routes: Pick<Routes, 'handle'>;
  readonly writes: Pick<Game['writes'], 'outcomeOf'>;
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

/** The handler of each verb, which is the last word of a subject. */
export type VerbAnswers = Record<WorldVerb, (message: Msg) => Promise<void> | void>;

/** Answers the messages to this start of a world. What an answer throws is logged. */
export function answerMessages(
  connection: NatsConnection,
  { world, instance }: { world: string; instance: string },
  answers: VerbAnswers,
  log: Logger,
): void {
  const answer = async (message: Msg) => answers[message.subject.split('.').at(-1) as WorldVerb](message);
  connection.subscribe(SUBJECTS.toWorld(world, instance, '*'), {
    callback: (_error, message) => {
      answer(message).catch((error: unknown) =>
        log.warn({ err: error, subject: message.subject }, 'could not answer a message of the fleet'),
      );
    },
  });
}

/** Runs the routes of a world for a gateway, with the same handlers as over HTTP. */
export function worldCalls(options: WorldCallsOptions) {
  const { connection, routes, writes: gameWrites, database, allow, attached, clock, log } = options;
  const attempts = attemptStore(database, clock);
  const running = new Map<string, Attempt>();
  const flows = new Map<string, ReturnType<typeof answerWriter>>();
  let open = 0;

  /** When the game wrote the save that is served, if known. */
  const saved = (): Pick<AnswerHead, 'savedAtMs'> =>
    attached?.savedAtMs === undefined ? {} : { savedAtMs: attached.savedAtMs };

  function headOf({ status, code, replayed, delivery = '', enforcement = '' }: Outcome) {
    return { status, contentType: JSON_TYPE, code, replayed, delivery, enforcement, ...saved() } as const;
  }

  function refused(error: unknown): Outcome {
    const refusal = toRefusal(error);
    if (refusal !== error) log.error({ err: error }, 'a call of the fleet failed');
    const body = JSON.stringify(refusal.toEnvelope());
    return { status: refusal.status, body, code: refusal.code, replayed: false };
  }

  function run(route: RouteShape, head: RouteCall, body: Uint8Array): Promise<Answer> {
    const { requestId, params, query, headers, withinMs, principal } = head;
    const { id, name, permissions, answerForm, ip } = principal;
    const held = capped(permissions, allow);
    const token = { id: `${FLEET}${id}`, name: `${FLEET}${name}`, permissions: held, answerForm };
    const input = { id: requestId, params, query, headers, notAfter: clock.now() + withinMs };
    return routes.handle(route, { token, ip }, input, body);
  }

  /** Rejects for an attempt that was canceled or had begun before. */
  async function write(route: RouteShape, head: RouteCall, body: Uint8Array): Promise<Outcome> {
    const { attempt, principal, headers } = head;
    if (attempts.stateOf(attempt) !== undefined)
      throw new Refusal('REQUEST_TIMEOUT', 'the gateway has canceled the request; nothing was applied');
    // The game keeps the outcome of game writes by key; a running game server does some of them itself.
    const isDoneThere =
      attached !== undefined && (route.attached === 'Live' || route.attached === 'Impossible');
    if (!route.game || isDoneThere) attempts.set(attempt, 'begun');
    const outcome = run(route, head, body)
      .then((answer) => {
        if ('body' in answer) return answer;
        throw new Error('a write answers with an outcome');
      })
      .catch(refused);
    const key = headers['idempotency-key'] ?? '';
    const begun: Attempt = { issuer: principal.id, name: principal.name, key, outcome, endedMs: undefined };
    running.set(attempt, begun);
    await outcome;
    begun.endedMs = clock.elapsed();
    dropOld();
    return outcome;
  }

  function dropOld(): void {
    const oldMs = clock.elapsed() - WRITE_TTL_MS;
    for (const [attempt, { endedMs = Number.POSITIVE_INFINITY }] of running) {
      if (endedMs >= oldMs) return; // those behind it began later
      running.delete(attempt);
    }
  }

  async function answerOf(head: RouteCall, body: Uint8Array): Promise<Answer> {
    if (open > MAX_CALLS) throw new Refusal('SERVER_BUSY', 'too many requests of the fleet are under way');
    if (!Object.hasOwn(ALL_ROUTES, head.route)) throw new Refusal('ROUTE_NOT_FOUND');
    const route: RouteShape = ALL_ROUTES[head.route as keyof typeof ALL_ROUTES]; // it is one of them
    return writes(route) ? write(route, head, body) : run(route, head, body);
  }

  async function send(subject: string, { attempt, headers }: RouteCall, answer: Answer): Promise<void> {
    if ('body' in answer) return sendWhole(connection, subject, headOf(answer), Buffer.from(answer.body));
    if ('bytes' in answer) {
      const { bytes, etag, contentType = JSON_TYPE } = answer;
      const isKnown = matchesEtag(headers['if-none-match'], etag);
      const head = { status: isKnown ? 304 : 200, contentType, etag, ...saved() };
      return sendWhole(connection, subject, head, isKnown ? EMPTY : bytes);
    }
    const writer = answerWriter(connection, subject);
    const { promise, resolve } = Promise.withResolvers<void>();
    flows.set(attempt, writer);
    try {
      if ('open' in answer) answer.open(writer, resolve);
      else {
        const { download, contentType, fileName } = answer;
        writer.begin({ 'content-type': contentType }, { fileName, ...saved() });
        pipeToWire(download, writer, resolve);
      }
      await promise;
    } finally {
      flows.delete(attempt);
    }
  }

  /** How an attempt ended. An unknown one is canceled, so it never begins. */
  async function endOf(
    attempt: string,
    { issuer, name, key }: Write,
  ): Promise<Outcome | 'Never' | 'Unknown'> {
    const pending = running.get(attempt);
    if (pending !== undefined) return pending.outcome;
    const begun = attempts.stateOf(attempt) === 'begun';
    if (!begun) attempts.set(attempt, 'canceled');
    const same = [...running.values()].filter((call) => call.issuer === issuer && call.key === key);
    for (const { outcome } of same) {
      const ended = await outcome;
      if (ended.code === 'OK') return ended;
    }
    const stored = { issuer: { id: `${FLEET}${issuer}`, name: `${FLEET}${name}` }, key };
    return (await gameWrites.outcomeOf(stored)) ?? (begun ? 'Unknown' : 'Never');
  }

  return {
    /** Ends open answers: nobody waits for them. */
    endFlows(): void {
      for (const writer of flows.values()) writer.cancel();
    },

    async call(message: Msg): Promise<void> {
      const head = routeCall.ofHeaders(message);
      open += 1;
      try {
        await send(message.reply ?? '', head, await answerOf(head, message.data).catch(refused));
      } finally {
        open -= 1;
      }
    },

    async cancel(message: Msg): Promise<void> {
      const { attempt, write: canceled } = cancelCall.unpack(message.string());
      flows.get(attempt)?.cancel();
      if (canceled === undefined) return;
      const end = await endOf(attempt, canceled);
      if (typeof end === 'string')
        return void message.respond(EMPTY, { headers: cancelReply.asHeaders({ end }) });
      const answer = { ...headOf(end), more: false };
      message.respond(end.body, { headers: cancelReply.asHeaders({ end: 'Applied', answer }) });
    },
  };
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
