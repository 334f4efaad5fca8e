import type { NatsConnection } from '@nats-io/transport-node';
import { type AnswerHead, answerHead, answerPart, CONTENT_TYPES } from '@palatine/fleet';
import type { StreamWire } from '../http/route-calls.ts';

/** Well below the least that a broker takes as one message. */
const PART_BYTES = 512 * 1024;
const EMPTY = new Uint8Array(0);
const EVENT_STREAM = 'text/event-stream; charset=utf-8';

/** Sends an answer in parts, each after the broker has the one before. */
export class AnswerWriter {
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
  async whole(head: Omit<AnswerHead, 'more'>, body: Uint8Array): Promise<void> {
    for (let at = 0; ; at += PART_BYTES) {
      const bytes = body.subarray(at, at + PART_BYTES);
      const more = at + PART_BYTES < body.byteLength;
      this.#send(head, bytes, more);
      if (!more) return;
      await this.#connection.flush();
    }
  }

  /** Sends a body while it is made. Half of one never looks like a whole one. */
  async growing(head: Omit<AnswerHead, 'more'>, body: AsyncIterable<Uint8Array>): Promise<void> {
    try {
      for await (const bytes of body) {
        this.#send(head, bytes, true);
        await this.#connection.flush();
      }
      this.#send(head, EMPTY, false);
    } catch {
      this.#fail();
    }
  }

  /** Sends a stream of events. */
  wire(): StreamWire {
    const head = { status: 200, contentType: EVENT_STREAM } as const;
    return {
      gzip: false,
      begin: () => this.#send(head, EMPTY, true),
      write: (bytes, onDrain) => {
        this.#send(head, Buffer.from(bytes as string), true); // which takes either
        if (this.#flushing !== undefined) return false;
        this.#flushing = this.#connection.flush().finally(() => {
          this.#flushing = undefined;
          onDrain();
        });
        this.#flushing.catch(() => this.cancel()); // the connection is closed
        return false;
      },
      end: (bytes = EMPTY) => this.#send(head, bytes, false),
      destroy: () => this.#fail(),
      onLeave: (listener) => {
        this.#listeners.add(listener);
        return () => this.#listeners.delete(listener);
      },
    };
  }

  /** Nobody waits for more. */
  cancel(): void {
    this.#ended = true;
    for (const listener of this.#listeners) listener(false);
  }

  #send(head: Omit<AnswerHead, 'more'>, bytes: Uint8Array, more: boolean): void {
    if (this.#ended || this.#connection.isClosed()) return;
    this.#ended = !more;
    const part = this.#parts++;
    const message =
      part === 0 ? answerHead.packWith({ ...head, more }, bytes) : answerPart.packWith({ part, more }, bytes);
    this.#connection.publish(this.#subject, message);
  }

  #fail(): void {
    if (this.#ended || this.#connection.isClosed()) return;
    this.#ended = true;
    this.#connection.publish(
      this.#subject,
      answerPart.packWith({ part: this.#parts, more: false, failed: true }),
    );
  }
}

/** The type of content as the fleet spells it. Throws for one that no route of a world answers with. */
export function contentTypeOf(text: string): AnswerHead['contentType'] {
  const type = CONTENT_TYPES.find((known) => known === text);
  if (type === undefined) throw new Error(`a world answers nothing of the type ${text}`);
  return type;
}
