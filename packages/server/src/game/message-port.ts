import type { MessagePort } from 'node:worker_threads';
import { type CallMessage, isWrite, type ToWorker, type Write } from './protocol.ts';

type Outgoing = CallMessage | Exclude<ToWorker, { type: 'call' }>;
/** A message as it goes over the port; a text is the JSON of the writes of one turn. */
export type PostedToWorker = Outgoing | string;

/**
 * After so many writes the game thread gets them: it works on them while the others of the turn are still being read.
 * With 64 callers and all in one message, each of the two threads waited for the other half of the time.
 */
const MOST_WRITES = 8;

/**
 * Posts to the game thread. The writes of one turn of the event loop go together, as JSON: a structured clone of each
 * would take as long as the rest of a request. Messages keep their order.
 */
export class ToWorkerPort {
  readonly #port: MessagePort;
  #writes: Write[] = [];
  #closed = false;

  constructor(port: MessagePort) {
    this.#port = port;
  }

  post(message: Outgoing): void {
    if (message.type === 'call' && isWrite(message)) {
      if (this.#writes.length === 0) setImmediate(() => this.#postWrites());
      this.#writes.push(message);
      if (this.#writes.length >= MOST_WRITES) this.#postWrites();
      return;
    }
    this.#postWrites();
    this.#send(message);
  }

  /** Drops what was not posted yet. */
  close(): void {
    this.#closed = true;
    this.#port.close();
  }

  #postWrites(): void {
    if (this.#writes.length === 0) return;
    const json = JSON.stringify(this.#writes);
    this.#writes = [];
    this.#send(json);
  }

  #send(message: PostedToWorker): void {
    if (!this.#closed) this.#port.postMessage(message);
  }
}

/** The messages that were posted as one. */
export function messagesOf(posted: PostedToWorker): ToWorker[] {
  // Posted above; the kind of a call goes with its input.
  return typeof posted === 'string' ? (JSON.parse(posted) as Write[]) : [posted as ToWorker];
}
