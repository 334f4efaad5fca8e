import { randomUUID } from 'node:crypto';
import type { Msg, NatsConnection, Subscription } from '@nats-io/transport-node';
import { Refusal } from '@palatine/contract';
import { type AnswerHead, answerHead, answerPart, SUBJECTS, type WorldKey, worldOf } from '@palatine/fleet';
import type { Outcome } from '../game/calls.ts';
import type { Answer, StreamAnswer, StreamWire } from '../http/route-calls.ts';

const NOBODY = 503;
const EVENT_STREAM = 'text/event-stream';
/** Of a body that is put together, or that a client has not read yet. */
const MAX_BYTES = 64 * 1024 * 1024;

/** What comes back for one request. */
interface Waiting {
  readonly world: WorldKey;
  onMessage(message: Msg): void;
  /** Nobody listens to the subject. */
  onNobody(): void;
}

interface Request {
  readonly subject: string;
  readonly data: Uint8Array | string;
  /** The subject of its answer. */
  readonly reply: string;
}

/** The answers of all worlds, on one subscription. Their subjects say which world has sent them. */
export class Answers {
  readonly #connection: NatsConnection;
  readonly #waiting = new Map<string, Waiting>();
  readonly #subscription: Subscription;
  #requests: Request[] = [];

  constructor(connection: NatsConnection) {
    this.#connection = connection;
    this.#subscription = connection.subscribe(SUBJECTS.answer('*', '*'), {
      callback: (_error, message) => this.#onMessage(message),
    });
  }

  close(): void {
    this.#subscription.unsubscribe();
  }

  /** Sends a request to a world, and hands on what comes back. @returns how to stop listening. */
  request(subject: string, data: Uint8Array | string, waiting: Waiting): () => void {
    const name = randomUUID();
    this.#waiting.set(name, waiting);
    this.#send({ subject, data, reply: SUBJECTS.answer(waiting.world, name) });
    return () => void this.#waiting.delete(name);
  }

  /** The one message that answers a request; undefined when nobody listens. Rejects after a while. */
  requestOne(world: WorldKey, subject: string, data: string, ms: number): Promise<Msg | undefined> {
    return new Promise((resolve, reject) => {
      const end = (message?: Msg) => {
        clearTimeout(timer);
        stop();
        resolve(message);
      };
      const stop = this.request(subject, data, { world, onMessage: end, onNobody: end });
      const timer = setTimeout(() => {
        stop();
        reject(new Error(`${subject}: no answer within ${ms} ms`));
      }, ms);
    });
  }

  /** What one turn of the event loop asks for goes to the broker in one write. */
  #send(request: Request): void {
    this.#requests.push(request);
    if (this.#requests.length > 1) return;
    setImmediate(() => {
      const requests = this.#requests;
      this.#requests = [];
      if (this.#connection.isClosed()) return;
      for (const { subject, data, reply } of requests) this.#connection.publish(subject, data, { reply });
    });
  }

  #onMessage(message: Msg): void {
    const waiting = this.#waiting.get(message.subject.split('.').at(-1) ?? '');
    if (waiting === undefined) return; // late: nobody waits any more
    const isNobody = message.data.byteLength === 0 && message.headers?.code === NOBODY;
    if (isNobody) waiting.onNobody();
    else if (worldOf(message.subject) === waiting.world) waiting.onMessage(message);
  }
}

/** Puts the parts of an answer together. What is none is a WORLD_ANSWER_INVALID, whatever the world sends. */
export class AnswerReader implements Waiting {
  readonly world: WorldKey;
  /** Resolves with the first part, or the whole. */
  readonly answer: Promise<Answer>;
  readonly #onEnd: (whole: boolean) => void;
  #ended = false;
  #next = 0;
  #head: AnswerHead | undefined;
  #bytes: Uint8Array[] = [];
  #length = 0;
  #flow: Flow | undefined;
  #resolve: (answer: Answer) => void = () => {};
  #reject: (error: Error) => void = () => {};

  /** `onEnd`: nothing more is wanted; `whole` says whether the world has sent all. */
  constructor(world: WorldKey, onEnd: (whole: boolean) => void) {
    this.world = world;
    this.#onEnd = onEnd;
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.answer.catch(() => {}); // whoever waits for it hears of it
  }

  onNobody(): void {
    this.#reject(worldOffline());
    this.#end(true);
  }

