import type { Msg, NatsConnection, Subscription } from '@nats-io/transport-node';
import { Refusal, writes as writesOnly } from '@palatine/contract';
import {
  type EndedReply,
  endedReply,
  endedRequest,
  type ForwardedRequest,
  forwardedRequest,
  isSentByBroker,
  leaveReply,
  leaveRequest,
  responseHead,
  SUBJECTS,
  type WorldKey,
} from '@palatine/fleet';
import type { Logger } from 'pino';
import type { Clock } from '../game/clock.ts';
import type { Game } from '../game/game.ts';
import type { Leave } from '../http/authorize.ts';
import type { AnswerLocally, LocalResponse } from '../http/local-request.ts';
import { FLEET, type ForwardedCalls } from './forwarded-calls.ts';
import { sendResponse, WriteEnds } from './send-response.ts';

export interface WorldRequestsOptions {
  connection: NatsConnection;
  world: WorldKey;
  /** The name of this start of the world. */
  instance: string;
  calls: ForwardedCalls;
  answer: AnswerLocally;
  game: Pick<Game, 'outcomeOf'>;
  /** Whether it stands beside a running game server. */
  attached: boolean;
  clock: Clock;
  log: Logger;
}

/** A gateway answers at once, or is gone. */
const LEAVE_MS = 5000;
/** Requests of the fleet that a world works on at once. */
const MOST_AT_ONCE = 256;
/** Two and a half times as long as a gateway lets pass before it says so again. */
const UNWANTED_MS = 150_000;
/** What the fleet may ask for: the interface, and neither pages nor figures for machines. */
const PATHS = /^\/v1\/(pdapi|palatine)\//;

/** A response under way that may go on for days. */
interface OpenResponse {
  cancel(): void;
  renew(): void;
  /** It has ended. */
  release(): void;
}

/** Answers the requests that gateways pass on, by way of the service's own HTTP routes. */
export class WorldRequests {
  readonly #options: WorldRequestsOptions;
  readonly #subscriptions: Subscription[] = [];
  readonly #responses = new Map<string, OpenResponse>();
  readonly #ends: WriteEnds;
  #atOnce = 0;

  constructor(options: WorldRequestsOptions) {
    this.#options = options;
    this.#ends = new WriteEnds(() => options.clock.elapsed());
  }

