import { randomUUID } from 'node:crypto';
import { createInbox, type Msg, type NatsConnection, type Subscription } from '@nats-io/transport-node';

/** What comes back for one request. */
export interface ReplyHandler {
  onReply(message: Msg): void;
  /** Nobody listens to the subject. */
  onNobody(): void;
}

export interface SentRequest {
  /** Sends something more about the request: the broker lets the world go on answering. */
  again(subject: string, text: string): void;
  /** Stops listening. */
  stop(): void;
}

const NOBODY = 503;

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
