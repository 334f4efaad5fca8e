import { Readable } from 'node:stream';
import type { Msg } from '@nats-io/transport-node';
import { Refusal } from '@palatine/contract';
import { type AnswerHead, answerHead, answerPart } from '@palatine/fleet';
import { type Answer, pipeToWire, type StreamAnswer } from '../http/route-calls.ts';

const NOBODY = 503;
const EVENT_STREAM = 'text/event-stream';
/** Of a body that is put together, or that a client has not read yet. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Puts the parts of an answer together. What is none is a WORLD_ANSWER_INVALID, whatever the world sends. */
export class AnswerReader {
  readonly #answer = Promise.withResolvers<Answer>();
  readonly #onEnd: (whole: boolean) => void;
  #ended = false;
  #next = 0;
  #head: AnswerHead | undefined;
  readonly #bytes: Uint8Array[] = [];
  #length = 0;
  /** The body of an answer that goes on to the client as it comes. */
  #stream: Readable | undefined;

  /** `onEnd`: nothing more is wanted; `whole` says whether the world has sent all. */
  constructor(onEnd: (whole: boolean) => void) {
    this.#onEnd = onEnd;
    this.answer.catch(() => {}); // whoever waits for it hears of it
  }

  /** Resolves with the first part, or the whole. */
  get answer(): Promise<Answer> {
    return this.#answer.promise;
  }

  onMessage({ data, headers }: Pick<Msg, 'data' | 'headers'>): void {
    if (this.#ended) return;
    if (data.byteLength === 0 && headers?.code === NOBODY) {
      this.#answer.reject(worldOffline());
      return this.#end(true);
    }
    try {
      if (this.#next === 0) this.#begin(data);
      else this.#goOn(data);
      this.#next += 1;
    } catch (error) {
      this.#answer.reject(new Refusal('WORLD_ANSWER_INVALID', undefined, {}, { cause: error }));
      this.#stream?.destroy(error as Error);
      this.#end(false);
    }
  }

  #begin(data: Uint8Array): void {
    const { head, body } = answerHead.unpackWith(data);
    this.#head = head;
    if (head.contentType.startsWith(EVENT_STREAM) || head.fileName !== undefined) {
      this.#stream = new Readable({
        read() {},
        destroy: (error, done) => {
          this.#end(false); // the client wants no more
          done(error);
        },
      }).on('error', () => {}); // of one that is not open yet
      this.#answer.resolve(streamAnswer(head, this.#stream));
    }
    this.#take(body, head.more);
  }

  #goOn(data: Uint8Array): void {
    const { head, body } = answerPart.unpackWith(data);
    if (head.part !== this.#next) throw new Error(`part ${this.#next} is missing`);
    if (head.failed === true) throw new Error('the world could not finish its answer');
    this.#take(body, head.more);
  }

  #take(body: Uint8Array, more: boolean): void {
    if (this.#stream === undefined) this.#bytes.push(body);
    else this.#stream.push(body);
    this.#length += body.byteLength;
    if ((this.#stream?.readableLength ?? this.#length) > MAX_BYTES)
      throw new Error('the answer is too long, or the client reads too slowly');
    if (more) return;
    this.#end(true);
    if (this.#stream !== undefined) this.#stream.push(null);
    else this.#answer.resolve(wholeAnswer(this.#head as AnswerHead, Buffer.concat(this.#bytes))); // it came first
  }

  #end(whole: boolean): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#onEnd(whole);
  }
}

/** An answer of events or of a file. */
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

/** An answer that is there as a whole. */
export function wholeAnswer(head: AnswerHead, body: Uint8Array): Answer {
  const { status, contentType, etag, savedAtMs } = head;
  if (etag !== undefined) return { bytes: body as Uint8Array<ArrayBuffer>, etag, contentType, savedAtMs }; // of a socket
  const { code = 'OK', replayed = false, delivery = '', enforcement = '' } = head;
  return { status, body: Buffer.from(body).toString(), code, replayed, delivery, enforcement, savedAtMs };
}

export function worldOffline(): Refusal {
  return new Refusal('SERVER_BUSY', 'the world is not connected to its fleet; nothing was applied', {
    Reason: 'WORLD_OFFLINE',
  });
}
