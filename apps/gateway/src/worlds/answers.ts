import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { Msg, MsgHdrs, NatsConnection, Subscription } from '@nats-io/transport-node';
import { Refusal, type RouteShape, writes } from '@palatine/contract';
import { followReconnects } from '@palatine/fleet/connection';
import { type AnswerHead, answerHead, answerPart, SUBJECTS, worldOf } from '@palatine/fleet/messages';
import { type Answer, pipeToWire, type StreamAnswer } from '@palatine/web/routes';
import type { OnExcess } from './world-messages.ts';

const NO_RESPONDERS = 503;
const EVENT_STREAM = 'text/event-stream';
const JSON_TYPE = 'application/json';
/** Maximum bytes of a body in memory: incomplete, or not yet read by the client. */
const MAX_BYTES = 64 * 1024 * 1024;

interface Request {
  readonly subject: string;
  readonly data: Uint8Array | string;
  readonly headers?: MsgHdrs;
  /** The subject of its answer. */
  readonly reply: string;
}

/** Work of one turn of the event loop, after which the socket of the broker waits for the next. */
const MAX_TURN = { messages: 1000, ms: 5 };

/** Bounds what is read in a turn: libuv reads up to 2 MB, which a flood fills with small messages. */
function readInTurns(connection: NatsConnection): void {
  // The client has no option for it, and no public way to its socket; without one a flood only takes longer turns.
  const { protocol } = connection as { protocol?: { transport?: { socket?: Socket } } };
  const socket = protocol?.transport?.socket;
  let turn: { readonly messages: number; readonly atMs: number } | undefined;
  socket?.on('data', () => {
    const [messages, atMs] = [connection.stats().inMsgs, performance.now()];
    if (turn === undefined) {
      turn = { messages, atMs };
      setImmediate(() => {
        turn = undefined;
        socket.resume();
      });
    } else if (messages - turn.messages > MAX_TURN.messages || atMs - turn.atMs > MAX_TURN.ms) {
      socket.pause();
    }
  });
}

/** The answers of all worlds, on one subscription: a subscription for each call doubles what a call costs. */
export class Answers {
  readonly #connection: NatsConnection;
  readonly #subscription: Subscription;
  readonly #stopFollowing: () => void;
  /** By the subject of the answer. Not a Map: it would keep deleted entries until the next full collection. */
  readonly #waiting: Record<string, (message: Msg) => void> = Object.create(null);
  #requests: Request[] = [];

  /** `onExcess` gets the size of each answer that nobody waits for. */
  constructor(connection: NatsConnection, onExcess: OnExcess) {
    this.#connection = connection;
    readInTurns(connection);
    this.#stopFollowing = followReconnects(connection, () => readInTurns(connection));
    this.#subscription = connection.subscribe(SUBJECTS.answer('*', '*'), {
      callback: (_error, message) => {
        const onMessage = this.#waiting[message.subject];
        if (onMessage === undefined) onExcess(worldOf(message.subject) ?? '', message.data.byteLength);
        else onMessage(message);
      },
    });
  }

  close(): void {
    this.#subscription.unsubscribe();
    this.#stopFollowing();
  }

  /** Sends a request, and passes on each response. @returns how to stop listening. */
  request(request: Request, onMessage: (message: Msg) => void): () => void {
    this.#waiting[request.reply] = onMessage;
    this.#requests.push(request);
    if (this.#requests.length === 1) setImmediate(() => this.#send());
    return () => void delete this.#waiting[request.reply];
  }

  /** The one message that answers a request; undefined when nobody listens. Rejects after a while. */
  requestOne(request: Request, ms: number): Promise<Msg | undefined> {
    return new Promise((resolve, reject) => {
      const stop = this.request(request, (message) => {
        clearTimeout(timer);
        stop();
        resolve(isNoResponders(message) ? undefined : message);
      });
      const timer = setTimeout(() => {
        stop();
        reject(new Error(`${request.subject}: no answer within ${ms} ms`));
      }, ms);
    });
  }

  /** Sends the requests of one turn of the event loop in one write. */
  #send(): void {
    const requests = this.#requests;
    this.#requests = [];
    if (this.#connection.isClosed()) return;
    for (const { subject, data, ...options } of requests) this.#connection.publish(subject, data, options);
  }
}

function isNoResponders({ data, headers }: Pick<Msg, 'data' | 'headers'>): boolean {
  return data.byteLength === 0 && headers?.code === NO_RESPONDERS;
}

/** Assembles the parts of an answer. Rejects with WORLD_ANSWER_INVALID for anything invalid. */
export class AnswerReader {
  readonly #answer = Promise.withResolvers<Answer>();
  readonly #route: RouteShape;
  readonly #onEnd: (whole: boolean) => void;
  #ended = false;
  #next = 0;
  #head: AnswerHead | undefined;
  readonly #bytes: Uint8Array[] = [];
  #length = 0;
  /** The body of an answer that is streamed to the client. */
  #stream: Readable | undefined;

  /** `onEnd`: called when no more is needed; `whole`: whether the world has sent everything. */
  constructor(route: RouteShape, onEnd: (whole: boolean) => void) {
    this.#route = route;
    this.#onEnd = onEnd;
    this.answer.catch(() => {}); // reported to whoever waits for it
  }

