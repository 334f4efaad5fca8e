import { randomUUID } from 'node:crypto';
import type { Msg, NatsConnection } from '@nats-io/transport-node';
import { Refusal, type RouteShape, writes } from '@palatine/contract';
import {
  cancelCall,
  cancelReply,
  type RouteCall,
  routeCall,
  type Snapshot,
  SUBJECTS,
  snapshotRequest,
  unpackSnapshot,
  type Welcome,
  type WorldKey,
  type WorldVerb,
  welcome,
} from '@palatine/fleet/messages';
import { type Clock, orLate, pause } from '@palatine/platform/clock';
import type { Answer, BytesAnswer } from '@palatine/web/routes';
import { AnswerReader, type Answers, wholeAnswer, worldOffline } from './answers.ts';

/** A request of a client, after every check of the gateway. */
export interface WorldRequest extends Omit<RouteCall, 'attempt' | 'route' | 'withinMs'> {
  readonly name: string;
  readonly route: RouteShape;
  readonly body: Uint8Array;
}

/** The active process of a world; '' for none. */
export interface WorldInstance {
  readonly world: WorldKey;
  readonly instance: string;
}

export interface WorldClientOptions {
  readonly connection: NatsConnection;
  readonly answers: Answers;
  readonly instanceOf: (world: WorldKey) => string;
  readonly clock: Clock;
  /** How long a request may wait to be started; 5 s by default. */
  readonly deadlineMs?: number | undefined;
  /** For the chaos test: reports a request that times out as not applied, without asking the world. */
  readonly noCancel?: boolean | undefined;
}

const DEADLINE_MS = 5000;
/** After its deadline a world itself reports that it did not start. */
const GRACE_MS = 1000;
/** Work outside the game, such as a backup, may take long. */
const LONG_MS = 120_000;
const MAX_PER_WORLD = 64;
/** Attempts to learn how a write ended, and the timeout of each. */
const SETTLE_TRIES = 4;
const SETTLE_MS = 1500;
/** Maximum bytes of a call without its body: path, query and permissions of a token. */
const MAX_HEAD_BYTES = 256 * 1024;
const WELCOME_MS = 2000;
const SNAPSHOT_MS = 5000;

/** Calls the routes of worlds. A world answers on its own subject, on which no other may publish. */
export class WorldClient {
  readonly #options: WorldClientOptions;
  readonly #pending = new Map<WorldKey, number>();
  readonly #cache = new AnswerCache();
  /** The unsent reads of this turn of the event loop. */
  #reads = new Map<string, Promise<Answer>>();

  constructor(options: WorldClientOptions) {
    this.#options = options;
  }

  /**
   * Calls a world. Rejects with SERVER_BUSY (`WORLD_OFFLINE`, `WORLD_BUSY`) and REQUEST_TIMEOUT when nothing is applied,
   * now or later, with OUTCOME_UNKNOWN when the world does not say how a write ended, and with WORLD_ANSWER_INVALID.
   */
  call(to: WorldInstance, request: WorldRequest): Promise<Answer> {
    const { route } = request;
    const isRead = !writes(route) && route.stream !== true && route.formats === undefined;
    return isRead ? this.#read(to, request) : this.#counted(to, request);
  }

  /** Equal reads share a call: after an event every open page sends the same. */
  #read(to: WorldInstance, request: WorldRequest): Promise<Answer> {
    if (this.#reads.size === 0)
      setImmediate(() => {
        this.#reads = new Map();
      });
    const { name, params, query, principal } = request;
    const { id, permissions, answerForm } = principal;
    const key = JSON.stringify([to.world, name, params, query, id, permissions, answerForm]);
    const answer = this.#reads.get(key) ?? this.#revalidate(key, to, request);
    this.#reads.set(key, answer);
    return answer;
  }

