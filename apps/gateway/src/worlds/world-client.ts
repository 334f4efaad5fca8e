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
} from '@palatine/fleet';
import { type Clock, orLate, pause } from '@palatine/platform/clock';
import type { Answer, BytesAnswer } from '@palatine/web/route-calls';
import { AnswerReader, type Answers, wholeAnswer, worldOffline } from './answers.ts';

/** A request of a client, after every check of the gateway. */
export interface WorldRequest extends Omit<RouteCall, 'attempt' | 'route' | 'withinMs'> {
  readonly name: string;
  readonly route: RouteShape;
  readonly body: Uint8Array;
}

/** The process that counts for a world; '' for none. */
export interface WorldInstance {
  readonly world: WorldKey;
  readonly instance: string;
}

export interface WorldClientOptions {
  readonly connection: NatsConnection;
  readonly answers: Answers;
  /** The process that counts for a world by now; '' for none. */
  readonly instanceOf: (world: WorldKey) => string;
  readonly clock: Clock;
  /** How long a request may wait to be begun: 5 s unless given. */
  readonly deadlineMs?: number | undefined;
  /** For the chaos test: a request that times out counts as not applied, without asking the world. */
  readonly noCancel?: boolean | undefined;
}

const DEADLINE_MS = 5000;
/** After its deadline a world says itself that it did not begin. */
const GRACE_MS = 1000;
/** Work beside the game, such as a backup, may take its time. */
const LONG_MS = 120_000;
const MAX_PER_WORLD = 64;
/** A world is asked so often how a write ended, and each time so long. */
const SETTLE_TRIES = 4;
const SETTLE_MS = 1500;
/** Of a call without its body: of a path, a query and the permissions of a token. */
const MAX_HEAD_BYTES = 256 * 1024;
const WELCOME_MS = 2000;
const SNAPSHOT_MS = 5000;

/** Calls the routes of worlds. What a world answers comes on a subject of its own, on which no other may publish. */
export class WorldClient {
  readonly #options: WorldClientOptions;
  readonly #underWay = new Map<WorldKey, number>();
  readonly #kept = new KeptAnswers();
  /** The reads of this turn of the event loop, none of which is sent yet. */
  #reads = new Map<string, Promise<Answer>>();

  constructor(options: WorldClientOptions) {
    this.#options = options;
  }

  /**
   * What a world answers. Rejects with SERVER_BUSY (`WORLD_OFFLINE`, `WORLD_BUSY`) and REQUEST_TIMEOUT, after which
   * nothing was and nothing will be applied, with OUTCOME_UNKNOWN for a write whose end the world does not tell, and with
   * WORLD_ANSWER_INVALID.
   */
  call(to: WorldInstance, request: WorldRequest): Promise<Answer> {
    const { route } = request;
    const isRead = !writes(route) && route.stream !== true && route.formats === undefined;
    return isRead ? this.#read(to, request) : this.#counted(to, request);
  }

  /** Equal reads share a call: after an event every open page asks the same. */
  #read(to: WorldInstance, request: WorldRequest): Promise<Answer> {
    if (this.#reads.size === 0)
      setImmediate(() => {
        this.#reads = new Map();
      });
    const { name, params, query, principal } = request;
    const { id, permissions, answerForm } = principal;
    const question = JSON.stringify([to.world, name, params, query, id, permissions, answerForm]);
    const asked = this.#reads.get(question) ?? this.#readAgain(question, to, request);
    this.#reads.set(question, asked);
    return asked;
  }

