import type { Msg, NatsConnection } from '@nats-io/transport-node';
import { responseHead, responsePart } from '@palatine/fleet';
import type { LocalResponse } from '../http/local-request.ts';

/** A gateway asks within seconds. */
const KEPT_MS = 10 * 60_000;
const MOST_WRITES = 20_000;

/** Well below the least that a broker takes as one message. */
const PART_BYTES = 512 * 1024;

/** Sends a response in parts, each after the broker has the one before. A stream grows. */
export async function sendResponse(
  connection: NatsConnection,
  request: Msg,
  { status, headers, body }: Omit<LocalResponse, 'cancel'>,
): Promise<void> {
  const streams = String(headers['content-type']).startsWith('text/event-stream');
  let part = 0;
  const send = async (bytes: Uint8Array, more: boolean): Promise<void> => {
    request.respond(
      part === 0
        ? responseHead.packWith({ status, headers: { ...headers }, more }, bytes)
        : responsePart.packWith({ part, more }, bytes),
    );
    part += 1;
    if (more) await connection.flush();
  };
  let waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  try {
    if (streams) await send(EMPTY, true);
    for await (const bytes of body) {
      waiting.push(bytes);
      waitingBytes += bytes.byteLength;
      while (waitingBytes >= PART_BYTES || (streams && waitingBytes > 0)) {
        const joined = Buffer.concat(waiting);
        await send(joined.subarray(0, PART_BYTES), true);
        waiting = [joined.subarray(PART_BYTES)];
        waitingBytes = joined.byteLength - Math.min(PART_BYTES, joined.byteLength);
      }
    }
    await send(Buffer.concat(waiting), false);
  } catch (error) {
    // The gateway ends the connection of its client: half a body must not look like a whole one.
    if (part > 0) request.respond(responsePart.packWith({ part, more: false, failed: true }));
    throw error;
  }
}

const EMPTY = new Uint8Array(0);

/** The response to a write, whole. */
interface WriteResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: Uint8Array;
}

/** What became of the writes of this start, for a gateway that did not hear of it. */
export class WriteEnds {
  readonly #now: () => number;
  readonly #writes = new Map<string, { response: WriteResponse | undefined; atMs: number }>();

  /** `now` in ms, of a clock that never goes back. */
  constructor(now: () => number) {
    this.#now = now;
  }

  begin(id: string): void {
    this.#forgetOld();
    this.#writes.set(id, { response: undefined, atMs: this.#now() });
  }

  end(id: string, response: WriteResponse): void {
    if (this.#writes.has(id)) this.#writes.set(id, { response, atMs: this.#now() });
  }

  /** Nothing is known of its end here: the store says what became of it. */
  forget(id: string): void {
    this.#writes.delete(id);
  }

  /** Undefined for a write that this start has not seen, or has forgotten. */
  of(id: string): { response: WriteResponse | undefined } | undefined {
    return this.#writes.get(id);
  }

  /** Those that came first, once they have ended and are old. */
  #forgetOld(): void {
    const oldMs = this.#now() - KEPT_MS;
    for (const [id, { response, atMs }] of this.#writes) {
      if (response === undefined || (atMs >= oldMs && this.#writes.size < MOST_WRITES)) return;
      this.#writes.delete(id);
    }
  }
}