  /** Sends the ETag of the cached answer, so that an unchanged one is not sent again. */
  async #revalidate(key: string, to: WorldInstance, request: WorldRequest): Promise<Answer> {
    const cached = this.#cache.get(key);
    const headers = cached === undefined ? {} : { 'if-none-match': cached.etag };
    const answer = await this.#counted(to, { ...request, headers });
    if (!('bytes' in answer)) return answer;
    const { bytes, etag, savedAtMs } = answer;
    if (etag === cached?.etag) return { ...cached, savedAtMs };
    if (bytes.byteLength === 0) throw new Refusal('WORLD_ANSWER_INVALID');
    const fresh = { ...answer, bytes: new Uint8Array(bytes) }; // without the messages that came with it
    this.#cache.set(key, fresh);
    return fresh;
  }

  async #counted(to: WorldInstance, request: WorldRequest): Promise<Answer> {
    const { world } = to;
    const open = this.#pending.get(world) ?? 0;
    if (open >= MAX_PER_WORLD) {
      const message = `${MAX_PER_WORLD} requests for this world are under way; nothing was applied`;
      throw new Refusal('SERVER_BUSY', message, { Reason: 'WORLD_BUSY' });
    }
    this.#pending.set(world, open + 1);
    try {
      return await this.#call(to, request);
    } finally {
      this.#pending.set(world, (this.#pending.get(world) ?? 1) - 1);
    }
  }

  /** Sends a welcome to an instance. @returns whether it lives; undefined when unknown. */
  async welcome(to: WorldInstance, message: Welcome): Promise<boolean | undefined> {
    try {
      return (await this.#request(to, 'welcome', welcome.pack(message), WELCOME_MS)) !== undefined;
    } catch {
      return undefined;
    }
  }

  /** The players or bans of a world. Rejects when it does not answer. */
  async snapshot(to: WorldInstance, of: 'players' | 'bans'): Promise<Snapshot> {
    const message = await this.#request(to, 'snapshot', snapshotRequest.pack({ of }), SNAPSHOT_MS);
    if (message === undefined) throw worldOffline();
    return unpackSnapshot(message.data);
  }

  async #call(to: WorldInstance, request: WorldRequest): Promise<Answer> {
    const { connection, answers, clock, deadlineMs = DEADLINE_MS } = this.#options;
    if (to.instance === '' || connection.isClosed()) throw worldOffline();
    const { name, route, body, ...rest } = request;
    const attempt = randomUUID();
    const headers = routeCall.asHeaders({ ...rest, attempt, route: name, withinMs: deadlineMs });
    if (body.byteLength + MAX_HEAD_BYTES > (connection.info?.max_payload ?? Number.POSITIVE_INFINITY))
      throw new Refusal('PAYLOAD_TOO_LARGE');
    const reply = SUBJECTS.answer(to.world, attempt);
    let stop = () => {};
    const reader = new AnswerReader(route, (whole) => {
      stop();
      if (!whole) this.#cancel(to, attempt);
    });
    stop = answers.request({ subject: subjectOf(to, 'call'), data: body, headers, reply }, (message) =>
      reader.onMessage(message),
    );
    const waitMs = route.game ? deadlineMs + GRACE_MS : LONG_MS;
    const answer = await orLate<Answer | undefined>(clock, waitMs, reader.answer, () => undefined);
    if (answer !== undefined) return answer;
    if (writes(route))
      return Promise.race([reader.answer, this.#settle(to.world, attempt, request)]).finally(stop);
    stop();
    this.#cancel(to, attempt);
    throw new Refusal('REQUEST_TIMEOUT', 'the world did not answer in time');
  }

  #cancel(to: WorldInstance, attempt: string): void {
    const { connection } = this.#options;
    if (!connection.isClosed()) connection.publish(subjectOf(to, 'cancel'), cancelCall.pack({ attempt }));
  }

  /** Requests the outcome of an unanswered write. From then on the world does not start this attempt. */
  async #settle(
    world: WorldKey,
    attempt: string,
    { principal, headers, route }: WorldRequest,
  ): Promise<Answer> {
    const { clock, instanceOf, noCancel = false } = this.#options;
    if (noCancel) throw notStarted();
    const key = headers['idempotency-key'] ?? '';
    const write = { issuer: principal.id, name: principal.name, key };
    const cancel = cancelCall.pack({ attempt, write });
    for (let tries = 0; tries < SETTLE_TRIES; tries++) {
      if (tries > 0) await pause(clock, SETTLE_MS / 2);
      const to = { world, instance: instanceOf(world) }; // it may have started again meanwhile
      const message = await this.#request(to, 'cancel', cancel, SETTLE_MS).catch(() => undefined);
      if (message === undefined) continue; // it may come back
      const head = cancelReply.ofHeaders(message);
      if (head.end === 'Never') throw notStarted();
      if (head.end === 'Applied' && head.answer !== undefined)
        return wholeAnswer(route, head.answer, message.data);
      break;
    }
    throw new Refusal(
      'OUTCOME_UNKNOWN',
      'the world does not answer, so it is not known whether the write was applied; repeat it with this Idempotency-Key to apply it exactly once',
      { IdempotencyKey: key },
    );
  }

  #request(to: WorldInstance, verb: WorldVerb, data: string, ms: number): Promise<Msg | undefined> {
    const reply = SUBJECTS.answer(to.world, randomUUID());
    return this.#options.answers.requestOne({ subject: subjectOf(to, verb), data, reply }, ms);
  }
}

function subjectOf({ world, instance }: WorldInstance, verb: WorldVerb): string {
  return SUBJECTS.toWorld(world, instance, verb);
}

function notStarted(): Refusal {
  return new Refusal(
    'REQUEST_TIMEOUT',
    'the world did not start the request in time, and will not; nothing was applied',
  );
}

/** Maximum bytes of all answers, without their compressed forms. */
const MAX_BYTES = 16 * 1024 * 1024;
const ENTRY_BYTES = 512;

/** Answers of reads, which the gateway revalidates by ETag: the connection to a world may be slow. */
export class AnswerCache {
  /** The one that was used last comes last. */
  readonly #answers = new Map<string, BytesAnswer>();
  #bytes = 0;

  get(key: string): BytesAnswer | undefined {
    const answer = this.#take(key);
    if (answer !== undefined) this.set(key, answer);
    return answer;
  }

  /** Evicts answers that were not used lately; ignores one that is too long. */
  set(key: string, answer: BytesAnswer): void {
    const bytes = sizeOf(key, answer);
    if (bytes > MAX_BYTES / 2) return;
    this.#take(key);
    this.#answers.set(key, answer);
    this.#bytes += bytes;
    for (const oldest of this.#answers.keys()) {
      if (this.#bytes <= MAX_BYTES) return;
      this.#take(oldest);
    }
  }

  #take(key: string): BytesAnswer | undefined {
    const answer = this.#answers.get(key);
    if (answer === undefined) return undefined;
    this.#answers.delete(key);
    this.#bytes -= sizeOf(key, answer);
    return answer;
  }
}

function sizeOf(key: string, { bytes }: BytesAnswer): number {
  return bytes.buffer.byteLength + 2 * key.length + ENTRY_BYTES;
}
