import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { errors, type NatsConnection } from '@nats-io/transport-node';
import { Refusal, type RouteShape, writes } from '@palatine/contract';
import {
  type EndedReply,
  endedReply,
  endedRequest,
  forwardedRequest,
  SUBJECTS,
  type WorldKey,
} from '@palatine/fleet';
import type { Token } from '../data-folder/tokens.ts';
import type { Clock } from '../game/clock.ts';
import type { LeaveDesk } from './leave-desk.ts';
import { type Replies, ResponseParts, type WorldResponse, worldOffline } from './world-response.ts';

/** Puts into a bucket that are under way at most: more make a broker that is busy slower still. */
const MOST_AT_ONCE = 16;

/** A request of a client for one world, after every check of the gateway. */
export interface WorldRequest {
  readonly route: RouteShape;
  /** With its query, without the part that names the world. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  readonly token: Token;
  readonly ip: string;
  /** The key of a write; made when the client gave none. '' on reads. */
  readonly key: string;
}

export interface WorldClientOptions {
  connection: NatsConnection;
  replies: Replies;
  desk: LeaveDesk;
  clock: Clock;
  /** How long a request may wait to be begun: 5 s unless given. */
  deadlineMs?: number | undefined;
  /** How long the end of a write that was begun is waited for: 5 s more unless given. */
  endMs?: number | undefined;
}

const DEADLINE_MS = 5000;
const END_MS = 5000;
/** Work beside the game, such as a backup, may take its time once it was begun. */
const LONG_END_MS = 120_000;
const MOST_PER_WORLD = 64;
/** How often a world hears that a stream is still wanted; it ends one of which it hears nothing. */
const WANTED_MS = 60_000;
const SETTLE_TRIES = 3;
const SETTLE_MS = 1000;

/** Passes requests on to worlds. */
export class WorldClient {
  readonly #options: WorldClientOptions;
  readonly #underWay = new Map<WorldKey, number>();

  constructor(options: WorldClientOptions) {
    this.#options = options;
  }

  /**
   * The response of a world. Rejects with SERVER_BUSY (`WORLD_OFFLINE`, `WORLD_BUSY`) and REQUEST_TIMEOUT, after which
   * nothing was and nothing will be applied; and with INTERNAL_ERROR and `Applied: "unknown"` for the one case of
   * which no end is known: the world began the write and cannot be reached since.
   */
  async send(world: WorldKey, request: WorldRequest): Promise<WorldResponse> {
    const open = this.#underWay.get(world) ?? 0;
    if (open >= MOST_PER_WORLD) throw worldBusy();
    this.#underWay.set(world, open + 1);
    try {
      return writes(request.route) ? await this.#write(world, request) : await this.#read(world, request);
    } finally {
      const left = (this.#underWay.get(world) ?? 1) - 1;
      if (left === 0) this.#underWay.delete(world);
      else this.#underWay.set(world, left);
    }
  }

  get #deadlineMs(): number {
    return this.#options.deadlineMs ?? DEADLINE_MS;
  }

  async #read(world: WorldKey, request: WorldRequest): Promise<WorldResponse> {
    const exchange = this.#exchange(SUBJECTS.read(world), world, request);
    const endMs = request.route.game ? END_MS : LONG_END_MS;
    const response = await within(this.#deadlineMs + endMs, exchange.response);
    if (response !== undefined) return response;
    exchange.cancel();
    throw new Refusal('REQUEST_TIMEOUT', 'the world did not answer in time');
  }