  /** Takes requests from now on. */
  open(): void {
    const { connection, world } = this.#options;
    const on = (subject: string, work: (message: Msg) => Promise<void> | void): Subscription =>
      connection.subscribe(subject, {
        callback: (_error, message) => {
          if (!isSentByBroker(message.headers)) void this.#guard(message, work); // else another world has forged it
        },
      });
    this.#subscriptions.push(
      on(SUBJECTS.read(world), (message) => this.#onRequest(message)),
      on(SUBJECTS.write(world), (message) => this.#onRequest(message)),
      on(SUBJECTS.ended(world), (message) => this.#onEnded(message)),
      on(SUBJECTS.wanted(world), (message) => this.#onWanted(message)),
      on(SUBJECTS.cancel(world), (message) => this.#responses.get(message.string())?.cancel()),
    );
  }

  /** How many are open. */
  get count(): number {
    return this.#atOnce;
  }

  /** Takes none until it is opened again, and cuts off the streams under way. */
  close(): void {
    for (const subscription of this.#subscriptions.splice(0)) subscription.unsubscribe();
    for (const response of this.#responses.values()) response.cancel();
  }

  /** A message that cannot be read is no reason to end the link. */
  async #guard(message: Msg, work: (message: Msg) => Promise<void> | void): Promise<void> {
    try {
      await work(message);
    } catch (error) {
      this.#options.log.warn(
        { err: error, subject: message.subject },
        'a message of the fleet was not answered',
      );
    }
  }

  async #onRequest(message: Msg): Promise<void> {
    const { head, body } = forwardedRequest.unpackWith(message.data);
    if (this.#atOnce >= MOST_AT_ONCE) {
      return refuse(message, new Refusal('SERVER_BUSY', 'too many requests of the fleet are under way'));
    }
    if (!PATHS.test(head.path)) return refuse(message, new Refusal('ROUTE_NOT_FOUND'));
    this.#atOnce += 1;
    try {
      if (writesOnly({ method: head.method as 'GET' })) await this.#write(message, head, body);
      else await this.#read(message, head, body);
    } finally {
      this.#atOnce -= 1;
    }
  }

  async #read(message: Msg, head: ForwardedRequest, body: Uint8Array): Promise<void> {
    const { authorization, close } = this.#options.calls.open(issuerOf(head), undefined);
    try {
      const response = await this.#answer(head, body, authorization);
      this.#responses.set(head.id, this.#keepWhileWanted(response));
      await sendResponse(this.#options.connection, message, response);
    } finally {
      this.#responses.get(head.id)?.release();
      this.#responses.delete(head.id);
      close();
    }
  }

  /** A response that goes on is ended when its gateway is gone, which says again and again that it is wanted. */
  #keepWhileWanted({ cancel }: LocalResponse): OpenResponse {
    const { clock } = this.#options;
    let release = clock.after(UNWANTED_MS, cancel);
    return {
      cancel,
      release: () => release(),
      renew() {
        release();
        release = clock.after(UNWANTED_MS, cancel);
      },
    };
  }

  #onWanted(message: Msg): void {
    this.#responses.get(message.string())?.renew();
  }

  /** The response is remembered before it is sent: a gateway that does not get it asks. */
  async #write(message: Msg, head: ForwardedRequest, body: Uint8Array): Promise<void> {
    this.#ends.begin(head.id);
    const { authorization, close } = this.#options.calls.open(issuerOf(head), this.#leaveFor(head));
    try {
      const { status, headers, body: parts } = await this.#answer(head, body, authorization);
      const whole = await collect(parts);
      this.#ends.end(head.id, { status, headers, body: whole });
      const response = { status, headers, body: onePart(whole) };
      await sendResponse(this.#options.connection, message, response);
    } finally {
      if (this.#ends.of(head.id)?.response === undefined) this.#ends.forget(head.id);
      close();
    }
  }

  #answer(head: ForwardedRequest, body: Uint8Array, authorization: string): Promise<LocalResponse> {
    const { method, path, headers, issuer } = head;
    return this.#options.answer({
      method,
      path,
      headers: { ...headers, authorization },
      body,
      ip: issuer.ip,
    });
  }

  /** Whatever goes wrong, nothing has begun: a gateway that has given leave and hears of no beginning asks. */
  #leaveFor({ id, gateway }: ForwardedRequest): Leave {
    return async () => {
      const { connection, world, instance, clock } = this.#options;
      const askedMs = clock.now();
      let reply: ReturnType<typeof leaveReply.unpack>;
      try {
        const message = await connection.request(
          SUBJECTS.leave(gateway),
          leaveRequest.pack({ id, world, instance }),
          { timeout: LEAVE_MS },
        );
        reply = leaveReply.unpack(message.string());
      } catch (cause) {
        throw new Refusal('REQUEST_TIMEOUT', 'the gateway gave no leave; nothing was applied', {}, { cause });
      }
      if (reply.go) return askedMs + (reply.beginWithinMs ?? 0);
      if (reply.denial === 'Fenced') throw fenced();
      throw new Refusal('REQUEST_TIMEOUT', 'the gateway has given the request up; nothing was applied');
    };
  }

  async #onEnded(message: Msg): Promise<void> {
    const { id, issuer, key, kept, live } = endedRequest.unpack(message.string());
    const seen = this.#ends.of(id);
    if (seen !== undefined) {
      const { response } = seen;
      return reply(message, { state: response ? 'Ended' : 'UnderWay', ...response }, response?.body);
    }
    const { game, attached } = this.#options;
    const stored = await game.outcomeOf({
      issuer: { id: `${FLEET}${issuer.id}`, name: `${FLEET}${issuer.name}` },
      key,
    });
    if (stored === undefined)
      return reply(message, { state: kept && !(live && attached) ? 'Never' : 'Unknown' });
    const headers = { 'content-type': 'application/json; charset=utf-8' };
    reply(message, { state: 'Ended', status: stored.status, headers }, Buffer.from(stored.body));
  }
}

function issuerOf({ issuer }: ForwardedRequest) {
  const { id, name, permissions, answerForm } = issuer;
  return {
    id,
    name,
    permissions,
    answerForm: answerForm === 'Flat' || answerForm === 'Wrapped' ? answerForm : undefined,
  } as const;
}

function fenced(): Refusal {
  return new Refusal(
    'SERVER_BUSY',
    'another process is registered as this world; nothing was applied. `palatine fleet take-over` decides which one counts',
    { Reason: 'WORLD_FENCED' },
  );
}

function reply(
  message: Msg,
  { state, status, headers }: Partial<EndedReply> & Pick<EndedReply, 'state'>,
  body?: Uint8Array,
): void {
  message.respond(
    endedReply.packWith(
      { state, ...(status && { status }), ...(headers && { headers: { ...headers } }) },
      body,
    ),
  );
}

function refuse(message: Msg, refusal: Refusal): void {
  const body = Buffer.from(JSON.stringify(refusal.toEnvelope()));
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  message.respond(responseHead.packWith({ status: refusal.status, headers, more: false }, body));
}

async function collect(parts: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const collected: Uint8Array[] = [];
  for await (const part of parts) collected.push(part);
  return Buffer.concat(collected);
}

async function* onePart(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
