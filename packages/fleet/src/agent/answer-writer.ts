import type { MsgHdrs, NatsConnection } from '@nats-io/transport-node';
import type { StreamWire } from '@palatine/web/route-calls';
import { type AnswerHead, answerHead, answerPart } from '../messages/index.ts';

const EMPTY = new Uint8Array(0);

/** The head of an answer whose content type the gateway has not checked yet. */
export type WrittenHead = Omit<AnswerHead, 'more' | 'contentType'> & { readonly contentType: string };

/** Streams an answer in parts, each after the broker has taken the one before. */
export class AnswerWriter implements StreamWire {
  readonly gzip = false;
  readonly #connection: NatsConnection;
  readonly #subject: string;
  readonly #listeners = new Set<(reads: boolean) => void>();
  /** Sent so far, without the head. */
  #parts = 0;
  #flushing: Promise<void> | undefined;
  #ended = false;

  /** `subject`: where the gateway waits for it. */
  constructor(connection: NatsConnection, subject: string) {
    this.#connection = connection;
    this.#subject = subject;
  }

  begin(headers: Readonly<Record<string, string>>, more: Partial<WrittenHead> = {}): void {
    const head = { status: 200, contentType: headers['content-type'] ?? '', ...more, more: true };
    this.#publish(EMPTY, answerHead.asHeaders(head as AnswerHead));
  }

  write(bytes: string | Uint8Array, onDrain: () => void): boolean {
    this.#send(Buffer.from(bytes as string), true); // which takes either
    if (this.#flushing !== undefined) return false;
    this.#flushing = this.#connection.flush().finally(() => {
      this.#flushing = undefined;
      onDrain();
    });
    this.#flushing.catch(() => this.cancel()); // the connection is closed
    return false;
  }

  end(bytes = EMPTY): void {
    this.#send(bytes, false);
  }

  /** Marks the body as failed, so that half of it never looks whole. */
  destroy(): void {
    const failed = { part: this.#parts + 1, more: false, failed: true };
    if (!this.#ended) this.#publish(EMPTY, answerPart.asHeaders(failed));
    this.cancel();
  }

  onClose(listener: (reads: boolean) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Ends it without a last part: nobody waits for more. */
  cancel(): void {
    this.#ended = true;
    for (const listener of this.#listeners) listener(false);
  }

  #send(bytes: Uint8Array, more: boolean): void {
    if (this.#ended) return;
    this.#ended = !more;
    this.#parts += 1;
    this.#publish(bytes, answerPart.asHeaders({ part: this.#parts, more }));
  }

  #publish(bytes: Uint8Array, headers: MsgHdrs): void {
    if (!this.#connection.isClosed()) this.#connection.publish(this.#subject, bytes, { headers });
  }
}