  async #write(world: WorldKey, request: WorldRequest): Promise<WorldResponse> {
    const id = randomUUID();
    const word = this.#options.desk.open(id, world, this.#deadlineMs);
    const exchange = this.#exchange(SUBJECTS.write(world), world, request, id);
    try {
      const response = await within(this.#deadlineMs, exchange.response);
      if (response !== undefined) return response;
      if (word.giveUp()) throw givenUp(this.#deadlineMs);
      const endMs = this.#options.endMs ?? (request.route.game ? END_MS : LONG_END_MS);
      const late = await within(endMs, exchange.response);
      if (late !== undefined) return late;
      exchange.stop();
      return await this.#settle(world, id, request);
    } catch (error) {
      exchange.stop();
      throw error;
    } finally {
      word.giveUp();
    }
  }

  #exchange(
    subject: string,
    world: WorldKey,
    { route, path, headers, body, token, ip }: WorldRequest,
    id = randomUUID(),
  ) {
    const { connection, replies, desk, clock } = this.#options;
    let stop = () => {};
    const cancel = () => {
      stop();
      if (!connection.isClosed()) connection.publish(SUBJECTS.cancel(world), id);
    };
    const parts = new ResponseParts({
      onEnd: (whole) => (whole ? stop() : cancel()),
      onStream: () => renew(),
    });
    const { id: tokenId, name, permissions, answerForm } = token;
    const head = {
      id,
      gateway: desk.gateway,
      method: route.method,
      path,
      headers: { ...headers },
      issuer: { id: tokenId, name, permissions: [...permissions], ip, ...(answerForm && { answerForm }) },
    };
    const sent = replies.request(subject, forwardedRequest.packWith(head, body), parts);
    let endRenewing = () => {};
    const renew = () => {
      endRenewing = clock.every(WANTED_MS, () => sent.again(SUBJECTS.wanted(world), id));
    };
    stop = () => {
      endRenewing();
      sent.stop();
    };
    return { response: parts.response, cancel, stop: () => stop() };
  }

  /** Asks what became of a write that was begun and whose response did not come. */
  async #settle(world: WorldKey, id: string, request: WorldRequest): Promise<WorldResponse> {
    const { token, key, route } = request;
    const question = endedRequest.pack({
      id,
      issuer: { id: token.id, name: token.name },
      key,
      kept: route.game,
      live: route.attached === 'Live' || route.attached === 'Impossible',
    });
    for (let tries = 0; tries < SETTLE_TRIES; tries++) {
      if (tries > 0) await delay(SETTLE_MS);
      const found = await this.#askEnded(world, question);
      if (found?.head.state === 'Ended') {
        const { status = 500, headers = {} } = found.head;
        return { status, headers, body: Buffer.from(found.body) };
      }
      if (found?.head.state === 'Never') throw givenUp(this.#deadlineMs);
      if (found?.head.state === 'Unknown') break;
    }
    throw new Refusal(
      'INTERNAL_ERROR',
      'the world began the request and cannot be reached since; repeat it with this Idempotency-Key, and it is applied once',
      { Applied: 'unknown', IdempotencyKey: key },
    );
  }

  async #askEnded(
    world: WorldKey,
    question: string,
  ): Promise<{ head: EndedReply; body: Uint8Array } | undefined> {
    try {
      const reply = await this.#options.connection.request(SUBJECTS.ended(world), question, {
        timeout: SETTLE_MS,
      });
      return endedReply.unpackWith(reply.data);
    } catch (error) {
      if (error instanceof errors.ClosedConnectionError) throw worldOffline();
      return undefined; // it may come back
    }
  }
}

/** What a promise resolves with; undefined when it takes longer. */
async function within<T>(ms: number, promise: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, ms, undefined);
  });
  try {
    return await Promise.race([promise, limit]);
  } finally {
    clearTimeout(timer);
  }
}

function givenUp(deadlineMs: number): Refusal {
  return new Refusal(
    'REQUEST_TIMEOUT',
    `the world did not begin the request within ${deadlineMs / 1000} seconds; nothing was applied`,
  );
}

function worldBusy(): Refusal {
  return new Refusal(
    'SERVER_BUSY',
    `${MOST_PER_WORLD} requests for this world are under way; nothing was applied`,
    {
      Reason: 'WORLD_BUSY',
    },
  );
}

/**
 * Instances that wait to be registered, a few at a time: when a gateway starts, or the broker has lost the registrations,
 * every world of a fleet says at once that it is there. Of a world only the newest instance waits.
 */
export class AdmissionQueue {
  readonly #admit: (world: WorldKey, instance: string) => Promise<unknown>;
  readonly #waiting = new Map<WorldKey, string>();
  #atOnce = 0;

  /** `admit` does not reject; a world that was not admitted says with its next heartbeat that it is there. */
  constructor(admit: (world: WorldKey, instance: string) => Promise<unknown>) {
    this.#admit = admit;
  }

  add(world: WorldKey, instance: string): void {
    this.#waiting.set(world, instance);
    if (this.#atOnce < MOST_AT_ONCE) void this.#work();
  }

  /** Nobody waits any more. */
  clear(): void {
    this.#waiting.clear();
  }

  async #work(): Promise<void> {
    this.#atOnce++;
    for (const [world, instance] of this.#waiting) {
      this.#waiting.delete(world);
      await this.#admit(world, instance);
    }
    this.#atOnce--;
  }
}
