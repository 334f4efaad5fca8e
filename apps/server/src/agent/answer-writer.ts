import type { MsgHdrs, NatsConnection } from '@nats-io/transport-node';
import { type AnswerHead, answerHead, answerPart } from '@palatine/fleet/messages';
import type { StreamWire } from '@palatine/web/routes';

const EMPTY = new Uint8Array(0);

/** The head of an answer whose content type the gateway has not checked yet. */
export type WrittenHead = Omit<AnswerHead, 'more' | 'contentType'> & { readonly contentType: string };

/** Streams an answer in parts, each after the broker has taken the one before. `subject`: where the gateway waits for it. */
export function answerWriter(connection: NatsConnection, subject: string) {
  const listeners = new Set<(reads: boolean) => void>();
  /** Sent so far, without the head. */
  let parts = 0;
  let flushing: Promise<void> | undefined;
  let ended = false;

  function publish(bytes: Uint8Array, headers: MsgHdrs): void {
    if (!connection.isClosed()) connection.publish(subject, bytes, { headers });
  }

  function send(bytes: Uint8Array, more: boolean): void {
    if (ended) return;
    ended = !more;
    parts += 1;
    publish(bytes, answerPart.asHeaders({ part: parts, more }));
  }

  /** Ends it without a last part: nobody waits for more. */
  function cancel(): void {
    ended = true;
    for (const listener of listeners) listener(false);
  }

  return {
    gzip: false,
    cancel,
    begin(headers: Readonly<Record<string, string>>, more: Partial<WrittenHead> = {}): void {
      const head = { status: 200, contentType: headers['content-type'] ?? '', ...more, more: true };
      publish(EMPTY, answerHead.asHeaders(head as AnswerHead));
    },
    write(bytes: string | Uint8Array, onDrain: () => void): boolean {
      send(Buffer.from(bytes as string), true); // which takes either
      if (flushing !== undefined) return false;
      flushing = connection.flush().finally(() => {
        flushing = undefined;
        onDrain();
      });
      flushing.catch(cancel); // the connection is closed
      return false;
    },
    end: (bytes = EMPTY): void => send(bytes, false),
    /** Marks the body as failed, so that half of it never looks whole. */
    destroy(): void {
      const failed = { part: parts + 1, more: false, failed: true };
      if (!ended) publish(EMPTY, answerPart.asHeaders(failed));
      cancel();
    },
    onClose(listener: (reads: boolean) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  } satisfies StreamWire & { cancel(): void };
}
