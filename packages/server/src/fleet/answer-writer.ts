import type { MsgHdrs, NatsConnection } from '@nats-io/transport-node';
import { type AnswerHead, answerHead, answerPart } from '@palatine/fleet';
import type { StreamWire } from '../http/route-calls.ts';

/** Well below the least that a broker takes as one message. */
const PART_BYTES = 512 * 1024;
const EMPTY = new Uint8Array(0);

/** The gateway checks that it is a type of content of the fleet. */
type Head = Omit<AnswerHead, 'more' | 'contentType'> & { contentType: string };

/** Sends an answer in parts, each after the broker has the one before. */
export class AnswerWriter implements StreamWire {
  readonly gzip = false;
  readonly #connection: NatsConnection;
  readonly #subject: string;
  readonly #listeners = new Set<(reads: boolean) => void>();
  #parts = 0;
  #flushing: Promise<void> | undefined;
  #ended = false;

  /** `subject`: on which the gateway waits for it. */
  constructor(connection: NatsConnection, subject: string) {
    this.#connection = connection;
    this.#subject = subject;
  }

  /** Sends a body that is there. */
  async whole(head: Head, body: Uint8Array): Promise<void> {
    for (let at = 0; ; at += PART_BYTES) {
      const more = at + PART_BYTES < body.byteLength;
      this.#send(body.subarray(at, at + PART_BYTES), more, head);
      if (!more) return;
      await this.#connection.flush();
    }
  }

  /** Begins a body that is made while it is sent. `more`: of its head. */
  begin(headers: Readonly<Record<string, string>>, more: Partial<Head> = {}): void {
    this.#send(EMPTY, true, { status: 200, contentType: headers['content-type'] ?? '', ...more });
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

  /** Half of a body never looks like a whole one. */
  destroy(): void {
    if (!this.#ended)
      this.#publish(EMPTY, answerPart.asHeaders({ part: this.#parts, more: false, failed: true }));
    this.cancel();
  }

  onLeave(listener: (reads: boolean) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Nobody waits for more. */
  cancel(): void {
    this.#ended = true;
    for (const listener of this.#listeners) listener(false);
  }

  /** `head`: of the first part. */
  #send(bytes: Uint8Array, more: boolean, head?: Head): void {
    if (this.#ended) return;
    this.#ended = !more;
    const part = this.#parts++;
    const isFirst = part === 0 && head !== undefined;
    this.#publish(
      bytes,
      isFirst
        ? answerHead.asHeaders({ ...(head as AnswerHead), more })
        : answerPart.asHeaders({ part, more }),
    );
  }

  #publish(bytes: Uint8Array, headers: MsgHdrs): void {
    if (!this.#connection.isClosed()) this.#connection.publish(this.#subject, bytes, { headers });
  }
}