  onMessage({ data }: Pick<Msg, 'data'>): void {
    if (this.#ended) return;
    try {
      if (this.#next === 0) this.#begin(data);
      else this.#goOn(data);
    } catch (error) {
      this.#reject(new Refusal('WORLD_ANSWER_INVALID', undefined, {}, { cause: error }));
      this.#flow?.fail();
      this.#end(false);
    }
    this.#next += 1;
  }

  #begin(data: Uint8Array): void {
    const { head, body } = answerHead.unpackWith(data);
    this.#head = head;
    this.#flow = flowOf(head, () => this.#end(false));
    if (this.#flow !== undefined) this.#resolve(this.#flow.answer);
    this.#take(body, head.more);
  }

  #goOn(data: Uint8Array): void {
    const { head, body } = answerPart.unpackWith(data);
    if (head.part !== this.#next) throw new Error(`part ${this.#next} is missing`);
    if (head.failed === true) throw new Error('the world could not finish its answer');
    this.#take(body, head.more);
  }

  #take(body: Uint8Array, more: boolean): void {
    if (this.#flow !== undefined) this.#flow.push(body);
    else {
      this.#bytes.push(body);
      this.#length += body.byteLength;
      if (this.#length > MAX_BYTES) throw new Error('the answer is too long');
    }
    if (more) return;
    this.#end(true);
    if (this.#flow !== undefined) this.#flow.finish();
    else this.#resolve(wholeAnswer(this.#head as AnswerHead, joined(this.#bytes))); // it came first
  }

  #end(whole: boolean): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#onEnd(whole);
  }
}

/** Most answers are one part, which is not copied. */
function joined(parts: readonly Uint8Array[]): Uint8Array {
  const [first] = parts;
  return parts.length === 1 && first !== undefined ? first : Buffer.concat(parts);
}

/** An answer that is not put together here: it goes on to the client as it comes. */
interface Flow {
  readonly answer: StreamAnswer;
  push(bytes: Uint8Array): void;
  finish(): void;
  fail(): void;
}

/** Of events and of files; undefined for another answer. `onLeave`: the client wants no more. */
function flowOf({ contentType, fileName }: AnswerHead, onLeave: () => void): Flow | undefined {
  const isStream = contentType.startsWith(EVENT_STREAM);
  if (!isStream && fileName === undefined) return undefined;
  const headers = {
    'content-type': contentType,
    'cache-control': 'no-store',
    ...(isStream
      ? { 'x-accel-buffering': 'no' }
      : { 'content-disposition': `attachment; filename="${fileName}"` }),
  };
  let wire: StreamWire | undefined;
  let onEnd = () => {};
  let backlog = 0;
  let waiting: Uint8Array[] = [];
  let state: 'growing' | 'whole' | 'failed' = 'growing';
  const end = () => {
    wire?.end();
    onEnd();
    onLeave();
  };
  return {
    answer: {
      compressible: false,
      open(opened, whenEnded) {
        wire = opened;
        onEnd = whenEnded;
        wire.onLeave(end);
        wire.begin(headers);
        for (const bytes of waiting) wire.write(bytes, () => {});
        waiting = [];
        if (state === 'whole') end();
        if (state === 'failed') wire.destroy();
        return end;
      },
    },
    push(bytes) {
      if (bytes.byteLength === 0) return;
      if (wire === undefined) return void waiting.push(bytes);
      backlog += bytes.byteLength;
      const drained = () => {
        backlog = 0;
      };
      if (wire.write(bytes, drained)) backlog = 0;
      else if (backlog > MAX_BYTES) throw new Error('the client reads too slowly'); // it may come back
    },
    finish() {
      state = 'whole';
      end();
    },
    fail() {
      state = 'failed';
      wire?.destroy();
    },
  };
}

export function wholeAnswer(
  { status, contentType, code, etag, ...rest }: AnswerHead,
  body: Uint8Array,
): Answer {
  if (etag !== undefined) return { bytes: body as Uint8Array<ArrayBuffer>, etag, contentType }; // of a socket
  const { replayed = false, delivery = '', enforcement = '' } = rest;
  return {
    status,
    body: Buffer.from(body).toString(),
    code: code ?? 'OK',
    replayed,
    delivery,
    enforcement,
  } satisfies Outcome;
}

export function worldOffline(): Refusal {
  return new Refusal('SERVER_BUSY', 'the world is not connected to its fleet; nothing was applied', {
    Reason: 'WORLD_OFFLINE',
  });
}