  /** What the world has answered before is not sent once more. */
  async #readAgain(question: string, to: WorldInstance, request: WorldRequest): Promise<Answer> {
    const kept = this.#kept.get(question);
    const headers = kept === undefined ? {} : { 'if-none-match': kept.etag };
    const answer = await this.#counted(to, { ...request, headers });
    if (!('bytes' in answer)) return answer;
    const { bytes, etag, savedAtMs } = answer;
    if (etag === kept?.etag) return { ...kept, savedAtMs };
    if (bytes.byteLength === 0) throw new Refusal('WORLD_ANSWER_INVALID');
    const fresh = { ...answer, bytes: new Uint8Array(bytes) }; // without the messages that came with it
    this.#kept.set(question, fresh);
    return fresh;
  }

  async #counted(to: WorldInstance, request: WorldRequest): Promise<Answer> {
    const { world } = to;
    const open = this.#underWay.get(world) ?? 0;
    if (open >= MAX_PER_WORLD) {
      const message = `${MAX_PER_WORLD} requests for this world are under way; nothing was applied`;
      throw new Refusal('SERVER_BUSY', message, { Reason: 'WORLD_BUSY' });
    }
    this.#underWay.set(world, open + 1);
    try {
      return await this.#call(to, request);
    } finally {
      this.#underWay.set(world, (this.#underWay.get(world) ?? 1) - 1);
    }
  }

  /** Tells an instance what the fleet has. @returns whether it lives; undefined when that cannot be told. */
  async welcome(to: WorldInstance, told: Welcome): Promise<boolean | undefined> {
    try {
      return (await this.#ask(to, 'welcome', welcome.pack(told), WELCOME_MS)) !== undefined;
    } catch {
      return undefined;
    }
  }

  /** What a world knows of its players or bans. Rejects when it does not answer. */
  async snapshot(to: WorldInstance, of: 'players' | 'bans'): Promise<Snapshot> {
    const message = await this.#ask(to, 'snapshot', snapshotRequest.pack({ of }), SNAPSHOT_MS);
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
    const reader = new AnswerReader((whole) => {
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

  /** Nobody waits for more of an answer. */
  #cancel(to: WorldInstance, attempt: string): void {
    const { connection } = this.#options;
    if (!connection.isClosed()) connection.publish(subjectOf(to, 'cancel'), cancelCall.pack({ attempt }));
  }

  /** Asks what became of a write that was not answered. From then on the world does not begin this attempt. */
  async #settle(world: WorldKey, attempt: string, { principal, headers }: WorldRequest): Promise<Answer> {
    const { clock, instanceOf, noCancel = false } = this.#options;
    if (noCancel) throw notBegun();
    const key = headers['idempotency-key'] ?? '';
    const cancel = cancelCall.pack({
      attempt,
      write: { issuer: principal.id, name: principal.name, key },
    });
    for (let tries = 0; tries < SETTLE_TRIES; tries++) {
      if (tries > 0) await pause(clock, SETTLE_MS / 2);
      const to = { world, instance: instanceOf(world) }; // it may have started again meanwhile
      const message = await this.#ask(to, 'cancel', cancel, SETTLE_MS).catch(() => undefined);
      if (message === undefined) continue; // it may come back
      const head = cancelReply.ofHeaders(message);
      if (head.end === 'Never') throw notBegun();
      if (head.end === 'Applied' && head.answer !== undefined) return wholeAnswer(head.answer, message.data);
      break;
    }
    throw new Refusal(
      'OUTCOME_UNKNOWN',
      'the world does not answer, so it is not known whether the write was applied; repeat it with this Idempotency-Key, and it is applied once',
      { IdempotencyKey: key },
    );
  }

  /** The one message that answers a request; undefined when nobody listens. Rejects after a while. */
  #ask(to: WorldInstance, verb: WorldVerb, data: string, ms: number): Promise<Msg | undefined> {
    const reply = SUBJECTS.answer(to.world, randomUUID());
    return this.#options.answers.requestOne({ subject: subjectOf(to, verb), data, reply }, ms);
  }
}

function subjectOf({ world, instance }: WorldInstance, verb: WorldVerb): string {
  return SUBJECTS.toWorld(world, instance, verb);
}

function notBegun(): Refusal {
  return new Refusal(
    'REQUEST_TIMEOUT',
    'the world did not begin the request in time, and will not; nothing was applied',
  );
}

/** Of all answers together, without their compressed forms. */
const MAX_BYTES = 16 * 1024 * 1024;
/** What an entry takes beside its bytes and its question. */
const ENTRY_BYTES = 512;

/**
 * What worlds have answered to reads. The gateway asks again with the ETag, and a world whose answer is the same sends no
 * body: the line to it may be slow.
 */
export class KeptAnswers {
  /** QueryInput for since the two changed places, and before. */
  #recent = new Map<string, BytesAnswer>();
  #older = new Map<string, BytesAnswer>();
  #recentBytes = 0;

  get(question: string): BytesAnswer | undefined {
    const recent = this.#recent.get(question);
    if (recent !== undefined) return recent;
    const older = this.#older.get(question);
    if (older !== undefined) this.set(question, older);
    return older;
  }

  /** Drops what was not asked for lately where there is no room; does not keep what is too long. */
  set(question: string, answer: BytesAnswer): void {
    const bytes = sizeOf(question, answer);
    if (bytes > MAX_BYTES / 2) return;
    const replaced = this.#recent.get(question);
    if (replaced !== undefined) this.#recentBytes -= sizeOf(question, replaced);
    if (this.#recentBytes + bytes > MAX_BYTES / 2) {
      this.#older = this.#recent;
      this.#recent = new Map();
      this.#recentBytes = 0;
    }
    this.#recent.set(question, answer);
    this.#recentBytes += bytes;
  }
}

function sizeOf(question: string, { bytes }: BytesAnswer): number {
  return bytes.buffer.byteLength + 2 * question.length + ENTRY_BYTES;
}