  /** Resolves with the first part, or the whole. */
  get answer(): Promise<Answer> {
    return this.#answer.promise;
  }

  onMessage(message: Pick<Msg, 'data' | 'headers'>): void {
    if (this.#ended) return;
    if (isNoResponders(message)) {
      this.#answer.reject(worldOffline());
      return this.#end(true);
    }
    try {
      if (this.#next === 0) this.#begin(message);
      else this.#continue(message);
      this.#next += 1;
    } catch (error) {
      this.#answer.reject(new Refusal('WORLD_ANSWER_INVALID', undefined, {}, { cause: error }));
      this.#stream?.destroy(error as Error);
      this.#end(false);
    }
  }

  #begin(message: Pick<Msg, 'data' | 'headers'>): void {
    const head = answerHead.ofHeaders(message);
    assertFits(this.#route, head);
    this.#head = head;
    if (head.contentType.startsWith(EVENT_STREAM) || head.fileName !== undefined) {
      this.#stream = new Readable({
        read() {},
        destroy: (error, done) => {
          this.#end(false); // the client has gone
          done(error);
        },
      }).on('error', () => {}); // of one that is not open yet
      this.#answer.resolve(streamAnswer(head, this.#stream));
    }
    this.#append(message.data, head.more);
  }

  #continue(message: Pick<Msg, 'data' | 'headers'>): void {
    const head = answerPart.ofHeaders(message);
    if (head.part !== this.#next) throw new Error(`part ${this.#next} is missing`);
    if (head.failed === true) throw new Error('the world could not finish its answer');
    this.#append(message.data, head.more);
  }

  #append(body: Uint8Array, more: boolean): void {
    if (this.#stream === undefined) this.#bytes.push(body);
    else this.#stream.push(body);
    this.#length += body.byteLength;
    if ((this.#stream?.readableLength ?? this.#length) > MAX_BYTES)
      throw new Error('the answer is too long, or the client reads too slowly');
    if (more) return;
    this.#end(true);
    if (this.#stream !== undefined) this.#stream.push(null);
    else {
      const whole = this.#bytes.length === 1 ? body : Buffer.concat(this.#bytes);
      this.#answer.resolve(wholeAnswer(this.#route, this.#head as AnswerHead, whole)); // the head came first
    }
  }

  #end(whole: boolean): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#onEnd(whole);
  }
}

function streamAnswer({ contentType, fileName, savedAtMs }: AnswerHead, body: Readable): StreamAnswer {
  const headers = {
    'content-type': contentType,
    'cache-control': 'no-store',
    ...(fileName === undefined
      ? { 'x-accel-buffering': 'no' }
      : { 'content-disposition': `attachment; filename="${fileName}"` }),
  };
  return {
    compressible: false,
    savedAtMs,
    open(wire, onEnd) {
      wire.begin(headers);
      return pipeToWire(body, wire, onEnd);
    },
  };
}

/** Throws for an answer that the route never gives. */
function assertFits(route: RouteShape, { status, contentType, etag, fileName }: AnswerHead): void {
  const [type = ''] = contentType.split(';');
  const done = status < 300;
  const fits = {
    stream: type === EVENT_STREAM && route.stream === true && done,
    file:
      Object.hasOwn(route.formats ?? {}, type) &&
      done &&
      fileName?.endsWith(`.${type.split('/')[1]}`) === true,
    read: type === JSON_TYPE && etag !== undefined && !writes(route) && (status === 200 || status === 304),
    outcome: type === JSON_TYPE && etag === undefined && (status >= 400 || (writes(route) && done)),
  };
  const isWhole = type === JSON_TYPE && fileName === undefined;
  if (!(isWhole ? fits.read || fits.outcome : fits.stream || fits.file))
    throw new Error('the route does not answer like this');
}

/** Longer bodies are not parsed, which would hold up all others: their first and last characters are looked at. */
const MAX_PARSED = 1024 * 1024;

/** Throws for a body that is no JSON. */
function assertJson(body: Uint8Array): void {
  if (body.byteLength <= MAX_PARSED) return void JSON.parse(Buffer.from(body).toString());
  const ends = String.fromCharCode(body[0] ?? 0, body.at(-1) ?? 0);
  if (!['{}', '[]'].includes(ends)) throw new Error('the body is no JSON');
}

/** Throws WORLD_ANSWER_INVALID for an answer that the route never gives. */
export function wholeAnswer(route: RouteShape, head: AnswerHead, body: Uint8Array): Answer {
  const { status, contentType, etag, savedAtMs } = head;
  try {
    assertFits(route, head);
    if (status !== 304) assertJson(body);
  } catch (cause) {
    throw new Refusal('WORLD_ANSWER_INVALID', undefined, {}, { cause });
  }
  if (etag !== undefined) return { bytes: body as Uint8Array<ArrayBuffer>, etag, contentType, savedAtMs }; // of a socket
  const { code = 'OK', replayed = false, delivery = '', enforcement = '' } = head;
  return { status, body: Buffer.from(body).toString(), code, replayed, delivery, enforcement, savedAtMs };
}

export function worldOffline(): Refusal {
  return new Refusal('SERVER_BUSY', 'the world is not connected to its fleet; nothing was applied', {
    Reason: 'WORLD_OFFLINE',
  });
}
