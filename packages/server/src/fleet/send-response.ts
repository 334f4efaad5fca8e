import type { Msg, NatsConnection } from '@nats-io/transport-node';
import { responseHead, responsePart } from '@palatine/fleet';
import type { LocalResponse } from '../http/local-request.ts';

/** Well below the least that a broker takes as one message. */
const PART_BYTES = 512 * 1024;

/**
 * Sends a response in parts. Each waits until the broker has the one before, so that what waits is bounded. A stream
 * is sent as it grows.
 */
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
