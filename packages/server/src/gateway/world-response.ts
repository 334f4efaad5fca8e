import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { createInbox, type Msg, type NatsConnection, type Subscription } from '@nats-io/transport-node';
import { Refusal } from '@palatine/contract';
import { responseHead, responsePart } from '@palatine/fleet';

const NOBODY = 503;

/** The response of a world; a body of several parts is a stream. */
export interface WorldResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: Buffer | Readable;
}

/** A client that reads more slowly than its world sends is cut off here. */
const MOST_WAITING_BYTES = 64 * 1024 * 1024;

export interface PartsListener {
  /** Further parts follow. */
  onStream(): void;
  /** Nothing more is wanted; `whole` says whether the world has sent all. */
  onEnd(whole: boolean): void;
}

/** Puts the parts of a response together. */
export class ResponseParts implements ReplyHandler {
  /** Resolves with the first part; rejects when the world is not there or sends nonsense. */
  readonly response: Promise<WorldResponse>;
  readonly #listener: PartsListener;
  #ended = false;
  #resolve: (response: WorldResponse) => void = () => {};
  #reject: (error: Error) => void = () => {};
  #stream: Readable | undefined;
  #next = 0;

  constructor(listener: PartsListener) {
    this.#listener = listener;
    this.response = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.response.catch(() => {}); // whoever waits for it hears of it
  }

  onNobody(): void {
    this.#reject(worldOffline());
    this.#end(true);
  }

  onReply({ data }: { data: Uint8Array }): void {
    try {
      if (this.#next === 0) this.#begin(data);
      else this.#goOn(data);
    } catch (error) {
      this.#fail(error as Error);
    }
    this.#next += 1;
  }

  #begin(data: Uint8Array): void {
    const { head, body } = responseHead.unpackWith(data);
    const { status, headers, more } = head;
    if (!more) {
      this.#end(true);
      return this.#resolve({ status, headers, body: Buffer.from(body) });
    }
    const stream = new Readable({ read() {}, highWaterMark: MOST_WAITING_BYTES });
    stream.once('close', () => this.#end(false));
    stream.push(body);
    this.#stream = stream;
    this.#listener.onStream();
    this.#resolve({ status, headers, body: stream });
  }

  #goOn(data: Uint8Array): void {
    const { head, body } = responsePart.unpackWith(data);
    if (head.part !== this.#next) throw new Error(`part ${this.#next} of a response is missing`);
    if (head.failed === true) throw new Error('the world could not finish its response');
    const room = body.byteLength === 0 || this.#stream?.push(body) === true;
    if (!head.more) {
      this.#end(true);
      this.#stream?.push(null);
    } else if (!room) throw new Error('the client reads too slowly');
  }

  #end(whole: boolean): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#listener.onEnd(whole);
  }

  #fail(error: Error): void {
    this.#reject(error);
    this.#stream?.destroy(error);
    this.#end(false);
  }
}

export function worldOffline(): Refusal {
  return new Refusal('SERVER_BUSY', 'the world is not connected to its fleet; nothing was applied', {
    Reason: 'WORLD_OFFLINE',
  });
}

/** What comes back for one request. */
interface ReplyHandler {
  onReply(message: Msg): void;
  /** Nobody listens to the subject. */
  onNobody(): void;
}

interface SentRequest {
  /** Sends something more about the request: the broker lets the world go on answering. */
  again(subject: string, text: string): void;
  /** Stops listening. */
  stop(): void;
}

/** The replies to all requests of a gateway, on one subscription: a response may have many parts. */
export class Replies {
  readonly #connection: NatsConnection;
  readonly #inbox = createInbox();
  readonly #handlers = new Map<string, ReplyHandler>();
  readonly #subscription: Subscription;

  constructor(connection: NatsConnection) {
    this.#connection = connection;
    this.#subscription = connection.subscribe(`${this.#inbox}.*`, {
      callback: (_error, message) => this.#onMessage(message),
    });
  }

  close(): void {
    this.#subscription.unsubscribe();
  }

  /** Sends a request, and hands what comes back to the handler. */
  request(subject: string, data: Uint8Array, handler: ReplyHandler): SentRequest {
    const name = randomUUID(); // a world that could guess it could answer in place of another
    const reply = `${this.#inbox}.${name}`;
    this.#handlers.set(name, handler);
    this.#connection.publish(subject, data, { reply });
    return {
      again: (other, text) => {
        if (!this.#connection.isClosed()) this.#connection.publish(other, text, { reply });
      },
      stop: () => void this.#handlers.delete(name),
    };
  }

  #onMessage(message: Msg): void {
    const handler = this.#handlers.get(message.subject.slice(this.#inbox.length + 1));
    if (handler === undefined) return; // late: nobody waits any more
    if (message.data.byteLength === 0 && message.headers?.code === NOBODY) handler.onNobody();
    else handler.onReply(message);
  }
}
